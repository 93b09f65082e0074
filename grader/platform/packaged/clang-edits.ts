/** What `native/emulator/reusable-clang.mjs` writes down: in their order, what to leave out where, and what to put there. */
export interface ClangEdits {
  /** Of the program that they are for. */
  readonly bytes: number;
  readonly edits: readonly (readonly [at: number, out: number, hex: string])[];
}

/** @returns a copy of the program that can be put back to where it began @throws Error for another program */
export function edited(program: Uint8Array, { bytes, edits }: ClangEdits): Uint8Array<ArrayBuffer> {
  if (program.length !== bytes) {
    throw new Error(`the compiler has ${program.length} bytes instead of ${bytes}: another version of @yowasp/clang?`);
  }
  const grown = edits.reduce((sum, [, out, hex]) => sum + hex.length / 2 - out, 0);
  const result = new Uint8Array(bytes + grown);
  let [from, to] = [0, 0];
  const put = (part: ArrayLike<number>) => {
    result.set(part, to);
    to += part.length;
  };
  for (const [at, out, hex] of edits) {
    put(program.subarray(from, at));
    put((hex.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16)));
    from = at + out;
  }
  put(program.subarray(from));
  return result;
}
