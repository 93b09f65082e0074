/** A type of WebAssembly's numbers. */
export type ValueType = 'i32' | 'i64' | 'f32' | 'f64';

/** The import of a module with its type. */
export interface ModuleImport {
  readonly module: string;
  readonly name: string;
  /** null for what is not a function of numbers. */
  readonly type: FunctionType | null;
}

export interface FunctionType {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const [TYPES, IMPORTS] = [1, 2] as const;
const FUNCTION_TYPE = 0x60;
const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const;
const VALUES: ReadonlyMap<number, ValueType> = new Map([
  [0x7f, 'i32'],
  [0x7e, 'i64'],
  [0x7d, 'f32'],
  [0x7c, 'f64'],
]);

/**
 * Returns the imports of a module with their types, which `WebAssembly.Module.imports` does not tell.
 * @returns null for bytes that do not have the form of a module as Clang's linker writes it
 */
export function importsOf(wasm: Uint8Array): readonly ModuleImport[] | null {
  try {
    return readImports(new Reader(wasm));
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

class Malformed extends Error {}

/** Reads bytes from their beginning on, and nothing beyond their end. */
class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new Malformed();
    return byte;
  }

  /** An unsigned LEB128 of 32 bits. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Malformed();
  }

  name(): string {
    const length = this.number();
    if (length > this.#bytes.length - this.at) throw new Malformed();
    this.at += length;
    return new TextDecoder().decode(this.#bytes.subarray(this.at - length, this.at));
  }
}

function readImports(reader: Reader): ModuleImport[] {
  for (const byte of MAGIC) if (reader.byte() !== byte) throw new Malformed();
  let types: readonly (FunctionType | null)[] = [];
  while (!reader.isAtEnd) {
    const section = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (section === TYPES) types = readTypes(reader);
    if (section === IMPORTS) return list(reader, () => readImport(reader, types));
    reader.at = end;
  }
  return [];
}

function readTypes(reader: Reader): (FunctionType | null)[] {
  const values = () => list(reader, () => VALUES.get(reader.byte()) ?? null);
  return list(reader, () => {
    if (reader.byte() !== FUNCTION_TYPE) throw new Malformed();
    const [parameters, results] = [values(), values()];
    return isNumbers(parameters) && isNumbers(results) ? { parameters, results } : null;
  });
}

function isNumbers(types: readonly (ValueType | null)[]): types is readonly ValueType[] {
  return types.every((type) => type !== null);
}

function readImport(reader: Reader, types: readonly (FunctionType | null)[]): ModuleImport {
  const [module, name, kind] = [reader.name(), reader.name(), reader.byte()];
  if (kind === KIND.function) return { module, name, type: types[reader.number()] ?? null };
  if (kind !== KIND.table && kind !== KIND.memory && kind !== KIND.global) throw new Malformed();
  if (kind === KIND.table || kind === KIND.global) reader.byte();
  if (kind === KIND.global) reader.byte();
  else if ((reader.number() & 1) === 1) [reader.number(), reader.number()];
  else reader.number();
  return { module, name, type: null };
}

function list<Item>(reader: Reader, read: () => Item): Item[] {
  const count = reader.number();
  const items: Item[] = [];
  for (let index = 0; index < count; index++) items.push(read());
  return items;
}
