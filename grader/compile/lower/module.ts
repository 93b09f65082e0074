import { Input, Output } from './bytes.ts';
import { CodeLowering } from './code.ts';
import { OffsetMap } from './offsets.ts';

const [CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3, 4, 5, 6];
const [EXPORT, ELEMENT, CODE, DATA] = [7, 9, 10, 11];
const HEADER_BYTES = 8;
/** Flags of the limits of a memory or table. */
const [HAS_MAXIMUM, HAS_64_BITS] = [1, 4];
const [I32_CONST, I64_CONST, END] = [0x41, 0x42, 0x0b];
/** The kind of a global variable in exports and imports. */
const OF_GLOBAL = 3;
/** `(global (mut i64) (i64.const 0))` */
const FAULT_VARIABLE = [0x7e, 1, I64_CONST, 0, END];
/** The export of a host module that has the address of an access which trapped, if no memory can have it; else 0. */
export const FAULT_ADDRESS = '__emu_host_fault_address';
/** The most pages of a memory with 32-bit addresses, and the most elements of a table. */
const [MOST_PAGES, MOST_ELEMENTS] = [65_536, 0xffffffff];

/**
 * Makes a module for a 32-bit memory from one that Clang compiled for wasm64: addresses and function pointers stay
 * 64-bit numbers, and are shortened right before each access and each call. What the code computes does not change.
 *
 * A module with line tables (DWARF) keeps them as they are. A custom section then says where each instruction was
 * before (`offsetsIn`).
 * @param wasm - linked, with one memory and one table
 * @param options.border - where addresses begin that its memory cannot have. An access there traps, and the global
 * variable {@link FAULT_ADDRESS} then has its address. Without it, the high half of an address is ignored
 * @throws Error for a module with other instructions than Clang writes for the project
 */
export function lowerMemory64(wasm: Uint8Array, options: { readonly border?: number } = {}): Uint8Array<ArrayBuffer> {
  const input = new Input(wasm, HEADER_BYTES);
  const out = new Output(wasm.length + (wasm.length >> 2));
  out.copy(wasm, 0, HEADER_BYTES);
  const section = new Output(wasm.length);
  const module = new Module(input);
  const border = () => (options.border === undefined ? null : { address: options.border, global: module.faultAddress });
  const offsets = new OffsetMap();
  let hasLines = false;
  while (input.at < wasm.length) {
    const at = input.at;
    const id = input.u8();
    const size = input.unsigned();
    const end = input.at + size;
    section.clear();
    if (id === CUSTOM) hasLines ||= input.name() === '.debug_line';
    else if (id === TYPE) module.readTypes();
    else if (id === FUNCTION) module.readFunctions();
    else if (id === IMPORT) module.lowerImports(section);
    else if (id === TABLE) module.lowerTables(section);
    else if (id === MEMORY) module.lowerMemories(section);
    else if (id === GLOBAL && options.border !== undefined) module.addFaultAddress(section);
    else if (id === EXPORT && options.border !== undefined) module.exportFaultAddress(section);
    else if (id === ELEMENT) module.lowerElements(section);
    else if (id === DATA) module.lowerData(section);
    else if (id === CODE) module.lowerCode(section, new CodeLowering(border()), offsets);
    else input.at = end;
    if (section.length === 0) {
      input.at = end;
      out.copy(wasm, at, end);
      continue;
    }
    if (input.at !== end) throw new Error(`section ${id} of a WebAssembly file has another length than it says`);
    out.u8(id);
    out.unsigned(section.length);
    out.add(section.view());
  }
  if (hasLines) out.add(offsets.section());
  return out.view().slice();
}

/** Lowers sections; each function begins at the section's content in the input, and ends after it. */
class Module {
  readonly #input: Input;
  /** The number of parameters of each function type. */
  readonly #parameters: number[] = [];
  /** Type numbers of the functions with a body. */
  readonly #types: number[] = [];
  #importedGlobals = 0;
  #faultAddress: number | null = null;

  constructor(input: Input) {
    this.#input = input;
  }

  readTypes(): void {
    const { at } = this.#input;
    for (let left = this.#input.unsigned(); left > 0; left--) {
      if (this.#input.u8() !== 0x60) throw new Error('a WebAssembly file has a type that is not a function');
      const parameters = this.#input.unsigned();
      this.#skipBytes(parameters);
      this.#skipBytes(this.#input.unsigned());
      this.#parameters.push(parameters);
    }
    this.#input.at = at;
  }

  readFunctions(): void {
    for (let left = this.#input.unsigned(); left > 0; left--) this.#types.push(this.#input.unsigned());
  }

  lowerImports(out: Output): void {
    this.#list(out, () => {
      this.#copy(out, () => {
        this.#input.name();
        this.#input.name();
      });
      const kind = this.#input.u8();
      out.u8(kind);
      if (kind === 0) this.#copy(out, () => this.#input.skip());
      else if (kind === 1) this.#lowerTable(out);
      else if (kind === 2) this.#limits(out, MOST_PAGES);
      else if (kind === OF_GLOBAL) this.#importGlobal(out);
      else throw new Error(`a WebAssembly file imports something of kind ${kind}`);
    });
  }

  lowerTables(out: Output): void {
    this.#list(out, () => this.#lowerTable(out));
  }

  lowerMemories(out: Output): void {
    this.#list(out, () => this.#limits(out, MOST_PAGES));
  }

  /** Adds the variable of {@link FAULT_ADDRESS} as the last one. */
  addFaultAddress(out: Output): void {
    const count = this.#input.unsigned();
    this.#faultAddress = this.#importedGlobals + count;
    out.unsigned(count + 1);
    this.#copy(out, () => {
      for (let left = count; left > 0; left--) {
        this.#skipBytes(2);
        const op = this.#input.u8();
        if (op !== I32_CONST && op !== I64_CONST)
          throw new Error('a WebAssembly file has a global variable that is not an integer');
        this.#input.skip();
        this.#skipBytes(1);
      }
    });
    out.add(FAULT_VARIABLE);
  }

  /** The number of the variable of {@link FAULT_ADDRESS}. */
  get faultAddress(): number {
    if (this.#faultAddress === null) throw new Error('a WebAssembly file has no global variables');
    return this.#faultAddress;
  }

  exportFaultAddress(out: Output): void {
    const count = this.#input.unsigned();
    out.unsigned(count + 1);
    this.#copy(out, () => {
      for (let left = count; left > 0; left--) {
        this.#input.name();
        this.#skipBytes(1);
        this.#input.skip();
      }
    });
    const name = new TextEncoder().encode(FAULT_ADDRESS);
    out.unsigned(name.length);
    out.add(name);
    out.u8(OF_GLOBAL);
    out.unsigned(this.faultAddress);
  }

  lowerElements(out: Output): void {
    this.#list(out, () => {
      const flags = this.#input.unsigned();
      if (flags !== 0) throw new Error(`a WebAssembly file has table elements of kind ${flags}`);
      out.unsigned(flags);
      this.#start(out);
      this.#copy(out, () => {
        for (let left = this.#input.unsigned(); left > 0; left--) this.#input.skip();
      });
    });
  }

  lowerData(out: Output): void {
    this.#list(out, () => {
      const flags = this.#input.unsigned();
      if (flags !== 0) throw new Error(`a WebAssembly file has data of kind ${flags}`);
      out.unsigned(flags);
      this.#start(out);
      this.#copy(out, () => this.#skipBytes(this.#input.unsigned()));
    });
  }

  lowerCode(out: Output, code: CodeLowering, offsets: OffsetMap): void {
    const content = this.#input.at;
    const count = this.#input.unsigned();
    if (count !== this.#types.length) throw new Error('a WebAssembly file has a function without a body');
    out.unsigned(count);
    for (const type of this.#types) code.lower(this.#input, this.#parameters[type] ?? 0, content, out, offsets);
  }

  #importGlobal(out: Output): void {
    this.#importedGlobals += 1;
    this.#copy(out, () => this.#skipBytes(2));
  }

  #list(out: Output, lower: () => void): void {
    const count = this.#input.unsigned();
    out.unsigned(count);
    for (let left = count; left > 0; left--) lower();
  }

  #lowerTable(out: Output): void {
    this.#copy(out, () => this.#input.u8());
    this.#limits(out, MOST_ELEMENTS);
  }

  #limits(out: Output, most: number): void {
    const flags = this.#input.u8();
    if ((flags & ~(HAS_MAXIMUM | HAS_64_BITS)) !== 0) throw new Error(`a WebAssembly file has limits of kind ${flags}`);
    out.u8(flags & HAS_MAXIMUM);
    const minimum = this.#input.unsigned();
    if (minimum > most)
      throw new Error(`a WebAssembly file needs ${minimum} pages or elements; the maximum is ${most}`);
    out.unsigned(minimum);
    if (flags & HAS_MAXIMUM) out.unsigned(Math.min(this.#input.unsigned(), most));
  }

  /** Lowers the place where elements or data begin. */
  #start(out: Output): void {
    const op = this.#input.u8();
    if (op !== I64_CONST && op !== I32_CONST) throw new Error('a WebAssembly file has data at an address that varies');
    const address = this.#input.signed();
    if (this.#input.u8() !== END) throw new Error('a WebAssembly file has data at a computed address');
    out.u8(I32_CONST);
    out.signed(Number(BigInt.asIntN(32, address)));
    out.u8(END);
  }

  #skipBytes(count: number): void {
    this.#input.at += count;
  }

  #copy(out: Output, read: () => void): void {
    const { at } = this.#input;
    read();
    out.copy(this.#input.bytes, at, this.#input.at);
  }
}
