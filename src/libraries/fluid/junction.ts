/**
 * Where three pipes meet. Ideal junctions are plain connections; this one has losses that depend on the direction in each branch.
 *
 *     p_k − p = ζ_in d v²/2 for flow into the junction,   p − p_k = ζ_out d v²/2 for flow out of it,   v referred to A_k
 */
import { Model } from "../../language/model.ts";
import { expr, outer } from "../../language/values.ts";
import { parameter, positive } from "../parameter.ts";
import { FluidPort } from "./fluidPort.ts";
import { Orifice } from "./throttles.ts";

const branch = (k: 1 | 2 | 3) =>
  Orifice.with({ A: expr`A_${k}`, zeta: expr`zeta_in_${k}`, zeta_back: expr`zeta_out_${k}` });

/** Three branches with losses; what flows in mixes, nothing is stored. */
export const Junction = Model({
  description: "Junction of three pipes with loss coefficients by direction",
  medium: outer(),
  A_1: parameter(1e-3, "m^2", "cross section of branch 1", positive),
  A_2: parameter(1e-3, "m^2", "cross section of branch 2", positive),
  A_3: parameter(1e-3, "m^2", "cross section of branch 3", positive),
  zeta_in_1: parameter(0.5, "1", "loss coefficient of flow from port_1 into the junction", positive),
  zeta_in_2: parameter(0.5, "1", "loss coefficient of flow from port_2 into the junction", positive),
  zeta_in_3: parameter(0.5, "1", "loss coefficient of flow from port_3 into the junction", positive),
  zeta_out_1: parameter(1, "1", "loss coefficient of flow out of port_1", positive),
  zeta_out_2: parameter(1, "1", "loss coefficient of flow out of port_2", positive),
  zeta_out_3: parameter(1, "1", "loss coefficient of flow out of port_3", positive),
  port_1: FluidPort,
  port_2: FluidPort,
  port_3: FluidPort,
  branch_1: branch(1),
  branch_2: branch(2),
  branch_3: branch(3),
  connect: [
    ["port_1", "branch_1.port_a"],
    ["port_2", "branch_2.port_a"],
    ["port_3", "branch_3.port_a"],
    ["branch_1.port_b", "branch_2.port_b"],
    ["branch_1.port_b", "branch_3.port_b"],
  ],
});
