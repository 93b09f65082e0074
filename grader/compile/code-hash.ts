import type { CompileResult } from './program.ts';

/**
 * Identifies what a source compiles to, wherever its lines and columns are: two sources with the same one do the same.
 * @param sha256 - of text and bytes, hexadecimal
 * @returns null where it does not compile
 */
export function codeHash(
  compiled: CompileResult,
  sha256: (...parts: (string | Uint8Array)[]) => string,
): string | null {
  if (compiled.status !== 'compiled') return null;
  const { host, device } = compiled;
  const tables = {
    kernels: device.kernels.map(({ position: _, ...kernel }) => kernel),
    sites: device.sites.map(({ kind, bytes }) => [kind, bytes]),
    shared: device.sharedArrays.map(({ offset, bytes }) => [offset, bytes]),
    variables: device.variables,
    waiting: device.waiting,
  };
  return sha256(JSON.stringify(tables), ...sections(host.wasm), ...sections(device.wasm));
}

const HEADER_BYTES = 8;

/** A module's sections but for the custom ones, which hold names and lines. */
function sections(wasm: Uint8Array): Uint8Array[] {
  const kept: Uint8Array[] = [];
  for (let at = HEADER_BYTES; at < wasm.length; ) {
    const start = at;
    const id = wasm[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++] ?? 0;
      size += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    at += size;
    if (id !== 0) kept.push(wasm.subarray(start, at));
  }
  return kept;
}
