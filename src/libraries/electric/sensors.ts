/** Ideal sensors: they neither take nor give power. */
import { Model } from "../../language/model.ts";
import { output } from "../../language/values.ts";
import { Pin } from "./pin.ts";

/** Voltage between two pins. */
export const VoltageSensor = Model({
  description: "Voltage between two pins",
  p: Pin,
  n: Pin,
  v: output({ unit: "V", description: "voltage from p to n" }),
  equations: `
    p.i = 0
    n.i = 0
    v = p.v - n.v`,
});

/** Potential of one pin. */
export const PotentialSensor = Model({
  description: "Potential of a pin",
  p: Pin,
  v: output({ unit: "V", description: "potential" }),
  equations: `
    p.i = 0
    v = p.v`,
});

/** Current through a line. */
export const CurrentSensor = Model({
  description: "Current through a line",
  p: Pin,
  n: Pin,
  i: output({ unit: "A", description: "current from p to n" }),
  equations: `
    p.v = n.v
    0 = p.i + n.i
    i = p.i`,
});

/** Current through a line as a signal without unit: i = 1 means 1 A. */
export const UnitlessCurrentSensor = Model({
  description: "Current through a line, without unit",
  p: Pin,
  n: Pin,
  i: output({ unit: "1", description: "current from p to n in ampere" }),
  equations: `
    p.v = n.v
    0 = p.i + n.i
    i = p.i/quantity(1, "A")`,
});

/** Power: the current from pc to nc times the voltage from pv to nv. */
export const PowerSensor = Model({
  description: "Electric power",
  pc: Pin,
  nc: Pin,
  pv: Pin,
  nv: Pin,
  power: output({ unit: "W", description: "current from pc to nc times voltage from pv to nv" }),
  equations: `
    pc.v = nc.v
    0 = pc.i + nc.i
    pv.i = 0
    nv.i = 0
    power = pc.i*(pv.v - nv.v)`,
});
