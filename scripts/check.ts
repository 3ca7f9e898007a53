// Formats, layers and types, side by side.
import { runStages } from "./sideBySide.ts";

await runStages([[["format:check", "layers"], ["types"]]]);
