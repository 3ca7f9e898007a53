/** Classes that every model sees: the predefined types, and our side of what the standard library asks of a tool. */
import type { ClassElementSyntax, ClassSyntax } from "../syntax/ast.ts";
import { parseFile } from "../syntax/parser.ts";
import { SourceFile } from "../syntax/sourceFile.ts";

const types = `
type Real end Real;
type Integer end Integer;
type Boolean end Boolean;
type String end String;
type Clock end Clock;
partial class ExternalObject end ExternalObject;
type StateSelect = enumeration(never, avoid, default, prefer, always);
class 'bus'
  expandable connector Bus end Bus;
  Bus bus;
end 'bus';
type AssertionLevel = enumeration(warning, error);
`;

const services = `
package ModelicaServices
  constant String target = "Rattleback";
  package Animation
    model Shape
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialShape;
    end Shape;
    model Surface
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialSurface;
    end Surface;
    model Vector
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialVector;
    end Vector;
  end Animation;
  package ExternalReferences
    function loadResource
      extends Modelica.Utilities.Internal.PartialModelicaServices.ExternalReferences.PartialLoadResource;
      external "C" fileReference = rattleback_loadResource(uri);
    end loadResource;
  end ExternalReferences;
  package Machine
    final constant Real eps = 1e-15;
    final constant Real small = 1e-60;
    final constant Real inf = 1e60;
    final constant Integer Integer_inf = 2147483647;
  end Machine;
  package System
    impure function exit
      extends Modelica.Utilities.Internal.PartialModelicaServices.System.exitBase;
    end exit;
  end System;
  package Types
    type SolverMethod = String;
  end Types;
end ModelicaServices;
`;

const builtInNames: ReadonlySet<string> = new Set(["Real", "Integer", "Boolean", "String", "Clock", "ExternalObject"]);

let cache: ReadonlyMap<string, ClassElementSyntax> | undefined;

export function predefinedClasses(): ReadonlyMap<string, ClassElementSyntax> {
  cache ??= new Map(
    [
      ...parseFile(new SourceFile("predefined", types)).classes,
      ...parseFile(new SourceFile("ModelicaServices", services)).classes,
    ].map((element) => [element.name, element]),
  );
  return cache;
}

export function isBuiltInClass(syntax: ClassSyntax): boolean {
  return syntax.file.name === "predefined" && builtInNames.has(syntax.name);
}
