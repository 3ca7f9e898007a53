/** The parser recovers: every fault once, and all classes of a broken file. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { parseFile } from "../../src/modelica/syntax/parser.ts";
import { SourceFile } from "../../src/modelica/syntax/sourceFile.ts";

const parse = (text: string) => parseFile(new SourceFile("test.mo", text));

const sample = `within A.B;
package P "text" + " more"
  import SI = A.Units; import A.{x, y}; import A.*;
  extends Base(final n = 3, redeclare replaceable model M = N(k = 1) constrainedby Q) annotation(Icon(a = {1, 2}));
  type E = enumeration(one "1", two); type V = input Real[3](each unit = "m");
  operator record C Real re; operator function '+' input C a; output C b; algorithm b := a; end '+'; end C;
  model M
    parameter Real a[2, 3] = [1, 2, 3; 4, 5, 6] "matrix" annotation(Dialog(group = ")"));
    Real x(start = -2^2, fixed = true) if n > 2 and not b;
    Real 'quoted name' = if x > 0 then 1 elseif x < -1 then 2 else sum(i^2 for i in 1:2:n);
  initial equation
    der(x) = 0;
  equation
    for i in 1:3, j loop a[i, j] = x; end for;
    if x > 1 then x = 1; elseif x < 0 then x = 2; else x = 3; end if;
    when {initial(), time > 1} then reinit(x, 1); elsewhen terminal() then (a, , b) = f(x, y = 2); end when;
    connect(p.q[2], r.s) annotation(Line(points = {{0, 0}}));
  algorithm
    while true loop x := x + 1; break; end while;
  end M;
  function f input Real x; output Real y; external "C" y = g(x, size(x, 1)) annotation(Include = "x"); end f;
end P;`;

describe("the parser", () => {
  it("reads every construct without a fault", () => {
    const { errors, classes, within } = parse(sample);
    expect(errors).toEqual([]);
    expect(within).toBe("A.B");
    expect(classes.map(({ name }) => name)).toEqual(["P"]);
  });

  it("gives -a^2 and -a*b the sign of the whole term", () => {
    const { classes } = parse("model M Real x = -a^2*b; end M;");
    const { body } = classes[0]!.definition;
    const element = body.kind === "long" ? body.elements[0] : undefined;
    const binding = element?.kind === "component" ? element.modification?.binding : undefined;
    expect(binding).toMatchObject({ kind: "unary", operator: "-", operand: { kind: "binary", operator: "*" } });
  });

  it("goes on after a fault", () => {
    const { errors, classes } = parse(
      "model A Real x = ; Real y; end A; model B Real z; equation z = 2*-1; z = 1; end B;",
    );
    expect(errors).toHaveLength(2);
    expect(classes.map(({ name }) => name)).toEqual(["A", "B"]);
  });

  it("ends on any mutated text, with places inside it", () => {
    const random = createRandom(7);
    for (let trial = 0; trial < 400; trial++) {
      const from = random.below(sample.length);
      const length = random.below(12);
      const insert = ["", "(", ")", ";", "end", '"', "/*", "[", "model X", "@", "'"][random.below(11)]!;
      const text = sample.slice(0, from) + insert + sample.slice(from + length);
      for (const { at } of parse(text).errors) {
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(text.length);
      }
    }
  });
});
