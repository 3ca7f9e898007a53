/** Robots that are dropped on the page, as a file, a folder or an archive. What reads them is loaded then. */
import type { RobotModel } from "./robotModel.ts";

export function takeDrops(open: (robot: Promise<RobotModel>) => Promise<void>, say: (message: string) => void): void {
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    // what was dropped can be asked for only now
    const dropped = [...event.dataTransfer!.items].flatMap((item) => {
      const found = item.kind === "file" ? (item.webkitGetAsEntry() ?? item.getAsFile()) : null;
      return found === null ? [] : [found];
    });
    const robot = import("./readDrop.ts").then(({ robotFrom }) => robotFrom(dropped));
    open(robot).catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
  });
}
