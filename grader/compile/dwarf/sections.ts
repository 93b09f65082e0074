import { Bytes } from './bytes.ts';

const CODE_SECTION = 10;
const HEADER_BYTES = 8;

export interface ModuleSections {
  /** Where the contents of the code section begin: DWARF counts addresses from there, stack traces from the file's start. */
  readonly codeStart: number;
  /** Custom sections by name, e.g. `.debug_line`. */
  readonly custom: ReadonlyMap<string, Uint8Array>;
}

/** Finds the sections of a WebAssembly module that say where its code comes from. */
export function readSections(wasm: Uint8Array): ModuleSections {
  const bytes = new Bytes(wasm);
  const custom = new Map<string, Uint8Array>();
  let codeStart = 0;
  bytes.at = HEADER_BYTES;
  while (!bytes.atEnd) {
    const id = bytes.u8();
    const size = bytes.unsigned();
    const end = bytes.at + size;
    if (id === CODE_SECTION) codeStart = bytes.at;
    if (id === 0) {
      const nameBytes = bytes.unsigned();
      const name = new TextDecoder().decode(wasm.subarray(bytes.at, bytes.at + nameBytes));
      custom.set(name, wasm.subarray(bytes.at + nameBytes, end));
    }
    bytes.at = end;
  }
  return { codeStart, custom };
}
