// Runs inside the page: controls without a name, and text that does not stand out from its ground by 4.5 : 1.

export function accessibilityProblems(): string[] {
  const levels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string): number => {
    const [r, g, b] = levels(color)
      .slice(0, 3)
      .map((level) => level / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const groundOf = (element: Element | null): string => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if ((levels(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
  const problems = new Set<string>();

  for (const control of document.querySelectorAll("button, input, select, textarea, [role=button], [tabindex='0']")) {
    if (!isVisible(control)) continue;
    const labels = "labels" in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const name = [
      control.getAttribute("aria-label"),
      control.getAttribute("title"),
      control.textContent,
      ...labels.map((label) => label.textContent),
    ].find((text) => text !== null && text.trim() !== "");
    if (name === undefined) problems.add(`no name: ${control.outerHTML.slice(0, 120)}`);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { parentElement: element, textContent } = texts.currentNode;
    if (element === null || textContent?.trim() === "" || !isVisible(element)) continue;
    if (element.closest(":disabled, script, style, noscript") !== null) continue;
    const [front, back] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))];
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (contrast < 4.5)
      problems.add(
        `contrast ${contrast.toFixed(1)}: "${textContent!.trim().slice(0, 30)}" in ${element.className || element.tagName}`,
      );
  }
  return [...problems];
}
