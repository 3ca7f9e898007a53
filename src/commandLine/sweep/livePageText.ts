/** The page of a running sweep, in one piece. Text of models and errors is set as text, never as markup. */
export const livePageText = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sweep</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
  h1 { font-size: 1.2rem; margin: 0; }
  progress { width: 100%; height: 1rem; }
  canvas { width: 100%; height: 22rem; border: 1px solid #8886; }
  table { border-collapse: collapse; width: 100%; }
  td { border-top: 1px solid #8886; padding: 0.2rem 0.5rem 0.2rem 0; vertical-align: top; }
  .row { display: flex; gap: 1rem; align-items: baseline; flex-wrap: wrap; margin: 0.5rem 0; }
  button { font: inherit; }
</style>
<div class="row"><h1 id="title">Sweep</h1><span id="progress" role="status"></span><button id="cancel">Call off</button></div>
<progress id="bar" max="1" value="0" aria-label="runs done"></progress>
<div class="row"><label>across <select id="x"></select></label><label>upwards <select id="y"></select></label></div>
<canvas id="plot" role="img" aria-label="scatter plot of the runs that are done"></canvas>
<ul id="notices"></ul>
<table id="failures" aria-label="failed runs"></table>
<script>
const at = (id) => document.getElementById(id);
let last;
const columnsOf = (select, columns, present) => {
  if (select.options.length === columns.length) return;
  select.replaceChildren(...columns.map((name, k) => new Option(name, k)));
  select.selectedIndex = present;
};
const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });
function draw() {
  const canvas = at("plot"), scale = devicePixelRatio, pen = canvas.getContext("2d");
  const width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * scale; canvas.height = height * scale;
  pen.scale(scale, scale);
  const [i, j] = [at("x").selectedIndex, at("y").selectedIndex];
  const points = last.rows.filter((row) => Number.isFinite(row[i]) && Number.isFinite(row[j])).map((row) => [row[i], row[j]]);
  if (points.length === 0) return;
  const range = (k) => points.reduce(([low, high], point) => [Math.min(low, point[k]), Math.max(high, point[k])], [Infinity, -Infinity]);
  const [[x0, x1], [y0, y1]] = [range(0), range(1)];
  const place = (value, low, high, size) => 40 + (high > low ? (value - low) / (high - low) : 0.5) * (size - 60);
  pen.fillStyle = getComputedStyle(document.body).color;
  pen.font = "12px system-ui";
  const number = (value) => String(Number(value.toPrecision(4)));
  pen.fillText(number(x0), 40, height - 8); pen.fillText(number(x1), width - 60, height - 8);
  pen.fillText(number(y0), 2, height - 30); pen.fillText(number(y1), 2, 20);
  pen.fillStyle = "#3b7dd8";
  for (const [x, y] of points) pen.fillRect(place(x, x0, x1, width) - 1.5, height - place(y, y0, y1, height) - 1.5, 3, 3);
}
function show(state) {
  last = state;
  const { title, total, done, failed, seconds, isOver, failures, notices, columns } = state;
  document.title = done + "/" + total + " " + title;
  at("title").textContent = title;
  const rate = done / seconds;
  const rest = rate > 0 && !isOver ? ", about " + Math.ceil((total - done) / rate) + " s left" : "";
  at("progress").textContent = done + " of " + total + " runs, " + failed + " failed, " + rate.toFixed(1) + " per second" + rest + (isOver ? ", over" : "");
  at("bar").max = total || 1; at("bar").value = done;
  at("cancel").disabled = isOver;
  columnsOf(at("x"), columns, Math.min(1, columns.length - 1));
  columnsOf(at("y"), columns, columns.length - 1);
  at("notices").replaceChildren(...notices.map((line) => text("li", line)));
  at("failures").replaceChildren(...failures.map(({ run, code, message }) => {
    const row = document.createElement("tr");
    row.append(text("td", "run " + run), text("td", code), text("td", message.split("\\n")[0]));
    return row;
  }));
  draw();
}
async function look() {
  try {
    const state = await (await fetch("state")).json();
    show(state);
    if (state.isOver) return;
  } catch {
    at("progress").textContent += " (the sweep has ended)";
    at("cancel").disabled = true;
    return;
  }
  setTimeout(look, 500);
}
at("cancel").onclick = () => fetch("cancel", { method: "POST", headers: { "x-rattleback": "cancel" } });
at("x").onchange = at("y").onchange = draw;
look();
</script>
`;
