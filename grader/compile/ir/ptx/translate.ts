import { POINTER_BYTES, POINTER_INT } from '../../../abi/index.ts';
import type { Diagnostic } from '../../program.ts';
import type { DebugInfo } from '../debug.ts';
import { isNumber } from '../instruction.ts';
import {
  attached,
  type Call,
  calleeOf,
  type Entity,
  IrFunction,
  IrModule,
  type Line,
  nameOf,
  readEntities,
  readLine,
  type Type,
} from '../read/index.ts';
import { type AsmCall, asmCallOf, isAsmCall, partsOf } from './asm-call.ts';
import { Body } from './body.ts';
import { type Helper, helpersOf, withoutKeeping, withoutUnused } from './helpers.ts';
import { translateInstruction } from './instructions.ts';
import { operandName, sourceText, withOperands } from './operands.ts';
import { type Instruction, parsePtx, type Statement } from './parse.ts';
import { mismatch, PtxProblem, unsupported, wrong } from './problems.ts';
import { integer, type PtxType, typeOf } from './types.ts';

export interface Translated {
  readonly module: IrModule;
  readonly problems: readonly Diagnostic[];
}

/** What the function of a statement is called. */
const STATEMENT = 'emu_ptx_statement';
const PREDICATE: PtxType = { letter: 'p', bits: 1, packed: false };

/**
 * Device code's `asm` statements become calls of functions in LLVM IR that are folded into their place: what they do to
 * memory is then seen like everything else. One that cannot be translated is left out, with a diagnostic.
 * @param module - raw IR, with the functions of emu/ptx/ in it
 */
export function translateAssembly(module: IrModule, debug: DebugInfo): Translated {
  const helpers = helpersOf(module);
  if (helpers.size === 0) return { module, problems: [] };
  const statements = new Statements(helpers, debug);
  const entities = module.entities.flatMap((entity): readonly Entity[] => {
    if (entity.kind === 'variable') return withoutKeeping(entity);
    if (entity.kind !== 'function' || !entity.mayMention(' asm ')) return [entity];
    return [new IrFunction(entity.header, { lines: entity.body.flatMap((line) => statements.translate(line)) })];
  });
  const { functions, problems } = statements;
  const declared = new Set(entities.flatMap((entity) => (entity.kind === 'declaration' ? [entity.header.name] : [])));
  const missing = new Map(functions.flatMap(({ body }) => body.flatMap(intrinsicCall)).map(declarationOf));
  for (const name of declared) missing.delete(name);
  const kept = withoutUnused(entities, functions);
  return { module: new IrModule([...kept, ...functions, ...readEntities([...missing.values()])]), problems };
}

function intrinsicCall(line: Line): readonly Call[] {
  return line.kind === 'call' && calleeOf(line)?.startsWith('llvm.') ? [line] : [];
}

/** Returns the name of an intrinsic, and its declaration. */
function declarationOf({ type, callee, args }: Call): readonly [string, string] {
  const symbol = callee?.text ?? '';
  const parameters = args.map((arg) => arg.type.text).join(', ');
  return [nameOf(symbol), `declare ${type.text} ${symbol}(${parameters})`];
}

/** Functions in the place of `asm` statements. */
class Statements {
  readonly problems: Diagnostic[] = [];
  readonly functions: IrFunction[] = [];
  readonly #helpers: ReadonlyMap<string, Helper>;
  readonly #debug: DebugInfo;
  /** Equal statements are one function. */
  readonly #symbols = new Map<string, string>();

  constructor(helpers: ReadonlyMap<string, Helper>, debug: DebugInfo) {
    this.#helpers = helpers;
    this.#debug = debug;
  }

  /** Returns the call in the place of a line that calls assembly; nothing if it cannot be translated. */
  translate(line: Line): readonly Line[] {
    const call = isAsmCall(line) ? asmCallOf(line) : null;
    if (!call) return [line];
    try {
      const symbol = this.#symbolOf(call);
      const answer = call.result === null ? '' : `${call.result} = `;
      return [readLine(`  ${answer}call ${call.type.text} @${symbol}(${call.given.join(', ')})${call.dbg}`)];
    } catch (error) {
      if (!(error instanceof PtxProblem)) throw error;
      this.problems.push(diagnosticOf(error, this.#debug, attached(line, 'dbg')));
      return [];
    }
  }

  #symbolOf(call: AsmCall): string {
    const { before, after, body } = functionOf(call, this.#helpers);
    const text = [before, after, ...body].join('\n');
    const known = this.#symbols.get(text);
    if (known !== undefined) return known;
    const symbol = `${STATEMENT}.${this.#symbols.size}`;
    for (const entity of readEntities([`${before}${symbol}${after}`, ...body, '}']))
      if (entity.kind === 'function') this.functions.push(entity);
    this.#symbols.set(text, symbol);
    return symbol;
  }
}

/** A function, with what is before and after its name. */
interface Unnamed {
  readonly before: string;
  readonly after: string;
  readonly body: readonly string[];
}

function functionOf(call: AsmCall, helpers: ReadonlyMap<string, Helper>): Unnamed {
  const body = new Body(helpers);
  const [parameters, names] = takeOperands(body, call);
  const text = withOperands(call.template, names);
  translateStatements(body, parsePtx(text));
  giveResults(body, call);
  // Folded into its place, it has to fit the functions that it stands in: as those of the headers do.
  const attributes = helpers.values().next().value?.attributes;
  const group = attributes === undefined ? 'alwaysinline' : `#${attributes}`;
  const after = `(${parameters.join(', ')}) ${group} {`;
  return { before: `define internal ${call.type.text} @`, after, body: body.text };
}

const OF_LETTER: Readonly<Record<string, PtxType>> = {
  h: { letter: 'b', bits: 16, packed: false },
  r: { letter: 'b', bits: 32, packed: false },
  l: { letter: 'b', bits: 64, packed: false },
  f: { letter: 'f', bits: 32, packed: false },
  d: { letter: 'f', bits: 64, packed: false },
};

/** Operands become registers. @returns parameters of the function, and by number what stands for each in the text */
function takeOperands(body: Body, { operands, types }: AsmCall): [string[], string[]] {
  const parameters = types.map((type, i) => `${type.text} %in${i}`);
  const names: string[] = [];
  let input = 0;
  operands.forEach(({ letter, isOutput, type, value }, i) => {
    const tied = isNumber(letter);
    const register = tied ? names[Number(letter)] : operandName(i);
    if (letter === 'n') {
      names.push(value);
      input++;
      return;
    }
    const kind = OF_LETTER[tied ? (operands[Number(letter)]?.letter ?? '') : letter];
    if (!kind || register === undefined) throw unsupported(`the asm constraint "${letter}"`);
    if (type === null) throw wrong(`asm operand ${i} has no value`);
    checkType(type, letter, kind);
    if (!tied) body.declare(register, kind);
    names.push(register);
    if (isOutput) return;
    const slot = body.register(register);
    body.do(`store ${integer(kind.bits)} ${bitsOf(body, type, `%in${input++}`, kind.bits)}, ptr ${slot.slot}`);
  });
  return [parameters, names];
}

const BYTES: Readonly<Record<string, number>> = {
  i1: 1,
  i8: 1,
  i16: 2,
  i32: 4,
  i64: 8,
  half: 2,
  float: 4,
  double: 8,
  ptr: 8,
};

/**
 * As nvcc does. Pointers have 64 bits there, and so has `long`.
 */
function checkType({ text: type }: Type, letter: string, kind: PtxType): void {
  if (isNumber(letter)) return;
  const isFloat = type === 'float' || type === 'double';
  const bytes = BYTES[type];
  const mayBeLong = letter === 'l' && type === POINTER_INT;
  if (bytes !== undefined && (mayBeLong || (bytes * 8 === kind.bits && isFloat === (kind.letter === 'f')))) return;
  throw wrong(`asm operand type size(${bytes ?? 0}) does not match type/size implied by constraint '${letter}'`);
}

/** A value of C++ as the bits of its register. */
function bitsOf(body: Body, type: Type, value: string, bits: number): string {
  if (type.kind === 'float') return body.emit(`bitcast ${type.text} ${value} to ${integer(bits)}`);
  const number = type.kind === 'pointer' ? body.emit(`ptrtoint ptr ${value} to ${POINTER_INT}`) : value;
  const own = widthOf(type);
  return own === bits ? number : body.emit(`zext ${integer(own)} ${number} to ${integer(bits)}`);
}

function giveResults(body: Body, { type, operands }: AsmCall): void {
  const types = partsOf(type);
  const outputs = operands.flatMap(({ isOutput }, i) => (isOutput ? [operandName(i)] : []));
  const values = outputs.map((name, i) => {
    const register = body.register(name);
    const bits = body.emit(`load ${integer(register.type.bits)}, ptr ${register.slot}`);
    const own = types[i];
    if (!own) throw wrong(`asm operand ${i} has no value`);
    return `${own.text} ${asType(body, bits, register.type.bits, own)}`;
  });
  if (type.kind !== 'struct') {
    body.do(`ret ${values[0] ?? 'void'}`);
    return;
  }
  let whole = 'undef';
  values.forEach((value, i) => {
    whole = body.emit(`insertvalue ${type.text} ${whole}, ${value}, ${i}`);
  });
  body.do(`ret ${type.text} ${whole}`);
}

/** Returns the bits of an integer, or of an address. */
function widthOf(type: Type): number {
  return type.kind === 'integer' ? type.bits : 8 * POINTER_BYTES;
}

function asType(body: Body, value: string, bits: number, type: Type): string {
  if (type.kind === 'float') return body.emit(`bitcast ${integer(bits)} ${value} to ${type.text}`);
  const own = widthOf(type);
  const number = own === bits ? value : body.emit(`trunc ${integer(bits)} ${value} to ${integer(own)}`);
  return type.kind === 'pointer' ? body.emit(`inttoptr ${POINTER_INT} ${number} to ptr`) : number;
}

function translateStatements(body: Body, statements: readonly Statement[]): void {
  const labels = new Map<string, string>();
  for (const statement of statements) {
    if (statement.kind !== 'label') continue;
    if (labels.has(statement.name)) throw wrong(`Duplicate definition of label '${statement.name}'`);
    labels.set(statement.name, body.newLabel());
  }
  for (const statement of statements) {
    if (statement.kind === 'open') body.open();
    else if (statement.kind === 'close') body.close();
    else if (statement.kind === 'label') {
      const label = labels.get(statement.name) ?? '';
      body.do(`br label %${label}`);
      body.label(label);
    } else if (statement.kind === 'declaration') {
      const type = typeOf(statement.type.startsWith('.') ? statement.type.slice(1) : statement.type);
      if (!type) throw unsupported(`PTX registers of type ${statement.type}`);
      for (const name of statement.names) body.declare(name, type);
    } else if (statement.kind === 'instruction') withText(statement, () => guarded(body, statement, labels));
  }
  if (!body.isClosed) throw wrong("Parsing error: syntax error, a '}' is missing");
}

/** What is wrong, and in which of the statement's instructions. */
function withText({ text }: Instruction, translate: () => void): void {
  try {
    translate();
  } catch (error) {
    if (!(error instanceof PtxProblem) || error.kind !== 'error') throw error;
    throw wrong(`${error.message}: ${sourceText(text)}`);
  }
}

function guarded(body: Body, statement: Instruction, labels: ReadonlyMap<string, string>): void {
  const { guard, opcode, operands } = statement;
  const after = body.newLabel();
  if (guard) {
    const value = guardValue(body, guard.name);
    const then = body.newLabel();
    body.do(`br i1 ${value}, label %${guard.negated ? after : then}, label %${guard.negated ? then : after}`);
    body.label(then);
  }
  if (opcode === 'bra') {
    const [to, ...more] = operands;
    if (to?.kind !== 'name' || more.length > 0) throw mismatch(opcode);
    const label = labels.get(to.name);
    if (label === undefined) throw wrong(`Unknown symbol '${to.name}'`);
    body.do(`br label %${label}`);
    if (!guard) body.label(body.newLabel());
  } else {
    translateInstruction(body, statement);
    if (guard) body.do(`br label %${after}`);
  }
  if (guard) body.label(after);
}

function guardValue(body: Body, name: string): string {
  if (body.register(name).type.letter !== 'p') throw wrong('Predicate expression expected');
  return body.read({ kind: 'name', name, negated: false }, PREDICATE, '');
}

function diagnosticOf({ kind, message, understood }: PtxProblem, debug: DebugInfo, node: string | null): Diagnostic {
  const position = debug.position(node);
  return {
    severity: 'error',
    message: kind === 'error' ? message : `unsupported feature: ${message}`,
    file: position?.file ?? debug.fileName,
    line: position?.line ?? 0,
    column: position?.column ?? 0,
    side: 'device',
    ...(kind === 'error'
      ? { rule: 'compile-error', detail: { hint: 'inline-ptx' } }
      : {
          rule: 'unsupported-feature',
          detail: {
            feature: message,
            hint: 'inline-ptx',
            ...(understood.length > 0 && { expected: understood.join(' ') }),
          },
        }),
  };
}
