/** The animation once from start to end as a WebM film, as fast as it plays. */
import type { Viewer } from "../../src/viewer/viewer.ts";

const framesPerSecond = 30;

export async function recordFilm(viewer: Viewer): Promise<Uint8Array> {
  const recorder = new MediaRecorder(viewer.canvas.captureStream(framesPerSecond), { mimeType: "video/webm" });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  const wasLooping = viewer.loop;
  viewer.loop = false;
  viewer.seek(viewer.startTime);
  recorder.start();
  viewer.play();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (viewer.isPlaying) requestAnimationFrame(look);
      else resolve();
    };
    requestAnimationFrame(look);
  });
  recorder.stop();
  await ended;
  viewer.loop = wasLooping;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
