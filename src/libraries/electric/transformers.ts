/** Ideal two-ports that pass power on without loss or storage. */
import { parameter } from "../parameter.ts";
import { TwoPort } from "./ports.ts";

/** Ideal transformer: v₁ = n·v₂, i₂ = −n·i₁. It also transforms direct current. */
export const IdealTransformer = TwoPort.with({
  description: "Ideal transformer",
  n: parameter(1, "1", "turns ratio, port 1 to port 2"),
  equations: `
    v1 = n*v2
    i2 = -n*i1`,
});

/** Ideal gyrator: i₁ = G·v₂, i₂ = −G·v₁. A capacitor behind it looks like an inductor. */
export const IdealGyrator = TwoPort.with({
  description: "Ideal gyrator",
  G: parameter(1, "S", "gyration conductance"),
  equations: `
    i1 = G*v2
    i2 = -G*v1`,
});
