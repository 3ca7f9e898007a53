// Everything that must hold. The package is built first: tests of programs and pages use it. Beside the tests, which often wait for
// browsers and other processes, run the checks that need nothing but the package.
import { runStages } from "./sideBySide.ts";

await runStages(
  [
    [["format:check", "layers"], ["build"]],
    [["test:unit"], ["types", "docs", "test:package"]],
  ],
  ["test:unit"],
);
