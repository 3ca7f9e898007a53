/** What can be put at the ends of beams: a fixed place, and a rigid body. */
import { Model } from "../../language/model.ts";
import { Var } from "../../language/values.ts";
import { parameter } from "../parameter.ts";
import { PlanarFrame } from "./frame.ts";

/** A frame that does not move. */
export const PlanarFixed = Model({
  description: "Fixed place in the plane",
  x: parameter(0, "m", "position along x"),
  y: parameter(0, "m", "position along y"),
  phi: parameter(0, "rad", "angle"),
  frame: PlanarFrame,
  equations: `
    frame.x = x
    frame.y = y
    frame.phi = phi`,
});

/** A rigid body with its centre of mass at the frame. */
export const PlanarBody = Model({
  description: "Rigid body in the plane, centre of mass at the frame",
  m: parameter(1, "kg", "mass", { min: 0 }),
  J: parameter(1, "kg*m^2", "moment of inertia about the centre of mass", { min: 0 }),
  g: parameter([0, -9.81], "m/s^2", "gravity"),
  frame: PlanarFrame,
  vx: Var({ unit: "m/s", description: "velocity along x" }),
  vy: Var({ unit: "m/s", description: "velocity along y" }),
  w: Var({ unit: "rad/s", description: "angular velocity" }),
  equations: `
    vx = der(frame.x)
    vy = der(frame.y)
    w = der(frame.phi)
    m*(der(vx) - g[1]) = frame.fx
    m*(der(vy) - g[2]) = frame.fy
    J*der(w) = frame.tau`,
});
