import { type FileHandle, open } from 'node:fs/promises';

/** What `native/emulator/reusable-clang.mjs` writes down: in their order, what to leave out where, and what to put there. */
export interface ClangEdits {
  /** Of the program that they are for. */
  readonly bytes: number;
  readonly edits: readonly (readonly [at: number, out: number, hex: string])[];
}

/**
 * Reads the program with its edits, without a second copy of it.
 * @throws Error for another program
 */
export async function readEdited(path: string, edits: ClangEdits): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    refuseOther(size, edits.bytes);
    const result = new Uint8Array(edits.bytes + growthOf(edits));
    for (const piece of pieces(edits)) {
      if ('hex' in piece) result.set(Buffer.from(piece.hex, 'hex'), piece.to);
      else await readInto(result.subarray(piece.to, piece.to + piece.length), file, piece.from);
    }
    return result;
  } finally {
    await file.close();
  }
}

async function readInto(target: Uint8Array, file: FileHandle, from: number): Promise<void> {
  let at = 0;
  while (at < target.length) {
    const { bytesRead } = await file.read(target, at, target.length - at, from + at);
    if (bytesRead === 0) throw new Error(`the compiler ends at byte ${from + at}`);
    at += bytesRead;
  }
}

/** @returns a copy of the program that can be put back to where it began @throws Error for another program */
export function edited(program: Uint8Array, edits: ClangEdits): Uint8Array<ArrayBuffer> {
  refuseOther(program.length, edits.bytes);
  const result = new Uint8Array(edits.bytes + growthOf(edits));
  for (const piece of pieces(edits)) {
    const bytes =
      'hex' in piece ? Buffer.from(piece.hex, 'hex') : program.subarray(piece.from, piece.from + piece.length);
    result.set(bytes, piece.to);
  }
  return result;
}

/** A part of the result, at `to`: bytes of the program, or other ones. */
type Piece =
  | { readonly to: number; readonly from: number; readonly length: number }
  | { readonly to: number; readonly hex: string };

function* pieces({ bytes, edits }: ClangEdits): Generator<Piece> {
  let [from, to] = [0, 0];
  for (const [at, out, hex] of edits) {
    yield { to, from, length: at - from };
    to += at - from;
    yield { to, hex };
    to += hex.length / 2;
    from = at + out;
  }
  yield { to, from, length: bytes - from };
}

function refuseOther(found: number, bytes: number): void {
  if (found === bytes) return;
  throw new Error(`the compiler has ${found} bytes instead of ${bytes}: another version of @yowasp/clang?`);
}

function growthOf({ edits }: ClangEdits): number {
  return edits.reduce((sum, [, out, hex]) => sum + hex.length / 2 - out, 0);
}
