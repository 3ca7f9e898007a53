/** What the editor asks the TypeScript service, and what it answers. Places are offsets in the text. */

export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly isError: boolean;
}

export interface Suggestion {
  readonly name: string;
  /** Kind of thing, as TypeScript calls it: "function", "const", "property". */
  readonly kind: string;
}

export interface Explanation {
  readonly from: number;
  readonly to: number;
  readonly signature: string;
  readonly documentation: string;
}

export interface LanguageRequest {
  readonly id: number;
  readonly text: string;
  /** Texts of other files that it imports, by the name behind `from`. */
  readonly parts: Readonly<Record<string, string>>;
  readonly ask:
    | { readonly kind: "problems" }
    | { readonly kind: "suggestions"; readonly at: number }
    | { readonly kind: "details"; readonly at: number; readonly name: string }
    | { readonly kind: "explanation"; readonly at: number };
}

export type LanguageAnswer = {
  readonly id: number;
  readonly problems?: readonly TextProblem[];
  readonly suggestions?: readonly Suggestion[];
  readonly explanation?: Explanation | undefined;
};
