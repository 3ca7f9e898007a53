/** The style of the studio's panes for a part of another page: inside a shadow root, with the colours of the system. */
import style from "../style.css?inline";

const own = `
:host { display: block; font: 14px/1.45 var(--sans); color: var(--text); }
.embedded { display: flex; flex-direction: column; gap: 8px; height: 100%; min-height: 12rem; }
.embedded .view-pane { flex: none; height: var(--view-height, 22rem); max-height: none; min-height: 0; }
.embedded .plots-pane { flex: 1 1 auto; min-height: 0; }
.embedded .panel { min-height: 200px; flex: 1 0 200px; }
.embedded .invalid { color: var(--danger); }
`;

export function embeddedStyle(): string {
  return (
    style
      .replaceAll(':root:not([data-theme="light"])', ":host")
      .replaceAll(':root[data-theme="dark"]', ':host([data-theme="dark"])')
      .replaceAll(":root", ":host") + own
  );
}
