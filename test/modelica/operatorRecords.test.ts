import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function final(text: string, names: string): number[] {
  const model = importModelica({ texts: { "M.mo": text } }).instantiate("M");
  const result = simulate(model, { stopTime: 1 });
  return names.split(" ").map((name) => result.final(name));
}

describe("operators of arrays of records", () => {
  it("`.*` multiplies element by element where `*` is the scalar product", () => {
    const text = `
      model M
        operator record C
          Real re;
          Real im;
          encapsulated operator '*'
            function multiply
              import M.C;
              input C a;
              input C b;
              output C c = C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
            algorithm
            end multiply;
            function scalarProduct
              import M.C;
              input C a[:];
              input C b[size(a, 1)];
              output C c = C(sum(a[i].re*b[i].re - a[i].im*b[i].im for i in 1:size(a, 1)), 0);
            algorithm
            end scalarProduct;
          end '*';
        end C;
        C u[2] = {C(1, 2), C(3, 0)};
        C each_[2] = u.*u;
        C whole = u*u;
      end M;`;
    expect(final(text, "each_[1].re each_[1].im each_[2].re whole.re")).toEqual([-3, 4, 9, 6]);
  });

  /** Complex numbers without a scalar product. */
  const complex = `
    operator record C
      Real re;
      Real im;
      encapsulated operator 'constructor'
        function make import M.C; input Real re; input Real im = 0; output C c(re = re, im = im); algorithm end make;
      end 'constructor';
      encapsulated operator function '0' import M.C; output C c = C(0, 0); algorithm end '0';
      encapsulated operator function '+' import M.C; input C a; input C b; output C c = C(a.re + b.re, a.im + b.im); algorithm end '+';
      encapsulated operator function '*'
        import M.C; input C a; input C b; output C c = C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re); algorithm
      end '*';
      encapsulated operator function '/' import M.C; input C a; input C b; output C c = C(a.re/b.re, 0); algorithm end '/';
    end C;
    parameter C v[2] = {C(1, 2), C(3, -1)};
    parameter C A[2, 2] = {{C(1, 1), C(1, 2)}, {C(2, 1), C(2, 2)}};`;

  it("multiply matrices by rows and columns", () => {
    const text = `model M ${complex}
      C p[2] = A*v;
      C B[2, 2] = A*A;
      C q[2] = [1, 2; 0, 1]*v;
      C r[2] = 2*v;
    end M;`;
    // (1 + i)(1 + 2i) + (1 + 2i)(3 − i) = (−1 + 3i) + (5 + 5i)
    expect(final(text, "p[1].re p[1].im")).toEqual([4, 8]);
    // (2 + i)(1 + 2i) + (2 + 2i)(3 − i) = 5i + (8 + 4i)
    expect(final(text, "p[2].re p[2].im")).toEqual([8, 9]);
    // (1 + i)(1 + 2i) + (1 + 2i)(2 + 2i) = (−1 + 3i) + (−2 + 6i)
    expect(final(text, "B[1,2].re B[1,2].im")).toEqual([-3, 9]);
    expect(final(text, "q[1].re q[1].im q[2].im r[2].re r[2].im")).toEqual([7, 0, -1, 6, -2]);
  });

  it("have a sum, which is the operator '0' where there are no elements, and no product, least or largest", () => {
    const text = `model M ${complex}
      C s = sum(v);
      C t = sum(v[i] for i in 1:2);
      C nothing = sum(v[1:0]);
    end M;`;
    expect(final(text, "s.re s.im t.re t.im nothing.re")).toEqual([4, 1, 4, 1, 0]);
    for (const name of ["product", "min", "max"])
      expect(() => final(`model M ${complex} C s = ${name}(v[i] for i in 1:2); end M;`, "s.re")).toThrow(
        `"${name}" takes numbers, not a M.C`,
      );
  });

  it.each([
    ["a sum of other sizes", "C w[2] = v + {C(1), C(2), C(3)}", "the operands have sizes [2] and [3]"],
    ["a sum with a number", "C w[2] = v + C(1)", "the operands have sizes [2] and 1"],
    ["a product of other sizes", "C w[2] = A*{C(1), C(2), C(3)}", "a product of sizes [2, 2] and [3]"],
    ["a division by an array", "C w[2] = v/v", "an array cannot divide"],
    ["a product of vectors that the record does not define", "C w = v*v", "begins with a vector"],
  ])("refuse %s", (_, declaration, because) => {
    expect(() => final(`model M ${complex} ${declaration}; end M;`, "w[1].re")).toThrow(because);
  });
});

describe("records in functions", () => {
  it("the fields of an output take the modifications of its declaration, which name inputs", () => {
    const text = `
      model M
        operator record C
          Real re;
          Real im;
          encapsulated operator 'constructor'
            function fromReal
              import M.C;
              input Real re;
              input Real im = 0;
              output C result(re = re, im = im);
            algorithm
            end fromReal;
          end 'constructor';
          encapsulated operator function '*'
            import M.C;
            input C a;
            input C b;
            output C c = C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
          algorithm
          end '*';
        end C;
        C z = C(2, 3)*C(time, -1);
        C real = C(4)*C(5);
      end M;`;
    expect(final(text, "z.re z.im real.re real.im")).toEqual([5, 1, 20, 0]);
  });

  it("inner records and arrays of records take theirs too", () => {
    const text = `
      model M
        record P
          Real x;
          Real y = 7;
        end P;
        record Q
          P p;
          Real k;
        end Q;
        function f
          input Real u;
          output Q q(p(x = 2*u), k = 3*u);
        algorithm
        end f;
        function g
          input Real u[2];
          output Real s;
        protected
          P list[2](x = u, each y = 10);
        algorithm
          s := list[1].x + 100*list[2].x + list[1].y*list[2].y;
        end g;
        Q q = f(time);
        Real s = g({time, 2*time});
      end M;`;
    expect(final(text, "q.p.x q.p.y q.k s")).toEqual([2, 7, 3, 1 + 200 + 100]);
  });
});
