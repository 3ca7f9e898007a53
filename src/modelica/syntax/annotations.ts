/** Annotations, parsed when someone asks for one entry: the text between the brackets is a list of modifications. */
import type { AnnotationSyntax, ModifierSyntax } from "./ast.ts";
import { parseModifiers } from "./parser.ts";
import type { SourceFile } from "./sourceFile.ts";

const parsed = new WeakMap<AnnotationSyntax, readonly ModifierSyntax[]>();

function annotationEntries(file: SourceFile, annotation: AnnotationSyntax | undefined): readonly ModifierSyntax[] {
  if (annotation === undefined) return [];
  let entries = parsed.get(annotation);
  if (entries === undefined) {
    entries = parseModifiers(file, annotation.from, annotation.to);
    parsed.set(annotation, entries);
  }
  return entries;
}

/** All entries of that name. */
export function annotationsNamed(
  file: SourceFile,
  annotation: AnnotationSyntax | undefined,
  name: string,
): readonly ModifierSyntax[] {
  if (annotation === undefined) return [];
  // most annotations do not have what is asked for: the text tells without parsing
  if (!file.text.slice(annotation.from, annotation.to).includes(name)) return [];
  return annotationEntries(file, annotation).filter(({ path }) => path.length === 1 && path[0] === name);
}

/** true for `annotation(name = true)`. */
export function hasTrueAnnotation(file: SourceFile, annotation: AnnotationSyntax | undefined, name: string): boolean {
  const [entry] = annotationsNamed(file, annotation, name);
  const binding = entry?.modification?.binding;
  return binding?.kind === "boolean" && binding.value;
}
