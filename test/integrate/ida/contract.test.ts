import { createIda } from "../../../src/integrate/ida/ida.ts";
import { describeOneStepContract } from "../oneStepContract.ts";
import { forOdes } from "./odeAsDae.ts";

describeOneStepContract("ida on y' − f = 0", forOdes(createIda), { remembersStep: false });
