// The validator of the Khronos Group, which has no types of its own.
import { createRequire } from "node:module";

export interface ValidationReport {
  readonly issues: {
    readonly numErrors: number;
    readonly numWarnings: number;
    readonly messages: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
  };
}

const validator = createRequire(import.meta.url)("gltf-validator") as {
  validateBytes(bytes: Uint8Array): Promise<ValidationReport>;
};

export function validateGltf(bytes: Uint8Array): Promise<ValidationReport> {
  return validator.validateBytes(bytes);
}
