/** Small drawings of what can stand in a scene: for the palette and for the tree. */
import type { TreeNode } from "./sceneTree.ts";

const drawings: Readonly<Record<string, string>> = {
  Box: '<path d="M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8"/>',
  Sphere: '<circle cx="12" cy="12" r="8"/><ellipse cx="12" cy="12" rx="8" ry="3"/>',
  Cylinder: '<ellipse cx="12" cy="6" rx="6" ry="2.5"/><path d="M6 6v12c0 3.3 12 3.3 12 0V6"/>',
  Beam: '<rect x="2" y="9" width="20" height="6" rx="3"/>',
  Link: '<rect x="2" y="8" width="20" height="8" rx="4"/><circle cx="6" cy="12" r="1.6"/><circle cx="18" cy="12" r="1.6"/>',
  Cone: '<path d="M12 4L6 18c0 3 12 3 12 0z"/><path d="M6 18c0-3 12-3 12 0" stroke-dasharray="2 2"/>',
  Capsule: '<rect x="7" y="3" width="10" height="18" rx="5"/>',
  Ellipsoid: '<ellipse cx="12" cy="12" rx="9" ry="5.5"/><ellipse cx="12" cy="12" rx="3.5" ry="5.5"/>',
  Frame: '<path d="M6 18V5M6 18h13M6 18l6-6M4 7l2-2 2 2M17 16l2 2-2 2"/>',
  world: '<path d="M2 16h20M5 16l-3 4M10 16l-3 4M15 16l-3 4M20 16l-3 4M12 16V5M9 8l3-3 3 3"/>',
  joint: '<circle cx="12" cy="12" r="3.5"/><path d="M2 12h6.5M15.5 12H22M12 4a8 8 0 0 1 7 4"/>',
  component: '<rect x="4" y="4" width="16" height="16" rx="2"/><path d="M4 9h16"/>',
  part: '<circle cx="12" cy="12" r="2"/>',
};

export function sceneIcon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "scene-icon");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = drawings[name] ?? drawings["part"]!;
  return svg;
}

export function iconOf({ kind, detail }: TreeNode): SVGSVGElement {
  if (kind === "frame") return sceneIcon("Frame");
  if (kind === "solid" || kind === "visual") return sceneIcon(detail.split(",")[0] || "Box");
  return sceneIcon(kind);
}
