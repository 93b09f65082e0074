import { type Call, type Line, sourceTemplate, type Type } from '../read/index.ts';
import { debugOf } from '../safe.ts';

/** A call of inline assembly in LLVM IR. */
export interface AsmCall {
  /** `%5`, or null where nothing is answered. */
  readonly result: string | null;
  readonly type: Type;
  /** The text of the source: lines, `%` and all. `$[3]` stands for operand 3. */
  readonly template: string;
  /** Outputs, then inputs. */
  readonly operands: readonly AsmOperand[];
  /** The arguments of the call, as IR. */
  readonly given: readonly string[];
  /** The types of what it is given. */
  readonly types: readonly Type[];
  /** `, !dbg !12`, or nothing. */
  readonly dbg: string;
}

export interface AsmOperand {
  /** nvcc's letter: h, r, l, f, d, n, or the number of the output whose register it is. */
  readonly letter: string;
  readonly isOutput: boolean;
  /** IR type; null if the call has no such operand. */
  readonly type: Type | null;
  /** Inputs: the IR value. */
  readonly value: string;
}

/** Returns the call of inline assembly that a line is; `null` for other lines. */
export function asmCallOf(line: Line): AsmCall | null {
  if (line.kind !== 'call' || line.assembly === null) return null;
  const { result, type, args, text } = line;
  const letters = line.assembly.constraints.split(',').filter((letter) => letter !== '' && !letter.startsWith('~'));
  const outputTypes = partsOf(type);
  let [outputs, inputs] = [0, 0];
  const operands = letters.map((constraint): AsmOperand => {
    const isOutput = constraint.startsWith('=');
    const input = isOutput ? undefined : args[inputs++];
    const own = isOutput ? outputTypes[outputs++] : input?.type;
    return { letter: letterOf(constraint), isOutput, type: own ?? null, value: input?.value.text ?? '' };
  });
  return {
    result,
    type,
    template: sourceTemplate(line.assembly.template),
    operands,
    given: args.map(({ at, value }) => text.slice(at, value.at + value.text.length)),
    types: args.map((arg) => arg.type),
    dbg: debugOf(line),
  };
}

/** Signs before the letter of a constraint: of outputs, of those that are written early, of those in memory. */
const SIGNS: readonly string[] = ['=', '&', '*'];

function letterOf(constraint: string): string {
  return SIGNS.reduce((rest, sign) => (rest.startsWith(sign) ? rest.slice(1) : rest), constraint);
}

/** Types of what a call answers. */
export function partsOf(type: Type): readonly Type[] {
  if (type.kind === 'struct') return type.fields;
  return type.text === 'void' ? [] : [type];
}

/** True if a line calls inline assembly. */
export function isAsmCall(line: Line): line is Call {
  return line.kind === 'call' && line.assembly !== null;
}
