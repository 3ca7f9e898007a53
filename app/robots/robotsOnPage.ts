/** What the page does with robots and joints, once it is there: takes what is dropped on it, and shows sliders. What reads files is loaded then. */
import type { ViewPane } from "../panels/viewPane.ts";
import type { Studio } from "../session/studio.ts";
import type { RobotModel } from "./robotModel.ts";

export interface PageWithRobots {
  readonly studio: Studio;
  readonly view: ViewPane;
  open(robot: RobotModel): void;
  say(message: string): void;
}

/** Sliders come with the first scene that has joints. */
export function welcomeRobots({ studio, view, open, say }: PageWithRobots): void {
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
      open(await robotFrom(dropped));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  });
}

type Dropped = FileSystemEntry | File;

export async function robotFrom(dropped: readonly Dropped[]): Promise<RobotModel> {
  return (await import("./readDrop.ts")).robotFrom(dropped);
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
