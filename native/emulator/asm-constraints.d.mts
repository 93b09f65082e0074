/** @returns edits of Clang's program as of reusable-clang.mjs */
export function constraintEdits(program: Uint8Array): (readonly [at: number, out: number, hex: string])[];
