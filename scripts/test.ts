// Everything that must hold. The package is built first: tests run it. Beside the tests, which often wait for browsers and other
// processes, run the checks that need nothing but the package.
import { testedVariable } from "../test/builtPackage.ts";
import { runStages } from "./sideBySide.ts";

process.env[testedVariable] = "built";

await runStages(
  [
    [["format:check", "layers"], ["build"]],
    [["test:unit"], ["types", "docs", "test:package"]],
  ],
  ["test:unit"],
);
