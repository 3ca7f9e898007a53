/** Look of a report, on light and on dark ground, on screens of any width. */
export const reportStyle = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2024; --quiet: #5a636d; --line: #d9dee3; --accent: #0b62a8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16191d; --text: #e4e8ec; --quiet: #a3adb8; --line: #343b43; --accent: #6cb8f5; }
}
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.8rem; margin: 0 0 0.25rem; }
h2, details > summary { font-size: 1.15rem; font-weight: 600; margin: 2rem 0 0.5rem; }
details > summary { cursor: pointer; }
.summary { color: var(--quiet); margin: 0; }
.plots { overflow-x: auto; }
.plots svg { width: 100%; min-width: 36rem; height: auto; border-radius: 6px; }
@media (prefers-color-scheme: dark) { .plots > svg { filter: invert(0.91) hue-rotate(180deg); } }
canvas { display: block; width: 100%; aspect-ratio: 16 / 10; max-height: 34rem; border-radius: 6px; touch-action: none; cursor: grab; }
.controls { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; padding: 0.6rem 0; }
.controls input { flex: 1; min-width: 8rem; accent-color: var(--accent); }
.controls output { min-width: 5.5rem; text-align: right; font-variant-numeric: tabular-nums; }
.joints { border: 1px solid var(--line); border-radius: 6px; max-height: 20rem; overflow: auto; }
.joints label { display: grid; grid-template-columns: minmax(6rem, 1fr) 2fr 5.5rem; gap: 0.75rem; align-items: center; }
.joints span { overflow-wrap: anywhere; color: var(--quiet); }
.joints input { accent-color: var(--accent); width: 100%; }
.joints output { text-align: right; font-variant-numeric: tabular-nums; }
button, select { font: inherit; padding: 0.25rem 0.8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); color: var(--text); min-width: 4.5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 1.5rem 0.2rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 400; color: var(--quiet); }
pre { overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: 6px; font-size: 0.85rem; }
`;
