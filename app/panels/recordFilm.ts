/**
 * The animation once from start to end as a film in the model's own time, at the speed of the view: pictures are drawn and encoded one by
 * one (WebCodecs), however long each takes, and stand in the film at their time.
 */
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
} from "mediabunny";
import type { Viewer } from "../../src/viewer/viewer.ts";

export type FilmFormat = "mp4" | "webm";

const framesPerSecond = 30;

export async function recordFilm(
  viewer: Viewer,
  kind: FilmFormat,
  onProgress: (fraction: number) => void,
): Promise<Uint8Array> {
  if (typeof VideoEncoder === "undefined") throw new Error("this browser encodes no films (it lacks WebCodecs)");
  const format = kind === "mp4" ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat();
  // encoders take even sizes only
  const size = { width: viewer.canvas.width & ~1, height: viewer.canvas.height & ~1 };
  const codec = await getFirstEncodableVideoCodec(format.getSupportedVideoCodecs(), size);
  if (codec === null) throw new Error(`this browser has no encoder for ${kind === "mp4" ? "MP4" : "WebM"}`);
  const picture = new OffscreenCanvas(size.width, size.height);
  const context = picture.getContext("2d", { alpha: false })!;
  const output = new Output({ format, target: new BufferTarget() });
  const source = new CanvasSource(picture, { codec, bitrate: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  viewer.pause();
  const { startTime, endTime, time } = viewer;
  const count = Math.max(1, Math.round(((endTime - startTime) * framesPerSecond) / viewer.speed));
  try {
    for (let frame = 0; frame <= count; frame++) {
      viewer.seek(startTime + (frame / count) * (endTime - startTime));
      viewer.render();
      context.drawImage(viewer.canvas, 0, 0);
      await source.add(frame / framesPerSecond, 1 / framesPerSecond);
      onProgress(frame / count);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    viewer.seek(time);
  }
  return new Uint8Array(output.target.buffer!);
}
