/**
 * Keeps the engine in its cage: a frame of an origin of its own, without network, in which a worker runs the user's code. Ending it
 * means removing the frame, whatever the code is doing.
 */
import { h } from "../dom.ts";
import { librariesNamedIn, libraryFile } from "../engine/libraryNames.ts";
import type { EngineMessage, LibraryContents, PageMessage } from "../protocol.ts";
import type { EngineFiles } from "./engineFiles.ts";
import { MessageGuard } from "./messageGuard.ts";

export type EngineListener = (message: EngineMessage) => void;

export class EngineHost {
  private readonly files: EngineFiles;
  private code: Promise<string> | undefined;
  /** Texts of scripts that were loaded, by file. */
  private readonly libraries = new Map<string, Promise<Readonly<Record<string, string>>>>();
  private readonly listener: EngineListener;
  private frame: HTMLIFrameElement | undefined;
  private port: MessagePort | undefined;
  private waiting: PageMessage[] = [];
  /** Files that every engine gets. */
  private contents: LibraryContents | undefined;

  constructor(files: EngineFiles, listener: EngineListener) {
    this.listener = listener;
    this.files = files;
  }

  /** Loads the text of the engine, once. */
  load(): Promise<string> {
    if (this.code === undefined) {
      this.code = this.files.text("engine.js");
      // told when the engine is needed
      this.code.catch(() => {});
    }
    return this.code;
  }

  /** Starts the engine in advance, so that the first run begins at once. */
  prepare(): void {
    if (this.frame === undefined) void this.start();
  }

  setLibrary(files: LibraryContents): void {
    this.contents = files;
    this.port?.postMessage({ kind: "library", files } satisfies PageMessage);
  }

  post(message: PageMessage): void {
    this.prepare();
    if (this.port === undefined) this.waiting.push(message);
    else this.port.postMessage(message);
  }

  /** Loads the parts of the engine that these texts need, and hands them to it. */
  async sendLibraries(texts: readonly string[]): Promise<void> {
    const files = librariesNamedIn(texts).map(libraryFile);
    for (const file of files)
      if (!this.libraries.has(file))
        this.libraries.set(
          file,
          this.files.text(file).then((text) => JSON.parse(text) as Record<string, string>),
        );
    try {
      const scripts = await Promise.all(files.map((file) => this.libraries.get(file)!));
      if (scripts.length > 0)
        this.post({ kind: "scripts", texts: Object.assign({}, ...scripts) as Record<string, string> });
    } catch (error) {
      // the next run tries again
      for (const file of files) this.libraries.delete(file);
      throw error;
    }
  }

  /** Ends whatever runs. Nothing arrives after this. */
  kill(): void {
    this.port?.close();
    this.frame?.remove();
    this.frame = undefined;
    this.port = undefined;
    this.waiting = [];
  }

  private async start(): Promise<void> {
    const frame = h("iframe", { sandbox: "allow-scripts", title: "Engine", hidden: true });
    this.frame = frame;
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    try {
      const { src, srcdoc } = { src: undefined, srcdoc: undefined, ...(await this.files.frame()) };
      if (this.frame !== frame) return;
      frame.setAttribute(src === undefined ? "srcdoc" : "src", (src ?? srcdoc)!);
      document.body.append(frame);
      const [code] = await Promise.all([this.load(), loaded]);
      if (this.frame !== frame) return;
      const channel = new MessageChannel();
      const guard = new MessageGuard();
      channel.port1.onmessage = ({ data }) => {
        // messages that were on their way when this engine was ended
        if (this.port !== channel.port1) return;
        let message: EngineMessage;
        try {
          message = guard.accept(data, performance.now());
        } catch (error) {
          this.fail(error, "stop the run; the model itself does this");
          return;
        }
        this.listener(message);
      };
      // the frame has an opaque origin, so no other target can be named
      frame.contentWindow!.postMessage({ code }, "*", [channel.port2]);
      this.port = channel.port1;
      if (this.contents !== undefined) this.setLibrary(this.contents);
      for (const message of this.waiting.splice(0)) this.port.postMessage(message);
    } catch (error) {
      this.fail(error, "reload the page");
    }
  }

  private fail(error: unknown, hint: string): void {
    this.kill();
    const what = error instanceof Error ? error.message : String(error);
    this.listener({ kind: "done", error: { code: "E-ENGINE", what, where: "", because: "", hint, place: undefined } });
  }
}
