import type { Diagnostic, SourcePosition } from '../program.ts';
import { LIBRARY_TYPES } from '../verify/index.ts';
import type { DebugInfo } from './debug.ts';
import { HARMLESS_INTRINSIC } from './instruction.ts';
import { attributeGroups, definedSymbol, type IrModule, unquote } from './module.ts';
import { RUNTIME_CALLS } from './runtime.ts';
import { closeOf, endOfType, splitList } from './types.ts';

const RESERVED =
  /^(?:\\01|__emu_|emu_variable_|emu_kernel\.|emu_constants_|__tsan_|__asyncify|asyncify_|__wasm_|__stack_pointer$|__heap_|__data_end$|__global_base$)|\.(?:resume|destroy|cleanup)$/;

/** Copies are hooked. */
const COPY_INTRINSIC = /^llvm\.mem(?:cpy|move|set)(?:\.inline)?\.p0/;

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
    const line = module.lines.find((text) => text.startsWith('  ') && mentions(text, symbol));
    return debug.position(/!dbg !(\d+)/.exec(line ?? '')?.[1] ?? null) ?? whereNamed(plainName(symbol));
  };
  const groups = attributeGroups(module.lines);
  const withVectors = new Set<string>();
  let around: SourcePosition | null = null;
  for (const line of module.lines) {
    const dbg = /!dbg !(\d+)/.exec(line)?.[1] ?? null;
    const own = () => debug.position(dbg);
    if (
      line.startsWith('module asm') ||
      /^\s.*\bcall\b.*\basm (?:sideeffect |alignstack |inteldialect |unwind )*"/.test(line)
    ) {
      add(own(), 'inline assembly', 'inline-assembly');
    } else if (line.startsWith('define ')) {
      const symbol = definedSymbol(line);
      const position = () => debug.subprogram(dbg)?.position ?? whereNamed(plainName(symbol));
      around = debug.subprogram(dbg)?.position ?? null;
      if (RESERVED.test(symbol)) add(position(), `the name ${symbol} is reserved`, 'reserved-name');
      const attributes = groups.get(/ #(\d+)(?: |$)/.exec(line)?.[1] ?? '') ?? '';
      if (/(?:^| )naked(?: |$)/.test(attributes)) add(position(), 'a naked function', 'wasm-intrinsic');
      if (OTHER_ADDRESSES.test(line)) add(position(), 'an address space', 'wasm-intrinsic');
    } else if (line.startsWith('@')) {
      const symbol = unquote(/^@(?:"[^"]*"|[-\w.$]+)/.exec(line)?.[0] ?? '');
      const reason = ofGlobal(symbol, line);
      if (reason) add(whereNamed(reason.name ?? plainName(symbol)), reason.message, reason.hint);
    } else if (line.startsWith('declare ')) {
      const symbol = definedSymbol(line);
      const attributes = groups.get(/ #(\d+)$/.exec(line)?.[1] ?? '') ?? '';
      // One reason is enough.
      const reason = LINKAGE.test(attributes) ? null : foreign(symbol, line);
      if (reason) add(useOf(symbol), reason.message, reason.hint);
    } else if (line.startsWith('  ') && OTHER_ADDRESSES.test(line)) add(own(), 'an address space', 'wasm-intrinsic');
    else if (/^ {2}indirectbr /.test(line)) add(own() ?? around, 'a goto to a computed address', 'only-clang');
    else if (VARIABLE_LENGTH.test(line))
      add(own() ?? around, 'an array of variable length in device code', 'constant-length');
    else if (line.startsWith('  ') && VECTOR.test(line)) {
      // Our own headers have no vectors, and what they inline has no place in the submission.
      const position = own();
      const place = `${position?.file}:${position?.line}`;
      if (position && !withVectors.has(place)) add(position, "a vector type of the host's compiler", 'no-vectors');
      withVectors.add(place);
    }
  }
  for (const attributes of groups.values()) {
    const linkage = LINKAGE.exec(attributes)?.[1];
    if (linkage) add(whereNamed(linkage.replace('-', '_')), 'a WebAssembly import or export', 'wasm-linkage');
  }
  return onceEach(refused);
}

const LINKAGE = /"wasm-(import-module|import-name|export-name)"/;

/** Of several at one place, the first. */
function onceEach(refused: readonly Diagnostic[]): Diagnostic[] {
  const places = new Map(refused.map((each) => [`${each.file}:${each.line}:${each.column}:${each.message}`, each]));
  return [...places.values()];
}

/** Hints that are not about what the product forbids. */
const RULE_OF: ReadonlyMap<string, 'compile-error'> = new Map([
  ['undefined-function', 'compile-error'],
  ['constant-length', 'compile-error'],
]);

/** A type of Clang's `vector_size` and the like, outside of text and metadata. */
const VECTOR = /^[^"!;]*[ (,]<(?:vscale x )?\d+ x [a-z]/;

/** An array of variable length: Clang names it so, as a program can name any variable, and its length is a value. */
const VARIABLE_LENGTH = /^ {2}%vla\d* = alloca .*, i(?:32|64) %/;

const OTHER_ADDRESSES = /\baddrspace\(|\btarget\("wasm/;

interface Reason {
  readonly message: string;
  readonly hint: string;
  /** What to look for in the submission; default: the symbol's own name. */
  readonly name?: string;
}

/** Why a variable, an alias or a list of the compiler may not be; `null` if it may. */
function ofGlobal(symbol: string, line: string): Reason | null {
  if (RESERVED.test(symbol)) return { message: `the name ${symbol} is reserved`, hint: 'reserved-name' };
  if (/^llvm\.global_[cd]tors$/.test(symbol))
    return { message: 'a function that runs before all others', hint: 'wasm-intrinsic', name: 'constructor' };
  const head = line.slice(line.indexOf(' = ')).replace(/"[^"]*"/g, '');
  const kind = / (?:alias|ifunc)\b/.exec(head)?.[0].trim();
  if (kind)
    return { message: `another name for a function or a variable (${kind})`, hint: 'wasm-intrinsic', name: kind };
  if (/ thread_local\b/.test(head)) return { message: 'a thread_local variable', hint: 'wasm-intrinsic' };
  return OTHER_ADDRESSES.test(head) ? { message: 'an address space', hint: 'wasm-intrinsic' } : null;
}

/** Why a function that the submission does not define may not be called; null where it may. */
function foreign(symbol: string, line: string): Reason | null {
  if (symbol.startsWith('llvm.wasm.'))
    return { message: `a WebAssembly intrinsic (${symbol})`, hint: 'wasm-intrinsic' };
  if (RUNTIME_CALLS.has(symbol)) return null;
  if (RESERVED.test(symbol)) return { message: `a call of ${symbol}, which is reserved`, hint: 'reserved-name' };
  if (/^mem(?:cpy|move|set)$/.test(symbol) || isNew(symbol)) return null;
  const head = /^declare [^@]*@(?:"[^"]*"|[-\w.$]+)(?=\()/.exec(line)?.[0] ?? '';
  const open = head.length;
  const parameters = line.slice(open, closeOf(line, open));
  const signature = `${line.slice(0, line.indexOf('@'))}${parameters}`;
  const takesAddresses = /\bptr\b/.test(signature);
  if (symbol.startsWith('llvm.')) {
    const isKnown = !takesAddresses || COPY_INTRINSIC.test(symbol) || HARMLESS_INTRINSIC.test(symbol);
    return isKnown ? null : { message: `an intrinsic (${symbol})`, hint: 'wasm-intrinsic' };
  }
  if (LIBRARY_TYPES.get(symbol) === typesOf(line, parameters)) return null;
  return {
    message: `${plainName(symbol)} is called on the device, but is not defined there`,
    hint: 'undefined-function',
  };
}

/** Types of a function of numbers, as `verify/contract.ts` writes them; an address is none of these. */
function typesOf(line: string, parameters: string): string {
  const letter = (text: string) => LETTERS[text.slice(0, endOfType(text, 0))] ?? '?';
  const result = line
    .slice('declare '.length, line.indexOf('@'))
    .replace(/\b(?:dso_local|noundef|signext|zeroext|noalias|hidden|nofpclass\([^)]*\)|range\([^)]*\)) /g, '')
    .trim();
  return `${splitList(parameters.slice(1, -1)).map(letter).join('')}:${result === 'void' ? '' : (LETTERS[result] ?? '?')}`;
}

const LETTERS: Readonly<Record<string, string>> = { i32: 'i', i64: 'l', float: 'f', double: 'd' };

/** `operator new` and `operator delete` of the C++ library, which the headers define. */
function isNew(symbol: string): boolean {
  return /^__cxa_pure_virtual$/.test(symbol);
}

function mentions(line: string, symbol: string): boolean {
  return line.includes(`@${symbol}(`) || line.includes(`@"${symbol}"(`);
}

/** The innermost name of a mangled symbol (`_ZN4mine4halfEf` is `half`). */
export function plainName(symbol: string): string {
  let name = symbol.replace(/^\\01/, '');
  for (let rest = /^_ZN?[KVr]*(.*)$/.exec(symbol)?.[1] ?? ''; ; ) {
    const [, digits] = /^(\d+)/.exec(rest) ?? [];
    if (!digits) return name;
    const end = digits.length + Number(digits);
    name = rest.slice(digits.length, end);
    rest = rest.slice(end);
  }
}
