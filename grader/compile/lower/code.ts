import { type Input, Output } from './bytes.ts';
import type { OffsetMap } from './offsets.ts';

const [I32, I64, F32, F64] = [0x7f, 0x7e, 0x7d, 0x7c];
const [BR_TABLE, CALL_INDIRECT, RETURN_CALL_INDIRECT, SELECT_TYPED] = [0x0e, 0x11, 0x13, 0x1c];
const [LOCAL_GET, LOCAL_SET, LOCAL_TEE] = [0x20, 0x21, 0x22];
const [FIRST_LOAD, FIRST_STORE, LAST_STORE, MEMORY_SIZE, MEMORY_GROW] = [0x28, 0x36, 0x3e, 0x3f, 0x40];
const [I32_CONST, I64_CONST, F32_CONST, F64_CONST] = [0x41, 0x42, 0x43, 0x44];
const [DROP, I64_GT_U, I32_SUB, I32_OR] = [0x1a, 0x56, 0x6b, 0x72];
const [UNREACHABLE, IF, END, NO_RESULT, GLOBAL_SET] = [0x00, 0x04, 0x0b, 0x40, 0x24];
const [I32_WRAP_I64, I64_EXTEND_I32_S, I64_EXTEND_I32_U] = [0xa7, 0xac, 0xad];
const [PREFIXED, MEMORY_COPY, MEMORY_FILL] = [0xfc, 10, 11];

/** The type of what each store stores, from `i32.store` to `i64.store32`. */
const STORED = [I32, I64, F32, F64, I32, I32, I64, I64, I64];
/** 2^32 - 1 as an immediate of `i64.const`. */
const LARGEST_ADDRESS = [0xff, 0xff, 0xff, 0xff, 0x0f];
/** Numbers that follow an instruction without a case of its own; the others are not known. */
const NUMBERS: readonly (readonly [first: number, last: number, numbers: number])[] = [
  [0x00, 0x01, 0],
  [0x02, 0x04, 1],
  [0x05, 0x05, 0],
  [0x0b, 0x0b, 0],
  [0x0c, 0x0d, 1],
  [0x0f, 0x0f, 0],
  [0x10, 0x10, 1],
  [0x12, 0x12, 1],
  [0x1a, 0x1b, 0],
  [0x20, 0x24, 1],
  [0x41, 0x42, 1],
  [0x45, 0xc4, 0],
  [0xd0, 0xd0, 1],
  [0xd1, 0xd1, 0],
  [0xd2, 0xd2, 1],
];
const COUNT_OF: readonly number[] = Array.from(
  { length: 256 },
  (_, op) => NUMBERS.find(([first, last]) => op >= first && op <= last)?.[2] ?? -1,
);

/** The start of the addresses that no memory of the module can have. An access there stores its address, and traps. */
export interface Border {
  readonly address: number;
  /** The number of the 64-bit global variable that the address is stored to. */
  readonly global: number;
}

/** Lowers the bodies of a module's functions, one after the other. */
export class CodeLowering {
  readonly #border: { readonly compare: Uint8Array; readonly trap: Uint8Array } | null;
  readonly #body = new Output(1 << 16);
  /** Stretches of the body being written: where they begin in it, and in the input. */
  readonly #stretches: number[] = [];
  /** Local variables that were added to the function, by their use. */
  readonly #added = new Map<string, { readonly index: number; readonly type: number }>();
  #firstAdded = 0;

  /** @param border - absent if the high half of an address is ignored, as that of a number of bytes */
  constructor(border: Border | null) {
    this.#border = border && instructionsFor(border);
  }

  /**
   * Lowers one body.
   * @param input - at the size of the body; afterwards after it
   * @param parameters - how many parameters the function has
   * @param content - the start of the code section's content, in the input
   * @throws Error for an instruction that is not known
   */
  lower(input: Input, parameters: number, content: number, out: Output, offsets: OffsetMap): void {
    const size = input.unsigned();
    const [start, end] = [input.at, input.at + size];
    const groups: number[] = [];
    let locals = parameters;
    for (let left = input.unsigned(); left > 0; left--) {
      const count = input.unsigned();
      groups.push(count, input.u8());
      locals += count;
    }
    this.#firstAdded = locals;
    this.#added.clear();
    this.#body.clear();
    this.#stretches.length = 0;
    this.#instructions(input, end);
    const header = new Output(64);
    header.unsigned(groups.length / 2 + this.#added.size);
    for (let i = 0; i < groups.length; i += 2) {
      header.unsigned(groups[i] ?? 0);
      header.u8(groups[i + 1] ?? 0);
    }
    for (const { type } of this.#added.values()) header.add([1, type]);
    out.unsigned(header.length + this.#body.length);
    offsets.add(out.length, start - content);
    out.add(header.view());
    for (let i = 0; i < this.#stretches.length; i += 2)
      offsets.add(out.length + (this.#stretches[i] ?? 0), (this.#stretches[i + 1] ?? 0) - content);
    out.add(this.#body.view());
  }

  #instructions(input: Input, end: number): void {
    const { bytes } = input;
    let copied = input.at;
    this.#stretch(copied);
    /** Copies the unchanged code before an instruction that is changed. */
    const copyTo = (at: number) => {
      this.#body.copy(bytes, copied, at);
      this.#stretch(at);
    };
    const resume = () => {
      copied = input.at;
      this.#stretch(copied);
    };
    while (input.at < end) {
      const at = input.at;
      const op = input.u8();
      if (op >= FIRST_LOAD && op <= LAST_STORE) {
        copyTo(at);
        this.#access(op, input);
        resume();
      } else if (op === MEMORY_SIZE || op === MEMORY_GROW) {
        input.skip();
        copyTo(at);
        if (op === MEMORY_GROW) this.#number('pages');
        this.#body.add([op, 0, op === MEMORY_SIZE ? I64_EXTEND_I32_U : I64_EXTEND_I32_S]);
        resume();
      } else if (op === CALL_INDIRECT || op === RETURN_CALL_INDIRECT) {
        copyTo(at);
        this.#number('callee');
        copied = at;
        this.#stretch(at);
        input.skip();
        input.skip();
      } else if (op === PREFIXED) {
        const extended = input.unsigned();
        if (extended === MEMORY_COPY || extended === MEMORY_FILL) {
          copyTo(at);
          this.#bulk(extended, input);
          resume();
        } else if (extended > 7) unknown(`0xfc ${extended}`);
      } else if (op === BR_TABLE) for (let left = input.unsigned() + 1; left > 0; left--) input.skip();
      else if (op === F32_CONST) input.at += 4;
      else if (op === F64_CONST) input.at += 8;
      else if (op === SELECT_TYPED) for (let left = input.unsigned(); left > 0; left--) input.u8();
      else {
        const numbers = COUNT_OF[op] ?? -1;
        if (numbers < 0) unknown(`0x${op.toString(16)}`);
        for (let left = numbers; left > 0; left--) input.skip();
      }
    }
    if (input.at !== end) throw new Error('a function of a WebAssembly file ends inside an instruction');
    this.#body.copy(bytes, copied, end);
  }

  #access(op: number, input: Input): void {
    const alignment = input.unsigned();
    const offset = input.offset();
    const isStore = op >= FIRST_STORE;
    const stored = isStore ? (STORED[op - FIRST_STORE] ?? I32) : null;
    if (stored !== null) this.#local(LOCAL_SET, `stored ${stored}`, stored);
    this.#address('address');
    // No memory reaches there, so the access traps.
    if (offset === Number.POSITIVE_INFINITY) this.#body.add([DROP, I32_CONST, 0x7f]);
    if (stored !== null) this.#local(LOCAL_GET, `stored ${stored}`, stored);
    this.#body.u8(op);
    this.#body.unsigned(alignment);
    this.#body.unsigned(offset === Number.POSITIVE_INFINITY ? 0xffffffff : offset);
  }

  #bulk(op: number, input: Input): void {
    const memories = op === MEMORY_COPY ? [input.u8(), input.u8()] : [input.u8()];
    if (memories.some((memory) => memory !== 0)) unknown('for a second memory');
    this.#number('bytes');
    this.#local(LOCAL_SET, 'bytes', I32);
    if (op === MEMORY_COPY) this.#address('source');
    this.#local(LOCAL_SET, 'second', I32);
    this.#address('address');
    this.#local(LOCAL_GET, 'second', I32);
    this.#local(LOCAL_GET, 'bytes', I32);
    this.#body.add([PREFIXED, op, ...memories]);
  }

  /** Makes 32 bits of the 64-bit address of an access, which is on the stack. */
  #address(use: string): void {
    if (this.#border) {
      this.#local(LOCAL_TEE, use, I64);
      this.#body.add(this.#border.compare);
      this.#local(LOCAL_GET, use, I64);
      this.#body.add(this.#border.trap);
      this.#local(LOCAL_GET, use, I64);
    }
    this.#body.u8(I32_WRAP_I64);
  }

  /** Makes 32 bits of the 64-bit number on the stack; of one that is larger it makes 2^32 - 1 where this is checked. */
  #number(use: string): void {
    if (!this.#border) {
      this.#body.u8(I32_WRAP_I64);
      return;
    }
    this.#local(LOCAL_TEE, use, I64);
    this.#body.add([I32_WRAP_I64, I32_CONST, 0]);
    this.#local(LOCAL_GET, use, I64);
    this.#body.add([I64_CONST, ...LARGEST_ADDRESS, I64_GT_U, I32_SUB, I32_OR]);
  }

  #local(op: number, use: string, type: number): void {
    const name = `${type} ${use}`;
    let local = this.#added.get(name);
    if (!local) {
      local = { index: this.#firstAdded + this.#added.size, type };
      this.#added.set(name, local);
    }
    this.#body.u8(op);
    this.#body.unsigned(local.index);
  }

  #stretch(before: number): void {
    this.#stretches.push(this.#body.length, before);
  }
}

/** `compare` has the address on the stack, and so has `trap`. */
function instructionsFor({ address, global }: Border): { compare: Uint8Array; trap: Uint8Array } {
  const [compare, trap] = [new Output(16), new Output(16)];
  compare.u8(I64_CONST);
  compare.signed(address - 1);
  compare.add([I64_GT_U, IF, NO_RESULT]);
  trap.u8(GLOBAL_SET);
  trap.unsigned(global);
  trap.add([UNREACHABLE, END]);
  return { compare: compare.view(), trap: trap.view() };
}

function unknown(what: string): never {
  throw new Error(`WebAssembly instruction ${what} cannot be lowered to a 32-bit memory`);
}
