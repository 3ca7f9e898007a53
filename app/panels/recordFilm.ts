/**
 * The animation once from start to end as a WebM film, at the speed of the view. Every picture is drawn for the film, however long it
 * takes: on a slow computer the film takes longer to make and to play, but no picture is missing.
 */
import type { Viewer } from "../../src/viewer/viewer.ts";

const framesPerSecond = 30;

export async function recordFilm(viewer: Viewer): Promise<Uint8Array> {
  // pictures are taken when they are asked for
  const stream = viewer.canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, { mimeType: "video/webm" });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  viewer.pause();
  recorder.start();
  const { startTime, endTime } = viewer;
  const count = Math.max(1, Math.round(((endTime - startTime) * framesPerSecond) / viewer.speed));
  for (let frame = 0; frame <= count; frame++) {
    const due = performance.now() + 1000 / framesPerSecond;
    viewer.seek(startTime + (frame / count) * (endTime - startTime));
    viewer.render();
    track!.requestFrame();
    await new Promise(requestAnimationFrame);
    const rest = due - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  recorder.stop();
  await ended;
  track!.stop();
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
