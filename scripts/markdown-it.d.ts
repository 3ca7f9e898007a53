/** What of markdown-it is used here; it comes without declarations. */
declare module "markdown-it" {
  interface Token {
    readonly content: string;
    readonly info: string;
    readonly tag: string;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }
  type Rule = (tokens: Token[], index: number, options: object, env: unknown, self: { renderToken: Rule }) => string;
  export default class MarkdownIt {
    constructor(options: { readonly html: boolean; readonly linkify: boolean });
    readonly renderer: { readonly rules: Record<string, Rule | undefined>; renderToken: Rule };
    render(text: string): string;
  }
}
