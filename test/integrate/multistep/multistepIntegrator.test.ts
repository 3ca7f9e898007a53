import { createAdams } from "../../../src/integrate/adams.ts";
import { createBdf } from "../../../src/integrate/bdf.ts";
import { createLsodar } from "../../../src/integrate/lsodar.ts";
import { describeOneStepContract } from "../oneStepContract.ts";

describeOneStepContract("bdf", createBdf, { remembersStep: false });
describeOneStepContract("adams", createAdams, { remembersStep: false });
describeOneStepContract("lsodar", createLsodar, { remembersStep: false });
