import { type Attribute, readAttributes } from './attributes.ts';
import type { Alignment, Argument, Assembly, Attachment, Label, Line } from './instructions.ts';
import { Lexer } from './lexer.ts';
import { nameOf, textOf } from './names.ts';
import { readFirst, readType, type Type } from './types.ts';
import { readTyped, readValue, type TypedValue, type Uses } from './values.ts';

/**
 * Reads one line of a function's body.
 * @param inSwitch - true if the line is between the brackets of a switch
 * @throws UnreadIr if the line is not understood
 */
export function readLine(text: string, inSwitch = false): Line {
  const first = text.charCodeAt(0);
  if (text === '' || first === SEMICOLON) return nothing(text);
  if (first !== SPACE && first !== TAB) return readLabel(text);
  const lexer = new Lexer(text);
  if (lexer.kind === 'end') return nothing(text);
  if (inSwitch) return readCase(lexer);
  if (lexer.kind === 'record') return readRecord(lexer);
  let result: string | null = null;
  if (lexer.kind === 'local') {
    result = lexer.take('local');
    lexer.mark('=');
  }
  return readInstruction(lexer, result);
}

const SPACE = 32;
const TAB = 9;
const SEMICOLON = 59;
const NO_NAMES: readonly string[] = [];
const NO_ATTACHMENTS: readonly Attachment[] = [];

function nothing(text: string): Line {
  return { kind: 'nothing', text, result: null, uses: NO_NAMES, attachments: NO_ATTACHMENTS };
}

/** A label can begin with a digit and can have a hyphen, so it is no token like the others. */
function readLabel(text: string): Line {
  const [, name] = /^("[^"]*"|[-\w.$]+):(?: *;.*)?$/.exec(text) ?? [];
  if (name === undefined) throw new Lexer(text).unread('the label of a block');
  return { kind: 'label', name: nameOf(name), text, result: null, uses: NO_NAMES, attachments: NO_ATTACHMENTS };
}

function readCase(lexer: Lexer): Line {
  const { text } = lexer;
  if (lexer.takes(']')) return { kind: 'cases-end', text, result: null, uses: NO_NAMES, attachments: ending(lexer) };
  const uses: Uses = [];
  readTyped(lexer, uses);
  lexer.mark(',');
  const labels = [readBlock(lexer)];
  return { kind: 'case', labels, text, result: null, uses, attachments: ending(lexer) };
}

function readRecord(lexer: Lexer): Line {
  const { text } = lexer;
  const name = lexer.take('record').slice(1);
  const uses: Uses = [];
  const args: string[] = [];
  lexer.mark('(');
  while (!lexer.takes(')')) {
    const isValue = lexer.kind !== 'metadata' && !lexer.is('!');
    args.push((isValue ? readTyped(lexer, uses).value : readValue(lexer, uses)).text);
    if (!lexer.is(')')) lexer.mark(',');
  }
  return { kind: 'record', name, args, text, result: null, uses, attachments: ending(lexer) };
}

/** Flags of arithmetic, comparisons, casts and phis. */
const FLAGS: ReadonlySet<string> = new Set([
  ...['nuw', 'nsw', 'exact', 'disjoint', 'nneg', 'samesign', 'inbounds', 'nusw'],
  ...['fast', 'nnan', 'ninf', 'nsz', 'arcp', 'contract', 'afn', 'reassoc'],
]);
const BINARY: ReadonlySet<string> = new Set([
  ...['add', 'sub', 'mul', 'udiv', 'sdiv', 'urem', 'srem', 'shl', 'lshr', 'ashr', 'and', 'or', 'xor'],
  ...['fadd', 'fsub', 'fmul', 'fdiv', 'frem'],
]);
const CASTS: ReadonlySet<string> = new Set([
  ...['trunc', 'zext', 'sext', 'fptrunc', 'fpext', 'fptoui', 'fptosi', 'uitofp', 'sitofp'],
  ...['ptrtoint', 'ptrtoaddr', 'inttoptr', 'bitcast', 'addrspacecast'],
]);
const ORDERS: ReadonlySet<string> = new Set(['unordered', 'monotonic', 'acquire', 'release', 'acq_rel', 'seq_cst']);
const TAILS: ReadonlySet<string> = new Set(['tail', 'musttail', 'notail']);
/** Instructions of exceptions, of variable arguments and of jumps that only Clang's own extensions make. */
const UNUSUAL: ReadonlySet<string> = new Set([
  ...['va_arg', 'invoke', 'callbr', 'landingpad', 'resume', 'catchpad', 'catchswitch', 'cleanuppad'],
  ...['catchret', 'cleanupret'],
]);

/** The words that begin the further lines of these. */
const CLAUSES: ReadonlySet<string> = new Set(['to', 'cleanup', 'catch', 'filter']);

function readInstruction(lexer: Lexer, result: string | null): Line {
  const { text } = lexer;
  const uses: Uses = [];
  const operationAt = lexer.start;
  let operation = lexer.take('word');
  let tail = '';
  if (TAILS.has(operation)) {
    tail = operation;
    operation = lexer.take('word');
    if (operation !== 'call') throw lexer.unread('a call');
  }
  if (BINARY.has(operation)) {
    const flags = takeFlags(lexer);
    const left = readTyped(lexer, uses);
    lexer.mark(',');
    const right = { type: left.type, value: readValue(lexer, uses) };
    const operands = [left, right];
    return {
      kind: 'simple',
      operation,
      flags,
      which: null,
      operands,
      to: null,
      text,
      result,
      uses,
      attachments: ending(lexer),
    };
  }
  if (CASTS.has(operation)) {
    const flags = takeFlags(lexer);
    const operands = [readTyped(lexer, uses)];
    if (!lexer.takesWord('to')) throw lexer.unread('"to"');
    const to = readFirst(lexer);
    return {
      kind: 'simple',
      operation,
      flags,
      which: null,
      operands,
      to,
      text,
      result,
      uses,
      attachments: ending(lexer),
    };
  }
  switch (operation) {
    case 'load': {
      const { atomic, volatile } = takeManner(lexer);
      const type = readFirst(lexer);
      lexer.mark(',');
      const pointer = readTyped(lexer, uses).value;
      const orders = readOrders(lexer, atomic);
      const align = readAlign(lexer);
      const attachments = ending(lexer);
      return { kind: 'load', type, pointer, align, volatile, orders, text, result, uses, attachments };
    }
    case 'store': {
      const { atomic, volatile } = takeManner(lexer);
      const { type, value } = readTyped(lexer, uses);
      lexer.mark(',');
      const pointer = readTyped(lexer, uses).value;
      const orders = readOrders(lexer, atomic);
      const align = readAlign(lexer);
      const attachments = ending(lexer);
      return { kind: 'store', type, value, pointer, align, volatile, orders, text, result, uses, attachments };
    }
    case 'atomicrmw': {
      const volatile = lexer.takesWord('volatile');
      const update = lexer.take('word');
      const pointer = readTyped(lexer, uses).value;
      lexer.mark(',');
      const { type, value } = readTyped(lexer, uses);
      const orders = readOrders(lexer, true);
      const align = readAlign(lexer);
      const more = { value, volatile, orders, text, result, uses, attachments: ending(lexer) };
      return { kind: 'atomicrmw', operation: update, type, pointer, align, ...more };
    }
    case 'cmpxchg': {
      lexer.takesWord('weak');
      const volatile = lexer.takesWord('volatile');
      const pointer = readTyped(lexer, uses).value;
      lexer.mark(',');
      const { type, value: expected } = readTyped(lexer, uses);
      lexer.mark(',');
      const desired = readTyped(lexer, uses).value;
      const orders = readOrders(lexer, true);
      const align = readAlign(lexer);
      const more = { volatile, orders, text, result, uses, attachments: ending(lexer) };
      return { kind: 'cmpxchg', type, pointer, expected, desired, align, ...more };
    }
    case 'alloca': {
      while (lexer.takesWord('inalloca') || lexer.takesWord('swifterror'));
      const at = lexer.start;
      const type = readFirst(lexer);
      let count: TypedValue | null = null;
      let end = lexer.before;
      let align: Alignment | null = null;
      while (lexer.is(',')) {
        const comma = lexer.start;
        lexer.next();
        if (lexer.kind === 'metadata') {
          const attachments = attachmentsAfter(lexer, comma);
          return { kind: 'alloca', type, count, align, at, end, text, result, uses, attachments };
        }
        if (lexer.isWord('align')) align = alignment(lexer);
        else if (lexer.takesWord('addrspace')) lexer.skipBrackets();
        else {
          count = readTyped(lexer, uses);
          end = lexer.before;
        }
      }
      return { kind: 'alloca', type, count, align, at, end, text, result, uses, attachments: ending(lexer) };
    }
    case 'getelementptr': {
      takeFlags(lexer);
      const sourceType = readFirst(lexer);
      lexer.mark(',');
      const { operands, attachments } = readOperands(lexer, uses);
      const [base, ...indexes] = operands;
      if (!base) throw lexer.unread('an address');
      return { kind: 'getelementptr', sourceType, base, indexes, text, result, uses, attachments };
    }
    case 'call':
      return readCall(lexer, result, uses, tail, operationAt);
    case 'phi': {
      takeFlags(lexer);
      const type = readFirst(lexer);
      const incoming = [];
      let comma = -1;
      do {
        if (lexer.kind === 'metadata') break;
        lexer.mark('[');
        const value = readValue(lexer, uses);
        lexer.mark(',');
        const at = lexer.start;
        const label = lexer.take('local');
        incoming.push({ value, label: { name: nameOf(label), text: label, at } });
        lexer.mark(']');
        comma = lexer.start;
      } while (lexer.takes(','));
      const attachments = lexer.kind === 'metadata' ? attachmentsAfter(lexer, comma) : ending(lexer);
      return { kind: 'phi', type, incoming, text, result, uses, attachments };
    }
    case 'select': {
      takeFlags(lexer);
      const { operands, attachments } = readOperands(lexer, uses);
      return { kind: 'select', operands, text, result, uses, attachments };
    }
    case 'freeze': {
      const operand = readTyped(lexer, uses);
      return { kind: 'freeze', operand, text, result, uses, attachments: ending(lexer) };
    }
    case 'icmp':
    case 'fcmp': {
      const flags = takeFlags(lexer);
      const which = lexer.take('word');
      const left = readTyped(lexer, uses);
      lexer.mark(',');
      const operands = [left, { type: left.type, value: readValue(lexer, uses) }];
      return {
        kind: 'simple',
        operation,
        flags,
        which,
        operands,
        to: null,
        text,
        result,
        uses,
        attachments: ending(lexer),
      };
    }
    case 'fneg':
    case 'extractelement':
    case 'insertelement':
    case 'shufflevector':
    case 'extractvalue':
    case 'insertvalue':
      return readSimple(lexer, operation, result, uses);
    case 'ret': {
      const isVoid = lexer.takesWord('void');
      const operand = isVoid ? null : readTyped(lexer, uses);
      return { kind: 'ret', operand, text, result, uses, attachments: ending(lexer) };
    }
    case 'br': {
      const labels: Label[] = [];
      if (!lexer.isWord('label')) {
        readTyped(lexer, uses);
        lexer.mark(',');
        labels.push(readBlock(lexer));
        lexer.mark(',');
      }
      labels.push(readBlock(lexer));
      return { kind: 'br', labels, text, result, uses, attachments: ending(lexer) };
    }
    case 'switch': {
      readTyped(lexer, uses);
      lexer.mark(',');
      const labels = [readBlock(lexer)];
      lexer.mark('[');
      return { kind: 'switch', labels, text, result, uses, attachments: ending(lexer) };
    }
    case 'indirectbr': {
      readTyped(lexer, uses);
      lexer.mark(',');
      lexer.mark('[');
      const labels: Label[] = [];
      while (!lexer.takes(']')) {
        labels.push(readBlock(lexer));
        if (!lexer.is(']')) lexer.mark(',');
      }
      return { kind: 'indirectbr', labels, text, result, uses, attachments: ending(lexer) };
    }
    case 'unreachable':
      return { kind: 'unreachable', labels: [], text, result, uses, attachments: ending(lexer) };
    case 'fence':
      readOrders(lexer, true);
      return { kind: 'fence', text, result, uses, attachments: ending(lexer) };
  }
  if (UNUSUAL.has(operation)) return { kind: 'unusual', operation, ...readRest(lexer, uses), text, result, uses };
  if (CLAUSES.has(operation)) return { kind: 'clause', ...readRest(lexer, uses), text, result, uses };
  throw lexer.unread(`an instruction and not "${operation}"`);
}

function readSimple(lexer: Lexer, operation: string, result: string | null, uses: Uses): Line {
  const flags = takeFlags(lexer);
  const { operands, fields, attachments } = readOperands(lexer, uses);
  const which = fields.length === 0 ? null : fields.join();
  return { kind: 'simple', operation, flags, which, operands, to: null, text: lexer.text, result, uses, attachments };
}

/** Reads operands with their types, and numbers of fields, up to what is attached. */
function readOperands(
  lexer: Lexer,
  uses: Uses,
): {
  readonly operands: readonly TypedValue[];
  readonly fields: readonly string[];
  readonly attachments: readonly Attachment[];
} {
  const operands: TypedValue[] = [];
  const fields: string[] = [];
  let comma = -1;
  do {
    if (lexer.kind === 'metadata') return { operands, fields, attachments: attachmentsAfter(lexer, comma) };
    if (lexer.kind === 'number') fields.push(lexer.take('number'));
    else operands.push(readTyped(lexer, uses));
    comma = lexer.start;
  } while (lexer.takes(','));
  return { operands, fields, attachments: ending(lexer) };
}

/** Reads what only names matter of: no pass follows it. */
function readRest(
  lexer: Lexer,
  uses: Uses,
): { readonly labels: readonly Label[]; readonly attachments: readonly Attachment[] } {
  const labels: Label[] = [];
  while (!lexer.has('end')) {
    if (lexer.isWord('label')) labels.push(readBlock(lexer));
    else {
      if (lexer.has('local') || lexer.has('global')) uses.push(lexer.word);
      lexer.next();
    }
  }
  return { labels, attachments: NO_ATTACHMENTS };
}

function takeFlags(lexer: Lexer): readonly string[] {
  let flags: string[] | null = null;
  while (lexer.kind === 'word' && FLAGS.has(lexer.word)) {
    flags ??= [];
    flags.push(lexer.take('word'));
  }
  return flags ?? NO_NAMES;
}

function takeManner(lexer: Lexer): { readonly atomic: boolean; readonly volatile: boolean } {
  const atomic = lexer.takesWord('atomic');
  return { atomic, volatile: lexer.takesWord('volatile') };
}

function readOrders(lexer: Lexer, atomic: boolean): readonly string[] {
  if (!atomic) return NO_NAMES;
  if (lexer.takesWord('syncscope')) lexer.skipBrackets();
  const orders: string[] = [];
  while (lexer.kind === 'word' && ORDERS.has(lexer.word)) orders.push(lexer.take('word'));
  if (orders.length === 0) throw lexer.unread('the order of an atomic access');
  return orders;
}

/** Reads `, align 4` if that comes next. */
function readAlign(lexer: Lexer): Alignment | null {
  if (!lexer.is(',') || !lexer.text.startsWith(', align ', lexer.start)) return null;
  lexer.next();
  return alignment(lexer);
}

function alignment(lexer: Lexer): Alignment {
  lexer.next();
  const at = lexer.start;
  const bytes = Number(lexer.take('number'));
  return { bytes, at, end: lexer.before };
}

function readBlock(lexer: Lexer): Label {
  if (!lexer.takesWord('label')) throw lexer.unread('a label');
  const text = lexer.take('local');
  return { name: nameOf(text), text };
}

/** Reads what is attached, up to the end of the line. */
function ending(lexer: Lexer): readonly Attachment[] {
  if (lexer.kind === 'end') return NO_ATTACHMENTS;
  const comma = lexer.start;
  lexer.mark(',');
  return attachmentsAfter(lexer, comma);
}

/** @param first - the place of the comma before the first of them */
function attachmentsAfter(lexer: Lexer, first: number): readonly Attachment[] {
  const attachments: Attachment[] = [];
  let at = first;
  for (;;) {
    attachments.push(readAttachment(lexer, at));
    if (lexer.kind === 'end') return attachments;
    at = lexer.start;
    lexer.mark(',');
  }
}

/** @param at - the place of what comes before it */
export function readAttachment(lexer: Lexer, at: number): Attachment {
  const name = lexer.take('metadata').slice(1);
  let node = '';
  if (lexer.kind === 'metadata') {
    node = lexer.take('metadata').slice(1);
    if (lexer.is('(')) {
      lexer.skipBrackets();
      node = '';
    }
  } else {
    lexer.mark('!');
    if (lexer.kind === 'string') lexer.next();
    else lexer.skipBrackets();
  }
  return { name, node, at, end: lexer.before };
}

function readCall(lexer: Lexer, result: string | null, uses: Uses, tail: string, tailAt: number): Line {
  const { text } = lexer;
  const attributes: readonly Attribute[] = readAttributes(lexer);
  const type: Type = readType(lexer);
  const isAssembly = lexer.isWord('asm');
  const assembly = isAssembly ? readAssembly(lexer) : null;
  const callee = isAssembly ? null : readValue(lexer, uses);
  const argsAt = lexer.end;
  const args = readArguments(lexer, uses);
  const argsEnd = lexer.before - 1;
  const groups: string[] = [];
  for (;;) {
    if (lexer.kind === 'group') groups.push(lexer.take('group').slice(1));
    else if (lexer.kind === 'string' || lexer.kind === 'word') {
      const { start } = lexer;
      readAttributes(lexer);
      if (lexer.start === start) throw lexer.unread('an attribute');
    } else if (lexer.is('[')) readBundles(lexer, uses);
    else break;
  }
  const attachments = ending(lexer);
  const more = { args, argsAt, argsEnd, groups, text, result, uses, attachments };
  return { kind: 'call', tail, tailAt, attributes, type, callee, assembly, ...more };
}

function readAssembly(lexer: Lexer): Assembly {
  lexer.next();
  while (lexer.kind === 'word') lexer.next();
  const template = textOf(lexer.take('string'));
  lexer.mark(',');
  return { template, constraints: textOf(lexer.take('string')) };
}

function readArguments(lexer: Lexer, uses: Uses): readonly Argument[] {
  lexer.mark('(');
  const args: Argument[] = [];
  while (!lexer.takes(')')) {
    const at = lexer.start;
    const type = readFirst(lexer);
    if (type.text === 'metadata') args.push(readMetadataArgument(lexer, type, at, uses));
    else args.push({ type, attributes: readAttributes(lexer), value: readValue(lexer, uses), at });
    if (!lexer.is(')')) lexer.mark(',');
  }
  return args;
}

function readMetadataArgument(lexer: Lexer, type: Type, at: number, uses: Uses): Argument {
  if (lexer.kind === 'metadata' || lexer.is('!')) return { type, attributes: [], value: readValue(lexer, uses), at };
  const { start } = lexer;
  readTyped(lexer, uses);
  return {
    type,
    attributes: [],
    value: { kind: 'metadata', text: lexer.text.slice(start, lexer.before), at: start },
    at,
  };
}

/** Reads `[ "kind"(ptr %x) ]`. */
function readBundles(lexer: Lexer, uses: Uses): void {
  lexer.mark('[');
  while (!lexer.takes(']')) {
    lexer.take('string');
    lexer.mark('(');
    while (!lexer.takes(')')) {
      readTyped(lexer, uses);
      if (!lexer.is(')')) lexer.mark(',');
    }
    if (!lexer.is(']')) lexer.mark(',');
  }
}
