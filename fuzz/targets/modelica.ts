/** Packages of Modelica: read, flattened, translated and run. */
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";
import { mutateText } from "../mutate.ts";
import { shortRun, type Target } from "../target.ts";

const texts = [
  `package P
  type Voltage = Real(unit = "V", min = -100);
  connector Pin Voltage v; flow Real i; end Pin;
  partial model TwoPin Pin p; Pin n; Voltage v; Real i;
  equation v = p.v - n.v; 0 = p.i + n.i; i = p.i; end TwoPin;
  model Resistor extends TwoPin; parameter Real R(min = 0) = 1; equation R*i = v; end Resistor;
  model Capacitor extends TwoPin(v(start = 0, fixed = true)); parameter Real C = 1; equation C*der(v) = i; end Capacitor;
  model Source extends TwoPin; parameter Real V = 1; equation v = V; end Source;
  model M replaceable Resistor r(R = 2) constrainedby TwoPin; Capacitor c(C = 0.5); Source s(V = 3);
  equation connect(s.p, r.p); connect(r.n, c.p); connect(c.n, s.n); s.n.v = 0; annotation(experiment(StopTime = 1)); end M;
end P;`,
  `package P
  type Mode = enumeration(off, on);
  record R Real a; Real b[3]; end R;
  function f input Real x; input Integer n = 2; output Real y; protected Real s[n];
  algorithm s := fill(x, n); y := 0; for i in 1:n loop y := y + s[i]^i; end for; while y > 100 loop y := y/2; end while;
  if y < 0 then y := -y; elseif y > 50 then return; end if; end f;
  model M parameter Integer n = 3; Real x[n](each start = 1, each fixed = true); Mode m(start = Mode.off); R r; Boolean b; discrete Real d;
  initial equation pre(m) = Mode.off; d = 0;
  equation der(x) = {-i*x[i] for i in 1:n}; r.a = f(x[1]); r.b = x[1:3]; b = x[1] < 0.9;
  when b then m = Mode.on; d = pre(d) + 1; end when; end M;
end P;`,
  `package P
  block Gain parameter Real k = 1; input Real u; output Real y; equation y = k*u; end Gain;
  model M outer Real g; Gain a[2](k = {1, 2}); Real s(start = 0); inner Real h = 2;
  protected constant Real c = sum({1, 2, 3}); final parameter Real q = if c > 2 then 1 else 0;
  algorithm s := 0; for i in 1:2 loop s := s + a[i].y; end for;
  equation a[1].u = time; a[2].u = a[1].y; assert(s < 100, "s" + String(c)); g = sin(time) "x"; end M;
  model Outside inner Real g; M m; end Outside;
end P;`,
  `package P
  record Z Real re; Real im; end Z;
  function g input Real v[:]; input Real m[:, size(v, 1)]; output Real y; output Real w[size(v, 1)];
  algorithm w := m*v; y := max(w) + min({abs(e) for e in w}) + sum(v[i] for i in 1:size(v, 1)); assert(y > -1e9, "low" + String(y, 4)); end g;
  model M parameter Real A[3, 3] = identity(3) + diagonal({1, 2, 3}); Real v[3] = cross({1, time, 0}, {0, 1, x}); Real x(start = 1, fixed = true);
  Real q = product(linspace(1, 2, 3))*scalar({x}) + sum(skew(v)*v); Z z[2] = {Z(i, x) for i in 1:2}; Integer k(start = 0, fixed = true); Boolean up = edge(high); Boolean high = x < 0.9;
  Real y; Real w[3]; Real s[2, 3] = [transpose({{1, 2}, {3, 4}, {x, 6}})]; Real c = interval(u) + u; Real u = sample(x, Clock(0.05)); Real h = hold(u); Real d = delay(x, 0.01) + smooth(1, noEvent(if x > 0 then x else 0));
  equation der(x) = -x + 0*semiLinear(x, 1, 2); (y, w) = g(v, A); when {up, sample(0.05, 0.1)} then k = pre(k) + div(7, 2) + mod(5, 3); reinit(x, 0.5*pre(x)); elsewhen time > 1 then k = 0; end when; end M;
end P;`,
];

export const modelicaTargets: readonly Target[] = [
  {
    name: "modelica",
    seeds: async () => texts,
    mutate: mutateText,
    run: (text) => {
      const library = importModelica({ texts: { "P.mo": text } });
      const name = text.includes("Outside") ? "P.Outside" : "P.M";
      simulate(library.instantiate(name), shortRun);
    },
  },
  {
    name: "modifiers",
    seeds: async () => ["r(R = 5), c(v(start = 1))", "redeclare Resistor r(R = 3)", "s.V = 2*3, final c(C = 1)"],
    mutate: mutateText,
    run: (modifiers) => {
      const library = importModelica({ texts: { "P.mo": texts[0]! } });
      simulate(library.instantiate("P.M", { modifiers }), shortRun);
    },
  },
];
