/**
 * Which names at the level of a module are written by its functions, and whether anything can come between writing and reading them.
 *
 * A function that touches such a name is a *leaf* when everything that it calls, all the way down, is a function of this project that is
 * known by its name, or a standard one below, and when none of them waits (`await`, `yield`). Nothing that a user, a model or another
 * run brings can then happen before it returns. Names are looked up in the texts, without types: a call of a method counts as foreign
 * unless it is one that flat arrays have.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** Methods that write into what they belong to. */
const writing = /^(?:set|fill|copyWithin|push|pop|set(?:Float|Int|Uint|Big)\w*)$/;
/** Methods of flat arrays; the functions that some of them are given are read where they stand. */
const methodsOfArrays = /^(?:subarray|slice|indexOf|forEach|toString|get(?:Float|Int|Uint|Big)\w*)$/;
const methodsOfMaps = new Set(["get", "set", "has", "clear"]);
const standardObjects = new Set(["Math", "Number", "Object", "Float64Array"]);
const standardNames = new Set(["Number", "BigInt", "Error", "Float64Array", "Int32Array"]);

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

interface Module {
  readonly file: string;
  readonly functions: ReadonlyMap<string, FunctionNode>;
  /** Names taken from other modules: `[file, name]`, or `[file, "*"]` for a module as a whole. */
  readonly imports: ReadonlyMap<string, readonly [string, string]>;
  readonly values: ReadonlyMap<string, ts.Expression>;
  readonly exported: ReadonlySet<string>;
  readonly source: ts.SourceFile;
}

const modules = new Map<string, Module>();

export function readModule(file: string, text?: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(file, text ?? readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const functions = new Map<string, FunctionNode>();
  const imports = new Map<string, readonly [string, string]>();
  const values = new Map<string, ts.Expression>();
  const exported = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      functions.set(statement.name.text, statement);
      if (isExported(statement)) exported.add(statement.name.text);
    } else if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!ts.isIdentifier(name) || initializer === undefined) continue;
        if (isExported(statement)) exported.add(name.text);
        if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
          functions.set(name.text, initializer);
        else values.set(name.text, initializer);
      }
    else if (
      (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
      statement.moduleSpecifier !== undefined &&
      ts.isStringLiteral(statement.moduleSpecifier)
    ) {
      const from = join(dirname(file), statement.moduleSpecifier.text);
      const bindings = ts.isImportDeclaration(statement)
        ? statement.importClause?.namedBindings
        : statement.exportClause;
      if (bindings === undefined) continue;
      if (ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, [from, "*"]);
      else if (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
        for (const one of bindings.elements) imports.set(one.name.text, [from, (one.propertyName ?? one.name).text]);
    }
  }
  const module = { file, functions, imports, values, exported, source };
  modules.set(file, module);
  return module;
}

const isExported = (node: ts.HasModifiers): boolean =>
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** The name at the root of `name.a[b].c`. */
function rootOf(node: ts.Expression): string | undefined {
  let at = node;
  while (ts.isElementAccessExpression(at) || ts.isPropertyAccessExpression(at) || ts.isNonNullExpression(at))
    at = at.expression;
  return ts.isIdentifier(at) ? at.text : undefined;
}

const isAssignment = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  node.operatorToken.kind <= ts.SyntaxKind.LastAssignment &&
  // made once, by the first who asks
  node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionEqualsToken;

function everyNode(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => everyNode(child, see));
}

/** What can be written into: arrays that are not empty, records, what a function or a constructor without arguments makes. */
const writable = /^(?:new (?:DataView|\w+Array)\((?!0\))|new \w+\(\)$|\w+\(\)$|\w+Array\.|\{|\[)/;

/** Names at the level of a module that functions of the module write into, or hand to others who may. */
export function writtenNames(module: Module): string[] {
  const found = new Set<string>();
  const textOf = (name: string): string => module.values.get(name)?.getText(module.source) ?? "";
  const add = (name: string | undefined): void => {
    if (name !== undefined && writable.test(textOf(name))) found.add(name);
  };
  const see = (node: ts.Node): void => {
    if (isAssignment(node) && !ts.isIdentifier(node.left)) add(rootOf(node.left));
    if (!ts.isCallExpression(node)) return;
    const callee = node.expression;
    if (ts.isPropertyAccessExpression(callee) && writing.test(callee.name.text)) add(rootOf(callee.expression));
    for (const argument of node.arguments)
      if (ts.isIdentifier(argument) && /^(?:new (?!Set|Map|WeakMap)|\w+\(\)$)/.test(textOf(argument.text)))
        add(argument.text);
  };
  for (const statement of module.source.statements)
    if (!ts.isExpressionStatement(statement) && !ts.isForOfStatement(statement)) everyNode(statement, see);
  return [...found];
}

const mentions = (node: ts.Node, names: ReadonlySet<string>): boolean => {
  let found = false;
  everyNode(node, (child) => {
    if (ts.isIdentifier(child) && names.has(child.text) && !isPropertyName(child)) found = true;
  });
  return found;
};

const isPropertyName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

/** Why functions that touch the names are not leaves, one sentence each. */
export function reasonsAgainstLeaves(module: Module, names: readonly string[]): string[] {
  const reasons: string[] = [];
  const touched = new Set(names);
  for (const name of names) if (module.exported.has(name)) reasons.push(`${module.file}: ${name} is exported`);
  for (const statement of module.source.statements)
    for (const [label, node] of functionsOf(statement))
      if (mentions(node, touched)) reasons.push(...follow(module, label, node, new Set()));
  return [...new Set(reasons)];
}

/** The functions that begin in a statement, with methods of classes. */
function functionsOf(statement: ts.Statement): [string, ts.Node][] {
  if (ts.isClassDeclaration(statement))
    return statement.members.map((member) => [
      `${statement.name?.text}.${member.name?.getText() ?? "constructor"}`,
      member,
    ]);
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? "default", statement]];
  if (!ts.isVariableStatement(statement)) return [];
  const found: [string, ts.Node][] = [];
  everyNode(statement, (node) => {
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node))
      found.push([node.parent.getText().slice(0, 30).split(/\W/)[0]!, node]);
  });
  return found;
}

/** Everything that a function calls, down to the last. */
function follow(module: Module, label: string, node: ts.Node, done: Set<string>): string[] {
  const here = `${module.file} ${label}`;
  if (done.has(here)) return [];
  done.add(here);
  const reasons: string[] = [];
  const locals = new Map<string, FunctionNode>();
  everyNode(node, (child) => {
    if (ts.isVariableDeclaration(child) && child.initializer !== undefined && ts.isArrowFunction(child.initializer))
      locals.set(child.name.getText(), child.initializer);
  });
  everyNode(node, (child) => {
    if (ts.isAwaitExpression(child) || ts.isYieldExpression(child)) reasons.push(`${here} waits`);
    if (ts.isNewExpression(child) && !standardNames.has(child.expression.getText()))
      reasons.push(`${here} makes a ${child.expression.getText()}`);
    if (!ts.isCallExpression(child)) return;
    const callee = child.expression;
    const text = callee.getText();
    if (ts.isIdentifier(callee)) {
      if (standardNames.has(text) || locals.has(text)) return;
      const given = parameterOf(callee, node);
      if (given === undefined) reasons.push(...followName(module, text, here, done));
      else reasons.push(...followArguments(module, label, given, here, done));
      return;
    }
    if (ts.isPropertyAccessExpression(callee)) {
      const owner = callee.expression.getText();
      const whole = module.imports.get(owner);
      if (whole?.[1] === "*") reasons.push(...followName(readModule(whole[0]), callee.name.text, here, done));
      else if (!isStandard(module, owner, callee.name.text)) reasons.push(`${here} calls ${text}`);
      return;
    }
    reasons.push(`${here} calls ${text}`);
  });
  return reasons;
}

const isStandard = (module: Module, owner: string, method: string): boolean =>
  standardObjects.has(owner) ||
  writing.test(method) ||
  methodsOfArrays.test(method) ||
  (methodsOfMaps.has(method) && /^new Map\b/.test(module.values.get(owner)?.getText(module.source) ?? ""));

/** The function that a name stands for, through imports. */
function followName(module: Module, name: string, here: string, done: Set<string>): string[] {
  const own = module.functions.get(name);
  if (own !== undefined) return follow(module, name, own, done);
  const [file, original] = module.imports.get(name) ?? [];
  if (file === undefined || original === undefined) return [`${here} calls ${name}`];
  return followName(readModule(file), original, here, done);
}

/** Which parameter of the function around it a name is. */
function parameterOf(name: ts.Identifier, around: ts.Node): number | undefined {
  if (!ts.isFunctionLike(around)) return undefined;
  const place = around.parameters.findIndex((parameter) => parameter.name.getText() === name.text);
  return place < 0 ? undefined : place;
}

/** A function that is given as an argument is known when the module alone calls, always with functions of its own. */
function followArguments(module: Module, label: string, place: number, here: string, done: Set<string>): string[] {
  if (module.exported.has(label)) return [`${here} calls what it is given, and is exported`];
  const reasons: string[] = [];
  everyNode(module.source, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== label) return;
    const argument = node.arguments[place];
    if (argument !== undefined && ts.isIdentifier(argument))
      reasons.push(...followName(module, argument.text, here, done));
    else reasons.push(`${here} calls what it is given`);
  });
  return reasons;
}
