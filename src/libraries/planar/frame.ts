/** Connector of planar mechanics: a place that moves and turns in the plane, and what acts on it there. */
import { Model } from "../../language/model.ts";
import { flow, potential } from "../../language/values.ts";

export const PlanarFrame = Model({
  description: "Place in the plane",
  x: potential({ unit: "m", description: "position along x" }),
  y: potential({ unit: "m", description: "position along y" }),
  phi: potential({ unit: "rad", description: "angle" }),
  fx: flow({ unit: "N", description: "force along x" }),
  fy: flow({ unit: "N", description: "force along y" }),
  tau: flow({ unit: "N*m", description: "torque" }),
});
