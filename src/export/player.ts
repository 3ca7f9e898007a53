/**
 * The player inside a report: draws PlayerData with WebGL and plays it. Its source text is put into the report, so it must not
 * use anything but its arguments and what every browser has.
 *
 * Light    half from above by the up direction of the normal, half from the camera
 */
import type { moveByScrews } from "../scene/moveByScrews.ts";
import type { PlayerData } from "./playerData.ts";

export function runPlayer(root: HTMLElement, data: PlayerData, moveJoints: typeof moveByScrews): void {
  const find = <T extends Element>(selector: string) => root.querySelector(selector) as unknown as T;
  const canvas = find<HTMLCanvasElement>("canvas");
  const button = find<HTMLButtonElement>("button");
  const slider = find<HTMLInputElement>("input");
  const label = find<HTMLOutputElement>("output");
  const rate = find<HTMLSelectElement>("select");
  const context = canvas.getContext("webgl", { antialias: true, preserveDrawingBuffer: true });
  if (context === null) {
    root.textContent = "This browser has no WebGL, so the animation cannot be shown.";
    return;
  }
  const gl = context;
  gl.getExtension("OES_element_index_uint");

  const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
  const times = new Float32Array(bytes(data.times));
  const poses = data.objects.map((object) => new Float32Array(bytes(object.poses)));
  const sizes = data.objects.map(({ scales }) => (scales === undefined ? undefined : new Float32Array(bytes(scales))));
  const program = makeProgram();
  const place = (name: string) => gl.getUniformLocation(program, name);
  const uniforms = { model: place("model"), view: place("view"), color: place("color"), up: place("up"), lit: place("lit"), eye: place("eye") }; // biome-ignore format: a list
  const geometries = data.geometries.map(({ positions, normals, indices }) => {
    const isSurface = indices !== "";
    const points = new Float32Array(bytes(positions));
    return {
      isSurface,
      positions: upload(gl.ARRAY_BUFFER, points),
      normals: isSurface ? upload(gl.ARRAY_BUFFER, new Float32Array(bytes(normals))) : null,
      indices: isSurface ? upload(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(bytes(indices))) : null,
      count: isSurface ? new Uint32Array(bytes(indices)).length : points.length / 3,
    };
  });

  // camera: angles about and above, distance
  const up = data.up as [number, number, number];
  const side = Math.abs(up[1]) > 0.5 ? [0, 0, 1] : Math.abs(up[2]) > 0.5 ? [1, 0, 0] : [0, 1, 0];
  const right = cross(up, side);
  const along = (axis: readonly number[]) => dot(data.direction, axis);
  let longitude = Math.atan2(along(right), along(side));
  let latitude = Math.asin(Math.max(-1, Math.min(1, along(up))));
  let distance = data.distance;

  const length = times.length > 0 ? times[times.length - 1]! : 0;
  let time = 0;
  let isPlaying = false;
  let lastClock: number | undefined;
  slider.max = String(length);
  slider.step = String(length / 1000 || 1);
  const play = (wanted: boolean) => {
    isPlaying = wanted;
    lastClock = undefined;
    button.textContent = isPlaying ? "Pause" : "Play";
    requestAnimationFrame(tick);
  };
  button.onclick = () => {
    posed = undefined;
    play(!isPlaying);
  };
  slider.oninput = () => {
    posed = undefined;
    time = Number(slider.value);
    draw();
  };

  // joints: sliders follow the run, and move it aside when somebody takes them
  const { posing } = data;
  let posed: (number[] | undefined)[] | undefined;
  const joints = [...root.querySelectorAll<HTMLInputElement>("input[data-joint]")].map((input, k) => ({
    input,
    output: input.nextElementSibling!,
    positions: new Float32Array(bytes(posing!.sliders[k]!.positions)),
    isAngle: posing!.sliders[k]!.isAngle,
    // a run may go beyond the ends of the slider
    position: 0,
  }));
  const setJoint = (joint: (typeof joints)[number], value: number) => {
    const { input, output, isAngle } = joint;
    joint.position = value;
    if (Number(input.value) !== value) input.value = String(value);
    output.textContent = isAngle ? `${((value * 180) / Math.PI).toFixed(1)}°` : `${value.toFixed(3)} m`;
  };
  for (const joint of joints)
    joint.input.oninput = () => {
      if (isPlaying) play(false);
      setJoint(joint, Number(joint.input.value));
      const moves = posing!.screws.map(() => 0);
      posing!.sliders.forEach(({ start, drives }, k) => {
        for (const { screw, factor } of drives) moves[screw]! += factor * (joints[k]!.position - start);
      });
      const first = poses.map((own) => (Number.isNaN(own[0]) ? undefined : own.subarray(0, 7)));
      posed = moveJoints(posing!.screws, posing!.carriers, moves, first);
      draw();
    };

  const pointers = new Map<number, readonly [number, number]>();
  canvas.onpointerdown = (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  };
  canvas.onpointerup = canvas.onpointercancel = (event) => void pointers.delete(event.pointerId);
  canvas.onpointermove = (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    const now = [event.clientX, event.clientY] as const;
    if (other === undefined) {
      longitude -= (now[0] - before[0]) / 150;
      latitude = Math.max(-1.55, Math.min(1.55, latitude + (now[1] - before[1]) / 150));
    } else distance *= apart(before, other) / apart(now, other);
    pointers.set(event.pointerId, now);
    draw();
  };
  canvas.onwheel = (event) => {
    event.preventDefault();
    distance *= Math.exp(event.deltaY / 800);
    draw();
  };
  addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();

  function tick(clock: number): void {
    if (!isPlaying) return;
    const passed = lastClock === undefined ? 0 : (clock - lastClock) / 1000;
    lastClock = clock;
    time += passed * Number(rate.value);
    if (time > length) time = 0;
    draw();
    requestAnimationFrame(tick);
  }

  function draw(): void {
    slider.value = String(time);
    if (posed === undefined) for (const joint of joints) setJoint(joint, positionAt(joint.positions));
    label.textContent = `${(data.startTime + time).toFixed(3)} s`;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    const ground = matchMedia("(prefers-color-scheme: dark)").matches ? [0.13, 0.15, 0.17] : [0.93, 0.94, 0.95];
    gl.clearColor(ground[0]!, ground[1]!, ground[2]!, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(program);
    const c = Math.cos(latitude);
    const away = [0, 1, 2].map(
      (i) => c * Math.sin(longitude) * right[i]! + c * Math.cos(longitude) * side[i]! + Math.sin(latitude) * up[i]!,
    );
    gl.uniformMatrix4fv(uniforms.view, false, viewMatrix(away, width / Math.max(1, height)));
    gl.uniform3fv(uniforms.up, up);
    gl.uniform3fv(uniforms.eye, away);
    // what can be seen through comes last
    for (const isOpaque of [true, false]) {
      data.objects.forEach((object, k) => drawObject(object, k, isOpaque));
    }
  }

  function drawObject({ parts }: PlayerData["objects"][number], number: number, isOpaque: boolean): void {
    const atHand = posed?.[number];
    const pose =
      posed === undefined
        ? poseAt(poses[number]!, sizes[number])
        : atHand && [...atHand, ...(sizes[number]?.subarray(0, 3) ?? [1, 1, 1])];
    if (pose === undefined) return;
    for (const { geometry, scale, offset, color, isLit } of parts) {
      if (color[3]! >= 1 !== isOpaque) continue;
      gl.depthMask(isOpaque);
      gl.uniformMatrix4fv(uniforms.model, false, modelMatrix(pose, scale, offset));
      gl.uniform4fv(uniforms.color, color);
      gl.uniform1f(uniforms.lit, isLit ? 1 : 0);
      const { isSurface, positions, normals, indices, count } = geometries[geometry]!;
      bind(0, positions);
      if (isSurface) bind(1, normals);
      else gl.disableVertexAttribArray(1);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      if (isSurface) gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0);
      else gl.drawArrays(gl.LINES, 0, count);
    }
    gl.depthMask(true);
  }

  function positionAt(positions: Float32Array): number {
    let k = 0;
    while (k + 1 < times.length && times[k + 1]! <= time) k++;
    const next = positions[k + 1];
    if (next === undefined) return positions[k] ?? 0;
    return positions[k]! + ((time - times[k]!) / (times[k + 1]! - times[k]!)) * (next - positions[k]!);
  }

  /** Pose and factors of the size at the time of the picture, between two samples; undefined where the object does not exist. */
  function poseAt(own: Float32Array, size?: Float32Array): number[] | undefined {
    let low = 0;
    let high = own.length / 7 - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle]! <= time) low = middle;
      else high = middle - 1;
    }
    const k = 7 * low;
    if (Number.isNaN(own[k])) return undefined;
    const isHeld = k + 7 >= own.length || Number.isNaN(own[k + 7]);
    const s = isHeld ? 0 : (time - times[low]!) / (times[low + 1]! - times[low]!);
    const pose = [0, 1, 2, 3, 4, 5, 6].map((i) => own[k + i]! + (isHeld ? 0 : s * (own[k + 7 + i]! - own[k + i]!)));
    const norm = Math.hypot(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
    const factors = [0, 1, 2].map((i) => {
      const [here = 1, next = here] = size === undefined ? [] : [size[3 * low + i], size[3 * low + 3 + i]];
      return here + s * (next - here);
    });
    return [...pose.map((value, i) => (i > 2 ? value / norm : value)), ...factors];
  }

  /** Column-major: translation(r)·rotation(q)·factors·translation(offset)·scale. */
  function modelMatrix(pose: number[], scale: readonly number[], offset: readonly number[]): Float32Array {
    const [x, y, z, w, ...factors] = pose.slice(3) as [number, number, number, number, ...number[]];
    const columns = [
      [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
      [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
      [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    ];
    const matrix = new Float32Array(16);
    columns.forEach((column, j) => {
      column.forEach((value, i) => {
        matrix[4 * j + i] = value * scale[j]! * factors[j]!;
        matrix[12 + i]! += value * offset[j]! * factors[j]!;
      });
    });
    for (let i = 0; i < 3; i++) matrix[12 + i]! += pose[i]!;
    matrix[15] = 1;
    return matrix;
  }

  /** Column-major: perspective·look at the centre from the direction `away`. */
  function viewMatrix(away: number[], aspect: number): Float32Array {
    const x = unit(cross(up, away));
    const y = cross(away, x);
    const lead = data.lead < 0 ? undefined : (posed?.[data.lead] ?? poseAt(poses[data.lead]!));
    const eye = (lead ?? data.center).slice(0, 3).map((value, i) => value + distance * away[i]!);
    const f = 1 / 0.36 / Math.max(1, 1.6 / aspect);
    const [near, far] = [distance / 100, distance + 20 * data.radius];
    const rows = [x, y, away].map((axis) => [...axis, -dot(axis, eye)]);
    const matrix = new Float32Array(16);
    for (let j = 0; j < 4; j++) {
      matrix[4 * j] = (f / aspect) * rows[0]![j]!;
      matrix[4 * j + 1] = f * rows[1]![j]!;
      matrix[4 * j + 2] =
        (-(far + near) / (far - near)) * rows[2]![j]! - (j === 3 ? (2 * far * near) / (far - near) : 0);
      matrix[4 * j + 3] = -rows[2]![j]!;
    }
    return matrix;
  }

  function makeProgram(): WebGLProgram {
    const made = gl.createProgram();
    const vertex = `attribute vec3 position; attribute vec3 normal; uniform mat4 model, view; varying vec3 n;
void main() { vec4 p = model * vec4(position, 1.0);
vec3 s = vec3(dot(model[0].xyz, model[0].xyz), dot(model[1].xyz, model[1].xyz), dot(model[2].xyz, model[2].xyz));
n = mat3(model) * (normal / s); gl_Position = view * p; }`;
    const fragment = `precision mediump float; uniform vec4 color; uniform vec3 up, eye; uniform float lit; varying vec3 n;
void main() { vec3 m = normalize(n); float l = 0.5 + 0.25 * dot(m, up) + 0.35 * max(0.0, dot(m, eye));
gl_FragColor = vec4(color.rgb * mix(1.0, l, lit), color.a); }`;
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(made, shader);
    }
    gl.bindAttribLocation(made, 0, "position");
    gl.bindAttribLocation(made, 1, "normal");
    gl.linkProgram(made);
    return made;
  }

  function upload(target: number, values: Float32Array | Uint32Array): WebGLBuffer {
    const buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, values, gl.STATIC_DRAW);
    return buffer;
  }

  function bind(attribute: number, buffer: WebGLBuffer | null): void {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(attribute);
    gl.vertexAttribPointer(attribute, 3, gl.FLOAT, false, 0, 0);
  }

  function apart(a: readonly [number, number], b: readonly [number, number]): number {
    return Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
  }

  function dot(a: readonly number[], b: readonly number[]): number {
    return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  }

  function cross(a: readonly number[], b: readonly number[]): number[] {
    return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
  }

  function unit(v: number[]): number[] {
    const norm = Math.hypot(v[0]!, v[1]!, v[2]!) || 1;
    return v.map((value) => value / norm);
  }
}
