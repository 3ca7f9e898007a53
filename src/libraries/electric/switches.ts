/** Switches that are operated from outside by a boolean signal. */
import { Model } from "../../language/model.ts";
import { input, Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { Pin } from "./pin.ts";
import { SwitchLine } from "./switchLine.ts";

const control = input({ start: false, description: "boolean control signal" });

/** Switch that conducts while its control signal is true. */
export const IdealClosingSwitch = SwitchLine.with({
  description: "Switch, closed while control is true",
  control,
  equations: "isOff = not control",
});

/** Switch that conducts while its control signal is false. */
export const IdealOpeningSwitch = SwitchLine.with({
  description: "Switch, open while control is true",
  control,
  equations: "isOff = control",
});

/**
 * Changeover switch: connects p with n1 while its control signal is false and with n2 while it is true.
 * Each side is a small resistance Ron or a small conductance Goff.
 */
export const IdealTwoWaySwitch = Model({
  description: "Changeover switch",
  Ron: parameter(1e-5, "Ohm", "resistance of the closed side", { min: 0 }),
  Goff: parameter(1e-5, "S", "conductance of the open side", { min: 0 }),
  p: Pin,
  n1: Pin,
  n2: Pin,
  control,
  s1: Var({ start: 0, unit: "1", description: "parameter of the characteristic of side 1" }),
  s2: Var({ start: 0, unit: "1", description: "parameter of the characteristic of side 2" }),
  equations: `
    0 = p.i + n1.i + n2.i
    p.v - n1.v = s1*quantity(1, "V")*(if control then 1 else Ron/quantity(1, "Ohm"))
    n1.i = -s1*quantity(1, "A")*(if control then Goff/quantity(1, "S") else 1)
    p.v - n2.v = s2*quantity(1, "V")*(if control then Ron/quantity(1, "Ohm") else 1)
    n2.i = -s2*quantity(1, "A")*(if control then 1 else Goff/quantity(1, "S"))`,
});

/** Switch that closes where the voltage of its control pin passes a level. */
export const ControlledIdealSwitch = SwitchLine.with({
  description: "Switch controlled by a voltage",
  level: parameter(0.5, "V", "closed while the potential of the control pin is above the level"),
  control: Pin,
  isBelow: Var({ start: true, description: "the control voltage is below the level", hideResult: true }),
  equations: `
    control.i = 0
    isBelow = control.v < level
    isOff = pre(isBelow)`,
});
