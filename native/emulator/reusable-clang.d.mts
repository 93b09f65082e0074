export function reusableEdits(program: Uint8Array): {
  readonly bytes: number;
  readonly edits: readonly (readonly [at: number, out: number, hex: string])[];
};
