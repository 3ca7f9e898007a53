/** Units as they are read: `N*m` and `N.m` → `N·m`, `m/s^2` → `m/s²`; nothing for pure numbers. */

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function unitText(unit: string): string {
  if (unit === "1") return "";
  return unit.replace(/\s*[*.]\s*/g, "·").replace(/(?<=[\p{L}°)])\^?\(?([-+]?\d+)\)?/gu, (_, power: string) =>
    power
      .replace("+", "")
      .replace("-", "⁻")
      .replace(/\d/g, (digit) => raised[Number(digit)]!),
  );
}
