import { plainName } from '../mangled.ts';
import type { Diagnostic, SourcePosition } from '../program.ts';
import { LIBRARY_TYPES } from '../verify/index.ts';
import type { DebugInfo } from './debug.ts';
import { isHarmless, isNumber } from './instruction.ts';
import {
  type Attribute,
  attached,
  calleeOf,
  type Entity,
  type FunctionHeader,
  hasOtherAddresses,
  hasPointer,
  hasVector,
  type IrModule,
  type Line,
  nameOf,
  type Type,
} from './read/index.ts';
import { RUNTIME_CALLS } from './runtime.ts';

const RESERVED_BEGINNINGS: readonly string[] = [
  ...['\x01', '__emu_', 'emu_variable_', 'emu_kernel.', 'emu_constants_', '__tsan_', '__asyncify', 'asyncify_'],
  ...['__wasm_', '__heap_'],
];
const RESERVED_ENDS: readonly string[] = ['.resume', '.destroy', '.cleanup'];
const RESERVED: ReadonlySet<string> = new Set(['__stack_pointer', '__data_end', '__global_base']);

function isReserved(name: string): boolean {
  return (
    RESERVED.has(name) ||
    RESERVED_BEGINNINGS.some((beginning) => name.startsWith(beginning)) ||
    RESERVED_ENDS.some((end) => name.endsWith(end))
  );
}

/** Copies are hooked. */
function isCopyIntrinsic(name: string): boolean {
  return ['memcpy', 'memmove', 'memset'].some(
    (copy) => name.startsWith(`llvm.${copy}.p0`) || name.startsWith(`llvm.${copy}.inline.p0`),
  );
}

/** A reserved name as a message has it. */
function shown(name: string): string {
  return name.replaceAll('\x01', '\\01');
}

/**
 * Names, at their lines, what device code of a submission may not contain. It decides wording only: what it does not
 * know of, `verify/` does not prove. Clang itself accepts nearly all of it.
 * @param module - before the emulator's own symbols are added
 * @param whereNamed - the first place in the submission that has a name, for what has no place in IR
 */
export function refuse(module: IrModule, debug: DebugInfo, whereNamed: (name: string) => SourcePosition): Diagnostic[] {
  const refused: Diagnostic[] = [];
  const add = (position: SourcePosition | null, message: string, hint: string) => {
    refused.push({
      severity: 'error',
      message,
      file: position?.file ?? debug.fileName,
      line: position?.line ?? 0,
      column: position?.column ?? 0,
      side: 'device',
      rule: RULE_OF.get(hint) ?? 'policy-violation',
      detail: { hint },
    });
  };
  const useOf = (symbol: string): SourcePosition | null => {
    for (const { body } of module.functions) {
      const line = body.find((each) => calleeOf(each) === symbol);
      if (line) return debug.position(attached(line, 'dbg')) ?? whereNamed(plainName(symbol));
    }
    return whereNamed(plainName(symbol));
  };
  const ofFunction = (name: string, header: FunctionHeader) => {
    const subprogram = debug.subprogram(attached(header, 'dbg'));
    const position = () => subprogram?.position ?? whereNamed(plainName(name));
    if (isReserved(name)) add(position(), `the name ${shown(name)} is reserved`, 'reserved-name');
    const attributes = [...header.attributes, ...module.groupsOf(header)];
    if (attributes.some((each) => each.name === 'naked')) add(position(), 'a naked function', 'wasm-intrinsic');
    if (hasOtherAddresses(header.text)) add(position(), 'an address space', 'wasm-intrinsic');
    return subprogram?.position ?? null;
  };
  const withVectors = new Set<string>();
  const ofLine = (line: Line, around: SourcePosition | null) => {
    const own = () => debug.position(attached(line, 'dbg'));
    if (line.kind === 'call' && line.assembly) add(own(), 'inline assembly', 'inline-assembly');
    else if (hasOtherAddresses(line.text)) add(own(), 'an address space', 'wasm-intrinsic');
    else if (line.kind === 'indirectbr') add(own() ?? around, 'a goto to a computed address', 'only-clang');
    else if (isOfVariableLength(line))
      add(own() ?? around, 'an array of variable length in device code', 'constant-length');
    else if (hasVector(line.text)) {
      // Our own headers have no vectors, and what they inline has no place in the submission.
      const position = own();
      const place = `${position?.file}:${position?.line}`;
      if (position && !withVectors.has(place)) add(position, "a vector type of the host's compiler", 'no-vectors');
      withVectors.add(place);
    }
  };
  for (const entity of module.entities) {
    if (entity.kind === 'assembly') add(null, 'inline assembly', 'inline-assembly');
    else if (entity.kind === 'function') {
      const around = ofFunction(entity.name, entity.header);
      for (const line of entity.body) ofLine(line, around);
    } else if (entity.kind === 'variable' || entity.kind === 'alias') {
      const name = nameOf(entity.symbol);
      const reason = ofGlobal(name, entity);
      if (reason) add(whereNamed(reason.name ?? plainName(name)), reason.message, reason.hint);
    } else if (entity.kind === 'declaration') {
      const { header } = entity;
      // One reason is enough.
      const reason = linkageIn(module.groupsOf(header)) === null ? foreign(header) : null;
      if (reason) add(useOf(header.name), reason.message, reason.hint);
    }
  }
  for (const { attributes } of module.groups.values()) {
    const linkage = linkageIn(attributes);
    if (linkage !== null) add(whereNamed(linkage.replace('-', '_')), 'a WebAssembly import or export', 'wasm-linkage');
  }
  return onceEach(refused);
}

/** Returns which attribute makes a function one of another module; `null` if there is none. */
function linkageIn(attributes: readonly Attribute[]): string | null {
  const found = attributes.find(({ name }) => LINKAGE.has(name));
  return found ? found.name.slice('wasm-'.length) : null;
}

const LINKAGE: ReadonlySet<string> = new Set(['wasm-import-module', 'wasm-import-name', 'wasm-export-name']);

/** Returns the first of several at one place. */
function onceEach(refused: readonly Diagnostic[]): Diagnostic[] {
  const places = new Map(refused.map((each) => [`${each.file}:${each.line}:${each.column}:${each.message}`, each]));
  return [...places.values()];
}

/** Hints that are not about what the product forbids. */
const RULE_OF: ReadonlyMap<string, 'compile-error'> = new Map([
  ['undefined-function', 'compile-error'],
  ['constant-length', 'compile-error'],
]);

/** An array of variable length: Clang names it so, as a program can name any variable, and its length is a value. */
function isOfVariableLength(line: Line): boolean {
  if (line.kind !== 'alloca' || line.count?.value.kind !== 'local' || line.result === null) return false;
  const name = nameOf(line.result);
  const number = name.slice(VARIABLE_LENGTH.length);
  return name.startsWith(VARIABLE_LENGTH) && (number === '' || isNumber(number));
}

const VARIABLE_LENGTH = 'vla';

interface Reason {
  readonly message: string;
  readonly hint: string;
  /** What to look for in the submission; default: the symbol's own name. */
  readonly name?: string;
}

/** Why a variable, an alias or a list of the compiler may not be; `null` if it may. */
function ofGlobal(name: string, entity: Extract<Entity, { kind: 'variable' | 'alias' }>): Reason | null {
  if (isReserved(name)) return { message: `the name ${shown(name)} is reserved`, hint: 'reserved-name' };
  if (name === 'llvm.global_ctors' || name === 'llvm.global_dtors')
    return { message: 'a function that runs before all others', hint: 'wasm-intrinsic', name: 'constructor' };
  if (entity.kind === 'alias') {
    const { form } = entity;
    return { message: `another name for a function or a variable (${form})`, hint: 'wasm-intrinsic', name: form };
  }
  if (entity.words.some((word) => word.name === 'thread_local'))
    return { message: 'a thread_local variable', hint: 'wasm-intrinsic' };
  return hasOtherAddresses(entity.text) ? { message: 'an address space', hint: 'wasm-intrinsic' } : null;
}

/** Why a function that the submission does not define may not be called; null where it may. */
function foreign({ name, result, parameters, isVariadic }: FunctionHeader): Reason | null {
  if (name.startsWith('llvm.wasm.')) return { message: `a WebAssembly intrinsic (${name})`, hint: 'wasm-intrinsic' };
  if (RUNTIME_CALLS.has(name)) return null;
  if (isReserved(name)) return { message: `a call of ${shown(name)}, which is reserved`, hint: 'reserved-name' };
  if (['memcpy', 'memmove', 'memset', VIRTUAL].includes(name)) return null;
  const takesAddresses = hasPointer(result) || parameters.some(({ type }) => hasPointer(type));
  if (name.startsWith('llvm.')) {
    const isKnown = !takesAddresses || isCopyIntrinsic(name) || isHarmless(name);
    return isKnown ? null : { message: `an intrinsic (${name})`, hint: 'wasm-intrinsic' };
  }
  if (!isVariadic && LIBRARY_TYPES.get(name) === typesOf(result, parameters)) return null;
  return {
    message: `the function ${plainName(name)} is called on the device, but is not defined there`,
    hint: 'undefined-function',
  };
}

/** The C++ library's function for a virtual function that is not defined: the headers define it. */
const VIRTUAL = '__cxa_pure_virtual';

/** Types of a function of numbers, as `verify/contract.ts` writes them; an address is none of these. */
function typesOf(result: Type, parameters: FunctionHeader['parameters']): string {
  const letter = ({ text }: Type) => LETTERS[text] ?? '?';
  return `${parameters.map(({ type }) => letter(type)).join('')}:${result.text === 'void' ? '' : letter(result)}`;
}

const LETTERS: Readonly<Record<string, string>> = { i32: 'i', i64: 'l', float: 'f', double: 'd' };
