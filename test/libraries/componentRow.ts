/** The row of a component in the tables of docs/libraries.md, made from its definition. */
import { ExpressionText, ModelDefinition, ParameterDeclaration, VariableDeclaration } from "rattleback";

export function componentRow(name: string, model: ModelDefinition): string {
  const connectors: string[] = [];
  const parameters: string[] = [];
  for (const [entry, value] of model.entries) {
    if (value instanceof ModelDefinition) connectors.push(`\`${entry}\``);
    else if (value instanceof VariableDeclaration) {
      const { input, output } = value.attributes;
      if (input === true) connectors.push(`\`${entry}\` (in)`);
      else if (output === true) connectors.push(`\`${entry}\` (out)`);
    } else if (value instanceof ParameterDeclaration) {
      const { value: given, unit, description } = value.attributes;
      const shown = given instanceof ExpressionText ? given.text : JSON.stringify(given);
      const unitText = unit === undefined || unit === null || unit === "1" ? "" : ` ${unit}`;
      parameters.push(`\`${entry} = ${shown}${unitText}\` ${description}`.replaceAll("|", "\\|"));
    }
  }
  return `| \`${name}\` | ${model.description} | ${connectors.join(", ")} | ${parameters.join("<br>")} |`;
}
