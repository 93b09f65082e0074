import { open } from 'node:fs/promises';

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
export async function readEdited(path: string, { bytes, edits }: ClangEdits): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    refuseOther(size, bytes);
    const result = new Uint8Array(bytes + growthOf(edits));
    let [from, to] = [0, 0];
    const read = async (end: number) => {
      while (from < end) {
        const { bytesRead } = await file.read(result, to, end - from, from);
        if (bytesRead === 0) throw new Error(`${path} ends at byte ${from}`);
        from += bytesRead;
        to += bytesRead;
      }
    };
    for (const [at, out, hex] of edits) {
      await read(at);
      result.set(Buffer.from(hex, 'hex'), to);
      to += hex.length / 2;
      from = at + out;
    }
    await read(bytes);
    return result;
  } finally {
    await file.close();
  }
}

/** @returns a copy of the program that can be put back to where it began @throws Error for another program */
export function edited(program: Uint8Array, { bytes, edits }: ClangEdits): Uint8Array<ArrayBuffer> {
  refuseOther(program.length, bytes);
  const result = new Uint8Array(bytes + growthOf(edits));
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

function refuseOther(found: number, bytes: number): void {
  if (found === bytes) return;
  throw new Error(`the compiler has ${found} bytes instead of ${bytes}: another version of @yowasp/clang?`);
}

function growthOf(edits: ClangEdits['edits']): number {
  return edits.reduce((sum, [, out, hex]) => sum + hex.length / 2 - out, 0);
}
