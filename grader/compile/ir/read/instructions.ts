import type { Attribute } from './attributes.ts';
import { nameOf } from './names.ts';
import type { Type } from './types.ts';
import type { TypedValue, Value } from './values.ts';

/** Metadata that is attached to an instruction, a function or a variable: `, !dbg !12`. */
export interface Attachment {
  /** `dbg`, `llvm.loop` and so on. */
  readonly name: string;
  /** The number of its node; empty if what is attached is no node. */
  readonly node: string;
  /** The place of the comma or the space before it. */
  readonly at: number;
  readonly end: number;
}

export interface Label {
  /** The name of the block. */
  readonly name: string;
  /** The name as it stands in IR. */
  readonly text: string;
}

export interface Argument {
  readonly type: Type;
  readonly attributes: readonly Attribute[];
  readonly value: Value;
  /** The place of its type. */
  readonly at: number;
}

/** Inline assembly that a call names. */
export interface Assembly {
  /** In LLVM's form, with its characters in the place of escaped bytes. */
  readonly template: string;
  readonly constraints: string;
}

/** The number after `align`. */
export interface Alignment {
  readonly bytes: number;
  /** The place of the number. */
  readonly at: number;
  readonly end: number;
}

interface Common {
  /** The whole line. */
  readonly text: string;
  /** The name of the value that it defines, with its sigil. */
  readonly result: string | null;
  /** Names of the values and symbols that it uses, with their sigils, in their order; labels are not among them. */
  readonly uses: readonly string[];
  readonly attachments: readonly Attachment[];
}

interface Access {
  readonly type: Type;
  readonly pointer: Value;
  readonly align: Alignment | null;
  readonly volatile: boolean;
  /** The orders of an atomic access, as `acq_rel` and `monotonic`; none if it is not atomic. */
  readonly orders: readonly string[];
}

export type Load = Common & Access & { readonly kind: 'load' };
export type Store = Common & Access & { readonly kind: 'store'; readonly value: Value };
export type AtomicUpdate = Common &
  Access & { readonly kind: 'atomicrmw'; readonly operation: string; readonly value: Value };
export type CompareAndSwap = Common &
  Access & { readonly kind: 'cmpxchg'; readonly expected: Value; readonly desired: Value };
export type Alloca = Common & {
  readonly kind: 'alloca';
  readonly type: Type;
  /** The number of elements; `null` if it is one. */
  readonly count: TypedValue | null;
  readonly align: Alignment | null;
  /** The place of its type, and the place after its type and its count. */
  readonly at: number;
  readonly end: number;
};
export type ElementAddress = Common & {
  readonly kind: 'getelementptr';
  readonly sourceType: Type;
  readonly base: TypedValue;
  readonly indexes: readonly TypedValue[];
};
export type Call = Common & {
  readonly kind: 'call';
  /** `tail`, `musttail`, `notail` or nothing, and its place. */
  readonly tail: string;
  readonly tailAt: number;
  /** The attributes before the type of the result. */
  readonly attributes: readonly Attribute[];
  /** The type of the result; of a function with a variable number of arguments, that of the function. */
  readonly type: Type;
  readonly callee: Value | null;
  /** Inline assembly, if that is what is called. */
  readonly assembly: Assembly | null;
  readonly args: readonly Argument[];
  /** The place of the first argument, and that of the bracket after the last one. */
  readonly argsAt: number;
  readonly argsEnd: number;
  /** The numbers of the groups of attributes of the call itself. */
  readonly groups: readonly string[];
};
export type Phi = Common & {
  readonly kind: 'phi';
  readonly type: Type;
  readonly incoming: readonly { readonly value: Value; readonly label: Label & { readonly at: number } }[];
};
/** An instruction whose operands are all that matters: arithmetic, a comparison, a part of a structure. */
export type Simple = Common & {
  readonly kind: 'simple';
  readonly operation: string;
  /** `nsw`, `exact`, `fast` and so on. */
  readonly flags: readonly string[];
  /** The condition of a comparison, or the numbers of the field that is meant. */
  readonly which: string | null;
  readonly operands: readonly TypedValue[];
  /** The type that a cast gives. */
  readonly to: Type | null;
};
export type Select = Common & { readonly kind: 'select'; readonly operands: readonly TypedValue[] };
export type Freeze = Common & { readonly kind: 'freeze'; readonly operand: TypedValue };
export type Return = Common & { readonly kind: 'ret'; readonly operand: TypedValue | null };
export type Branch = Common & {
  readonly kind: 'br' | 'switch' | 'indirectbr' | 'unreachable';
  readonly labels: readonly Label[];
};
/** A line inside the brackets of a switch. */
export type SwitchCase = Common & { readonly kind: 'case'; readonly labels: readonly Label[] };
/** The line that ends a switch. */
export type SwitchEnd = Common & { readonly kind: 'cases-end' };
export type Fence = Common & { readonly kind: 'fence' };
/** An instruction that device code has no use for: of exceptions, or of variable arguments. */
export type Unusual = Common & {
  readonly kind: 'unusual';
  readonly operation: string;
  readonly labels: readonly Label[];
};

/** A further line of such an instruction. */
export type Clause = Common & { readonly kind: 'clause'; readonly labels: readonly Label[] };

export type Instruction =
  | Load
  | Store
  | AtomicUpdate
  | CompareAndSwap
  | Alloca
  | ElementAddress
  | Call
  | Phi
  | Simple
  | Select
  | Freeze
  | Return
  | Branch
  | SwitchCase
  | SwitchEnd
  | Fence
  | Unusual
  | Clause;

/** A record of debug information about a variable: `#dbg_declare(…)`. */
export type DebugRecord = Common & {
  readonly kind: 'record';
  readonly name: string;
  /** The values and nodes as they stand in IR. */
  readonly args: readonly string[];
};
export type BlockLabel = Common & { readonly kind: 'label'; readonly name: string };
/** An empty line or a comment. */
export type Nothing = Common & { readonly kind: 'nothing' };

/** A line of a function's body. */
export type Line = Instruction | DebugRecord | BlockLabel | Nothing;

/** Returns the node of a kind of metadata that is attached; `null` if there is none. */
export function attached(
  { attachments }: { readonly attachments: readonly Attachment[] },
  name: string,
): string | null {
  for (const attachment of attachments) if (attachment.name === name) return attachment.node;
  return null;
}

/** Returns the name of the function that a call names; `null` for a call through a pointer and for other lines. */
export function calleeOf(line: Line): string | null {
  return line.kind === 'call' && line.callee?.kind === 'global' ? nameOf(line.callee.text) : null;
}

/** True if it ends a block. */
export function isTerminator(line: Line): boolean {
  if (line.kind === 'unusual') return ENDS.has(line.operation);
  return TERMINATORS.has(line.kind);
}

const TERMINATORS: ReadonlySet<string> = new Set(['br', 'switch', 'ret', 'unreachable', 'indirectbr']);
const ENDS: ReadonlySet<string> = new Set(['resume', 'invoke', 'callbr', 'catchret', 'cleanupret', 'catchswitch']);

/** Returns the blocks that a line can lead to. */
export function labelsOf(line: Line): readonly Label[] {
  switch (line.kind) {
    case 'br':
    case 'switch':
    case 'indirectbr':
    case 'unreachable':
    case 'case':
    case 'unusual':
    case 'clause':
      return line.labels;
    default:
      return [];
  }
}
