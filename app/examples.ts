/** The examples that come with the page. */

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  /** Texts of other files that it imports. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Address of a picture; undefined when there is none. */
  readonly picture: string | undefined;
  /** Heading in the gallery. */
  readonly group: string;
  /** Number and heading in the course. */
  readonly step: number;
  readonly chapter: string;
  /** 1 for first steps, 3 for the advanced. */
  readonly level: 1 | 2 | 3;
}

export async function loadExamples(): Promise<Example[]> {
  const response = await fetch("examples.json");
  if (!response.ok) throw new Error(`The examples could not be loaded (${response.status}).`);
  return (await response.json()) as Example[];
}
