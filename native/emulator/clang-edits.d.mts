import type { EditError } from './wasm-program.mjs';

/** What to leave out where, and what to put there instead. */
export type Change = readonly [at: number, out: number, hex: string];

export interface Edit {
  readonly name: string;
  readonly does: string;
  /** Why no option of Clang does it. */
  readonly why: string;
  /** How it finds its places. */
  readonly finds: string;
  readonly make: (program: Uint8Array) => readonly Change[];
}

export const EDITS: readonly Edit[];
/** Tries each edit. */
export function tryEdits(
  program: Uint8Array,
  edits?: readonly Edit[],
): { readonly name: string; readonly changes: readonly Change[]; readonly error: EditError | null }[];
/** Makes all edits. */
export function clangEdits(
  program: Uint8Array,
  edits?: readonly Edit[],
): { readonly bytes: number; readonly edits: readonly Change[] };
