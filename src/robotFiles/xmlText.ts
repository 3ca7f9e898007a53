/** XML to write: elements with attributes, indented. */

export interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | readonly number[] | undefined>>;
  readonly children?: readonly (XmlNode | undefined)[];
}

export function writeXml(node: XmlNode, indent = ""): string {
  const attributes = Object.entries(node.attributes ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escaped(valueText(value))}"`],
  );
  const children = (node.children ?? []).filter((child) => child !== undefined);
  const head = `${indent}<${node.name}${attributes.join("")}`;
  if (children.length === 0) return `${head}/>\n`;
  return `${head}>\n${children.map((child) => writeXml(child, `${indent}  `)).join("")}${indent}</${node.name}>\n`;
}

/** Numbers are written with all of their digits. */
function valueText(value: string | number | readonly number[]): string {
  return typeof value === "object" ? value.map((x) => String(x + 0)).join(" ") : String(value);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
