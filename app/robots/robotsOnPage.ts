/** What the page does with robots and joints, once it is there: takes what is dropped on it, and shows sliders. What reads files is loaded then. */
import type { ViewPane } from "../panels/viewPane.ts";
import type { Studio } from "../session/studio.ts";
import type { RobotModel } from "./robotModel.ts";

export interface PageWithRobots {
  readonly studio: Studio;
  readonly view: ViewPane;
  readonly toolbar: HTMLElement;
  /** Place of the gallery for examples of a Modelica library. */
  readonly examples: HTMLElement;
  open(robot: RobotModel): void;
  openFile(name: string, source: string, options?: { readonly parts: Readonly<Record<string, string>> }): void;
  /** A model, models or a result, as Open… takes them. */
  openText(name: string, text: string): Promise<void>;
  /** A class of a Modelica library. */
  runClass(name: string, source: string, className: string): void;
  say(message: string): void;
}

/** Sliders come with the first scene that has joints. */
export function welcomeRobots(page: PageWithRobots): void {
  const { studio, view, say } = page;
  let hasSliders = false;
  const showSliders = async (): Promise<void> => {
    if (hasSliders || !view.shown?.animation.scene.joints.length) return;
    hasSliders = true;
    const { JointSliders } = await import("./jointSliders.ts");
    view.element.append(new JointSliders(studio, view).element);
  };
  studio.on("view", () => void showSliders());
  void showSliders();
  takeDrops(async (dropped) => {
    try {
      await openDropped(dropped, page);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  });
}

type Dropped = FileSystemEntry | File;

/** A robot, meshes, a Modelica library, a model or a result. */
export async function openDropped(dropped: readonly Dropped[], page: PageWithRobots): Promise<void> {
  const { filesFrom } = await import("./readDrop.ts");
  const files = await filesFrom(dropped);
  const [path = ""] = files.keys();
  const ofModelica = /\.mo$/i;
  if (files.size === 1 && ofModelica.test(path)) page.openFile(path, new TextDecoder().decode(files.get(path)));
  else if ([...files.keys()].some((name) => ofModelica.test(name)))
    await (await import("../modelica/openLibrary.ts")).openLibrary(files, page);
  else if (files.size === 1 && /\.(m?[tj]s|json)$/i.test(path))
    await page.openText(path, new TextDecoder().decode(files.get(path)));
  else if ([...files.keys()].some((name) => meshEndings.test(name)) && !hasDescription(files))
    await addMeshes(files, page);
  else page.open((await import("./robotModel.ts")).robotModel(files));
}

const meshEndings = /\.(stl|obj|ply|glb|gltf|dae)$/i;

function hasDescription(files: ReadonlyMap<string, Uint8Array>): boolean {
  return [...files].some(
    ([name, bytes]) =>
      /\.(urdf|sdf|xml)$/i.test(name) && /<(robot|sdf|mujoco)[\s>]/.test(new TextDecoder().decode(bytes)),
  );
}

/** Into the model that is open, where its text can take them; else into a new one. */
async function addMeshes(
  files: ReadonlyMap<string, Uint8Array>,
  { studio, openFile, say }: PageWithRobots,
): Promise<void> {
  const { emptyScene, withMeshes } = await import("./droppedMesh.ts");
  const { file } = studio;
  const isOpen = file !== undefined && !document.body.classList.contains("in-gallery") && /\.m?[tj]s$/i.test(file.name);
  const into = isOpen ? withMeshes(file.source, files, file.parts) : undefined;
  if (into === undefined) {
    const { source, parts } = withMeshes(emptyScene, files)!;
    openFile("meshes.ts", source, { parts });
  } else {
    studio.addParts(into.parts);
    studio.restore(into.source);
    say(`${into.names.join(", ")} came into the scene.`);
  }
}

function takeDrops(take: (dropped: readonly Dropped[]) => Promise<void>): void {
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    // what was dropped can be asked for only now
    void take(
      [...event.dataTransfer!.items].flatMap((item) => {
        const found = item.kind === "file" ? (item.webkitGetAsEntry() ?? item.getAsFile()) : null;
        return found === null ? [] : [found];
      }),
    );
  });
}
