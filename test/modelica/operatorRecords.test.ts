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
