/** Models whose equations come from elsewhere: texts of Modelica, alone and as components of ours, and mechanisms with what drives them. */
import {
  expr,
  type InstantiatedModel,
  instantiate,
  MassProperties,
  Model,
  Model3D,
  type ModelDefinition,
  Object3D,
  PrismaticWithFlange,
  RevoluteWithFlange,
  Scene,
  Solid,
  UniformGravityField,
  Var,
} from "rattleback";
import { importModelica } from "rattleback/modelica";
import { BearingFriction, ConstantTorque, Fixed, IdealGear, Inertia, SpringDamper } from "rattleback/rotational";

const text = `
package C
  model Rates
    Real fast, slow, twice, later, early;
    Integer k(start = 0);
  equation
    when Clock(1, 10) then
      k = previous(k) + 1;
    end when;
    fast = k;
    slow = subSample(fast, 3);
    twice = superSample(slow, 6);
    later = shiftSample(fast, 1, 2);
    early = backSample(later, 1, 2);
  end Rates;
  model Inferred
    Real fast, slow, same, both;
    Integer k(start = 0);
  equation
    when Clock(1, 10) then
      k = previous(k) + 1;
    end when;
    fast = k;
    slow = subSample(fast);
    same = sample(time, Clock(1, 2));
    both = slow + same + noClock(fast);
  end Inferred;
  model EventClock
    Real x(start = 0, fixed = true), v(start = 1, fixed = true);
    Clock c = Clock(x > 0, startInterval = 0.25);
    Real t, dt;
    Boolean isFirst;
  equation
    der(x) = v; der(v) = -x;
    t = sample(time, c);
    dt = interval(t);
    isFirst = firstTick(t);
  end EventClock;
  model Discretised
    parameter String method = "ExplicitEuler";
    Clock c = Clock(Clock(1, 10), solverMethod = method);
    Real x(start = 1), y(start = 0.5), u;
  equation
    u = sample(sin(time), c);
    der(x) = -2*x + u + y;
    der(y) = if x > 0.2 then -x else time;
  end Discretised;
  function position
    input Real q[3];
    input Real t;
    output Real s;
  algorithm
    s := q[1];
    annotation(derivative(noDerivative = q) = speed, InlineAfterIndexReduction = true);
  end position;
  function speed
    input Real q[3];
    input Real t;
    input Real dt;
    output Real v;
  algorithm
    v := q[2];
    annotation(derivative(noDerivative = q) = acceleration, InlineAfterIndexReduction = true);
  end speed;
  function acceleration
    input Real q[3];
    input Real t;
    input Real dt;
    input Real ddt;
    output Real a;
  algorithm
    a := q[3];
  end acceleration;
  model Moved
    Real s, v, f;
  equation
    s = position({sin(time), cos(time), -sin(time)}, time);
    v = der(s);
    2*der(v) = f;
  end Moved;
  model Turned
    Real s, v, f;
  equation
    position({sin(time), cos(time), -sin(time)}, time) = s;
    v = der(s);
    2*der(v) = f;
  end Turned;
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Spring
    Flange a, b;
    parameter Real c = 10;
    parameter Boolean isStiff = false;
    Real twist(start = 0.1) = b.phi - a.phi;
    Boolean isTwisted(start = false, fixed = true);
    discrete Real most;
  initial equation
    most = twist;
  equation
    b.tau = if isStiff then 2*c*twist else c*twist;
    a.tau + b.tau = 0;
    isTwisted = twist > 0.2;
    when {isTwisted, sample(0.5, 1)} then
      most = max(pre(most), twist);
    end when;
    assert(abs(twist) < 3, "twisted by " + String(twist) + (if isTwisted then ", much" else ""), AssertionLevel.warning);
  end Spring;
  model Inverse
    parameter Real T = 0.5;
    Clock c = Clock(Clock(1, 10), solverMethod = "ExplicitEuler");
    Real u, f(start = 0), y(start = 0), v;
  equation
    u = sample(sin(time), c);
    der(f) = (u - f)/T;
    y = f;
    der(y) = -y + v;
  end Inverse;
  function length2
    input Real v[2];
    input String s;
    output Real r;
  algorithm
    r := sqrt(v[1]^2 + v[2]^2)*(if s == "twice" then 2 else 1);
  end length2;
  model Told
    parameter String how = "twice";
    parameter Integer n = 2;
    parameter Boolean isFast = n > 1;
    Real x(start = 1, fixed = true, min = -n, max = 10*n), y, z[n];
    Integer k(start = 0, fixed = true);
    Real w(start = 0), q = smooth(1, if x > 0.2 then (x - 0.2)^2 else 0);
  initial equation
    w = 2*x;
  equation
    der(x) = if isFast then -y else y;
    y = length2({x, 1}, how);
    for i in 1:n loop z[i] = i*x; end for;
    when x < 0.5 then
      k = pre(k) + 1;
      reinit(x, pre(x) + n);
    end when;
    der(w) = delay(x, 0.1*n);
    assert(x > -1, "x is " + String(x) + " " + how);
  end Told;
  model Late
    Real x(start = 1, fixed = true), y = delay(x, 0.3, 0.5);
    Real z(start = 1);
    parameter Real p = 2;
  equation
    der(x) = -y;
    z^3 + z = homotopy(p*x + z^2, x);
  end Late;
end C;`;

const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81 }) }) });
const body = Object3D({
  feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.2, Izz: 0.3 }) }),
});

type Component = (name: string) => ModelDefinition;
const library = () => importModelica({ texts: { "C.mo": text } });
const of = (name: string, modifiers?: string) => (): InstantiatedModel =>
  library().instantiate(`C.${name}`, modifiers === undefined ? {} : { modifiers });
/** A model with components of one library. */
const around = (make: (component: Component) => ModelDefinition) => (): InstantiatedModel => {
  const own = library();
  return instantiate(make((name) => own.component(`C.${name}`)));
};
const methods = ["ExplicitEuler", "ImplicitEuler", "ImplicitTrapezoid", "ExplicitMidPoint2", "ExplicitRungeKutta4"];

export const foreignModels: Readonly<Record<string, () => InstantiatedModel>> = {
  "clocks of several rates": of("Rates"),
  "factors that are inferred": of("Inferred"),
  "a clock of Modelica that follows events": of("EventClock"),
  ...Object.fromEntries(methods.map((name) => [`a clock with ${name}`, of("Discretised", `method = "${name}"`)])),
  "a function that defines its motion": of("Moved"),
  "a function that defines its motion, on the left": of("Turned"),
  "delays and homotopy": of("Late"),
  "an inverse model at ticks": of("Inverse"),
  "a class with texts and functions between models": around((component) =>
    Model({
      n: 3,
      told: component("Told").with({ how: "once" }),
      other: component("Told"),
      late: component("Late").with({ p: expr`2*n` }),
      inverse: component("Inverse").with({ T: expr`n/4` }),
      deep: Model({ told: component("Told"), equations: "y = told.y" }),
      equations: "y = told.x + deep.y + inverse.v",
    }),
  ),
  "a mechanism in a model": () =>
    instantiate(
      Model({
        k: 2,
        arm: Model3D({
          world,
          first: body,
          second: body,
          geared: RevoluteWithFlange({ obj1: "world", obj2: "first", phi: Var({ init: 0.3 }), w: Var({ init: 0 }) }),
          slide: PrismaticWithFlange({ obj1: "first", obj2: "second", s: Var({ init: 0 }), v: Var({ init: 0 }) }),
        }),
        gear: IdealGear.with({ ratio: 20 }),
        rotor: Inertia.with({ J: 0.01, phi: { init: null }, w: { init: null } }),
        motor: ConstantTorque.with({ tau: expr`k` }),
        friction: BearingFriction.with({ tau_c: 2, tau_s: 3, d: 0.02, peak: 1.1 }),
        connect: [
          ["gear.flange_b", "arm.geared.flange"],
          ["gear.flange_a", "rotor.flange_b", "friction.flange_a"],
          ["motor.flange", "rotor.flange_a"],
        ],
        equations:
          "arm.slide.flange.f = if arm.slide.v > 0.1 then -1 else 2; angle = arm.geared.phi; most = max(arm.slide.s, 0.1); quiet = noEvent(abs(arm.geared.w - 1))",
      }),
    ),
  "a class between models": around((component) =>
    Model({
      k: 10,
      wall: Fixed,
      spring: component("Spring").with({ c: expr`2*k` }),
      other: component("Spring").with({ isStiff: true }),
      late: component("Late"),
      load: Inertia.with({ J: 0.1, phi: { init: 0.1 }, w: { init: 0 } }),
      connect: [
        ["wall.flange", "spring.a", "other.a"],
        ["spring.b", "other.b", "load.flange_a"],
      ],
      equations: "y = spring.twist + late.x",
    }),
  ),
  "joints with what drives them": () =>
    instantiate(
      Model3D({
        world,
        first: body,
        second: body,
        third: body,
        fourth: body,
        geared: RevoluteWithFlange({ obj1: "world", obj2: "first", phi: Var({ init: 0.3 }), w: Var({ init: 0 }) }),
        rubbed: RevoluteWithFlange({ obj1: "first", obj2: "second", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
        sprung: RevoluteWithFlange({ obj1: "world", obj2: "third", phi: Var({ init: 0 }), w: Var({ init: 0 }) }),
        slide: PrismaticWithFlange({ obj1: "world", obj2: "fourth", s: Var({ init: 0 }), v: Var({ init: 0 }) }),
        gear: IdealGear.with({ ratio: 20 }),
        rotor: Inertia.with({ J: 0.01, phi: { init: null }, w: { init: null } }),
        friction: BearingFriction.with({ tau_c: 2, tau_s: 3, d: 0.02, peak: 1.1 }),
        spring: SpringDamper,
        motor: ConstantTorque.with({ tau: 2 }),
        wall: Fixed,
        connect: [
          ["gear.flange_b", "geared.flange"],
          ["gear.flange_a", "rotor.flange_b"],
          ["motor.flange", "rotor.flange_a"],
          ["friction.flange_a", "rubbed.flange"],
          ["spring.flange_a", "wall.flange"],
          ["spring.flange_b", "sprung.flange"],
        ],
        equations: "slide.flange.f = if slide.v > 0.1 then -1 else 2",
      }),
    ),
};
