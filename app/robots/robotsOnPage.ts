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
  openFile(name: string, source: string): void;
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

/** A robot, a Modelica library, or a file of Modelica. */
export async function openDropped(dropped: readonly Dropped[], page: PageWithRobots): Promise<void> {
  const { filesFrom } = await import("./readDrop.ts");
  const files = await filesFrom(dropped);
  const [path = ""] = files.keys();
  const ofModelica = /\.mo$/i;
  if (files.size === 1 && ofModelica.test(path)) page.openFile(path, new TextDecoder().decode(files.get(path)));
  else if ([...files.keys()].some((name) => ofModelica.test(name)))
    (await import("../modelica/openLibrary.ts")).openLibrary(files, page.studio, page, page.runClass);
  else page.open((await import("./robotModel.ts")).robotModel(files));
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
