import type { Relocation, Span, WasmModule } from './module.ts';
import { Reader } from './reader.ts';

/** Numbers of instructions that are treated one by one. Those with a prefix: 0xfc00 and their own number. */
export const OP = {
  unreachable: 0x00,
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  drop: 0x1a,
  select: 0x1b,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  i64Const: 0x42,
  /** All of them are between these two: the result is 0 or 1. */
  firstComparison: 0x45,
  lastComparison: 0x66,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32And: 0x71,
  i32Or: 0x72,
  i32Shl: 0x74,
  i64Add: 0x7c,
  i64Sub: 0x7d,
  i64And: 0x83,
  i64Or: 0x84,
  i64Shl: 0x86,
  i32WrapI64: 0xa7,
  i64ExtendI32S: 0xac,
  i64ExtendI32U: 0xad,
  memoryCopy: 0xfc0a,
  memoryFill: 0xfc0b,
} as const;

/** Bytes that a load or a store accesses, by its number. */
const WIDTHS: ReadonlyMap<number, number> = new Map([
  ...[4, 8, 4, 8, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4].map((bytes, i) => [0x28 + i, bytes] as const),
  ...[4, 8, 4, 8, 1, 2, 1, 2, 4].map((bytes, i) => [0x36 + i, bytes] as const),
]);
const FIRST_STORE = 0x36;

export interface Access {
  readonly bytes: number;
  readonly stores: boolean;
}

/** The load or store that an instruction is; `null` for all others. */
export function accessOf(op: number): Access | null {
  const bytes = WIDTHS.get(op);
  return bytes === undefined ? null : { bytes, stores: op >= FIRST_STORE };
}

export interface Instruction {
  readonly op: number;
  /** From the start of the file. */
  readonly at: number;
  readonly end: number;
  /** The first immediate: an index, a constant (NaN if it is not exact), the offset of an access, a label. */
  readonly value: number;
  /** Of a block: its parameters and results. Of a table of branches: the labels. */
  readonly parameters: number;
  readonly results: number;
  readonly labels: readonly number[];
  readonly relocation: Relocation | null;
}

export interface Body {
  /** Types of the locals, without the parameters. */
  readonly locals: readonly number[];
  readonly instructions: readonly Instruction[];
}

/** How many operands an instruction without immediates pops and pushes; `null` for one that is not known. */
export function arithmetic(op: number): { readonly pops: number } | null {
  if (op === 0x45 || op === 0x50 || within(op, 0x67, 0x69) || within(op, 0x79, 0x7b) || within(op, 0x8b, 0x91))
    return { pops: 1 };
  if (within(op, 0x99, 0x9f) || within(op, 0xa7, 0xc4) || within(op, 0xfc00, 0xfc07)) return { pops: 1 };
  if (within(op, 0x46, 0x4f) || within(op, 0x51, 0x66) || within(op, 0x6a, 0x78) || within(op, 0x7c, 0x8a))
    return { pops: 2 };
  return within(op, 0x92, 0x98) || within(op, 0xa0, 0xa6) ? { pops: 2 } : null;
}

function within(op: number, first: number, last: number): boolean {
  return op >= first && op <= last;
}

/** An instruction that is not in the tables: whoever reads it cannot say what it does. */
export class UnknownInstruction extends Error {
  readonly at: number;

  constructor(op: number, at: number) {
    super(`WebAssembly instruction 0x${op.toString(16)}`);
    this.at = at;
  }
}

/** Takes a function apart. @throws UnknownInstruction for an instruction that is not known */
export function decode(module: WasmModule, span: Span): Body {
  const r = new Reader(module.bytes, span.start);
  const locals: number[] = [];
  for (let groups = r.unsigned(); groups > 0; groups--) {
    const count = r.unsigned();
    const type = r.u8();
    if (count > 100_000) throw new UnknownInstruction(type, r.at);
    for (let i = 0; i < count; i++) locals.push(type);
  }
  const instructions: Instruction[] = [];
  while (r.at < span.end) {
    const at = r.at;
    const byte = r.u8();
    const op = byte === 0xfc ? 0xfc00 + r.unsigned() : byte;
    let value = 0;
    let parameters = 0;
    let results = 0;
    let labels: readonly number[] = NONE;
    let relocated = r.at;
    if (WIDTHS.has(op)) {
      r.skip();
      relocated = r.at;
      value = r.unsigned64();
    } else if (op === OP.block || op === OP.loop || op === OP.if) {
      const type = r.u8();
      if (type >= 0x7c && type <= 0x7f) results = 1;
      else if (type !== 0x40) {
        r.at--;
        const known = module.types[r.signed()];
        if (!known) throw new UnknownInstruction(op, at);
        parameters = known.parameters.length;
        results = known.results.length;
      }
    } else if (op === OP.br || op === OP.brIf || op === OP.call || (op >= OP.localGet && op <= OP.globalSet)) {
      value = r.unsigned();
    } else if (op === OP.brTable) labels = Array.from({ length: r.unsigned() + 1 }, () => r.unsigned());
    else if (op === OP.callIndirect) {
      value = r.unsigned();
      if (r.unsigned() !== 0) throw new UnknownInstruction(op, at);
    } else if (op === OP.i32Const) value = r.signed();
    else if (op === OP.i64Const) value = r.signed64();
    else if (op === 0x43) r.at += 4;
    else if (op === 0x44) r.at += 8;
    else if (op === OP.memoryCopy) {
      if (r.u8() !== 0 || r.u8() !== 0) throw new UnknownInstruction(op, at);
    } else if (op === OP.memoryFill) {
      if (r.u8() !== 0) throw new UnknownInstruction(op, at);
    } else if (!PLAIN.has(op) && !arithmetic(op)) throw new UnknownInstruction(op, at);
    const relocation = module.codeRelocations.get(relocated) ?? null;
    instructions.push({ op, at, end: r.at, value, parameters, results, labels, relocation });
  }
  return { locals, instructions };
}

const NONE: readonly number[] = [];
const PLAIN: ReadonlySet<number> = new Set([OP.unreachable, OP.nop, OP.else, OP.end, OP.return, OP.drop, OP.select]);
