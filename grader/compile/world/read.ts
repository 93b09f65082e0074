import type { Assets } from '../assets.ts';
import type { Clang } from '../clang.ts';
import { codeOnly } from '../code-only.ts';
import type { Diagnostic, SideOutcome } from '../program.ts';
import type { SourceFile } from '../source-file.ts';
import { positionAt } from '../text-position.ts';
import { ATTRIBUTES, attributeOfClang, knownToClang } from './attributes.ts';
import { environmentOf, mentionsEnvironment } from './environment.ts';
import type { Side } from './macros.ts';
import { resolve, withOwnLines } from './resolve.ts';
import { scan } from './scan.ts';
import type { Token } from './tokens.ts';

export interface NvccReading {
  /** The source without conditions, with nvcc's macros if its text could see others. */
  readonly source: SourceFile;
  /** The submission's tokens with nvcc's macros; null if they were not asked for and not needed. */
  readonly tokens: readonly Token[] | null;
  /** Errors that count only if Clang compiles the source. */
  readonly refusals: readonly Diagnostic[];
}

/** Reads a source as nvcc's preprocessors do, so that one program is judged here and timed there. */
export function asNvccReads(
  clang: Clang,
  assets: Assets,
  named: SourceFile,
  side: Side,
  isCompared: boolean,
): NvccReading {
  const source = withOwnLines(named);
  const needsTokens = isCompared || mayHideNames(source.text);
  const { source: resolved, tokens, pragmas, undecided } = resolve(clang, assets, source, side, needsTokens);
  const environment = environmentOf(assets, side);
  const placed = mentionsEnvironment(resolved, environment) ? { ...resolved, environment } : resolved;
  const ofClang = tokens && (pragmaOfClang(pragmas) ?? attributeOfClang(clang, assets, tokens, side));
  const refusals = [
    ...(undecided ? [undecided] : []),
    ...privateNames(resolved, tokens && [...tokens, ...pragmas], side),
    ...(ofClang ? [onlyClang(resolved, ofClang, side)] : []),
    ...namesOfClang(clang, assets, resolved, tokens, side),
    ...(source.prototype === null ? [] : markedLambdas(resolved, side)),
  ];
  return { source: placed, tokens, refusals };
}

/** Builtins, and keywords of C and Clang. */
const BUILTIN = /^(?:__(?:builtin(?!_wasm_)|c11|scoped|hip|opencl|sync|atomic)_\w+|_[A-Z][A-Za-z]+)$/;

/** The builtins of Clang that nvcc 13 knows and gcc lacks, found by compiling a call of each. */
const OF_NVCC: ReadonlySet<string> = new Set([
  ...['__builtin_assume', '__builtin_clzs', '__builtin_complex', '__builtin_ctzs', '__builtin_stdarg_start'],
  ...['__builtin_va_arg', '_Complex', '_Exit', '_Float16', '_Pragma'],
]);

/** The first builtin or keyword that Clang has and nvcc does not. */
function namesOfClang(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  tokens: readonly Token[] | null,
  side: Side,
): Diagnostic[] {
  const { identifiers } = scan(source.text);
  const lines = new Map<string, number>();
  for (const { text, line } of tokens ?? []) if (!lines.has(text)) lines.set(text, line);
  const names = new Set([...identifiers.keys(), ...lines.keys()]);
  const ofGcc = new Set(assets.macros.builtins);
  const asked = [...names].filter((name) => BUILTIN.test(name) && !ofGcc.has(name) && !OF_NVCC.has(name));
  const found = knownToClang(clang, assets, asked, side)[0];
  if (found === undefined) return [];
  // The line of one name only: a source can have as many names as a megabyte holds.
  const at = identifiers.get(found);
  const line = at === undefined ? lines.get(found) : positionAt(source.text, at, source.fileName).line;
  return [onlyClang(source, { text: found, line: line ?? 0 }, side)];
}

/** `[=] __device__ (int i)`, also by a macro of the source that is `__host__ __device__`. */
function markedLambdas(source: SourceFile, side: Side): Diagnostic[] {
  const code = codeOnly(source.text);
  const macros = [...code.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(?:__\w+__[ \t]+)*__(?:host|device)__/gm)].map(
    ([, name]) => name,
  );
  const marks = ['__host__', '__device__', ...macros].join('|');
  const plain = code.replace(/^[ \t]*#.*$/gm, (directive) => ' '.repeat(directive.length));
  const found = new RegExp(`(?<!\\]\\s*)\\]\\s*(?:\\([^()]*\\)\\s*)?\\b(?:${marks})\\b`).exec(plain);
  if (!found) return [];
  const { line, column } = positionAt(source.text, found.index + 1, source.fileName);
  const place = { file: source.fileName, line, column };
  const message = '__host__ or __device__ on a lambda requires the option --extended-lambda of nvcc';
  return [{ ...about(place, side), message, rule: 'compile-error', detail: { hint: 'extended-lambda' } }];
}

/** Names of the emulator's headers and of the C++ library that Clang has: nvcc's have others. */
const PRIVATE = /^(?:__emu_|__EMU_|_LIBCPP|__wasi_|__wasm|__builtin_wasm_|__clang_|__llvm)/;

/** Ways to make a name, or to give a function another symbol, that the text does not show. */
const HIDING = /##|%:|asm|alias|weakref|ifunc|redefine_extname|pragma\s+clang|_Pragma/;

function mayHideNames(text: string): boolean {
  const joined = text.replace(/\\\r?\n/g, '');
  return HIDING.test(joined) || ATTRIBUTES.test(joined);
}

/** A pragma that gives functions attributes or sections; other compilers ignore it. */
function pragmaOfClang(pragmas: readonly Token[]): Token | null {
  const found = pragmas.find(({ text }) => /^\s*#\s*pragma\s+clang\s+(?:attribute|section)\b/.test(text));
  return found ? { text: '#pragma clang', line: found.line } : null;
}

/** Refuses what only Clang understands: with nvcc this is another program. */
function onlyClang(source: SourceFile, { text, line }: Token, side: Side): Diagnostic {
  const message = `${text.slice(0, MOST_OF_A_NAME)}, which nvcc does not know`;
  const place = { file: source.fileName, line, column: 1 };
  return { ...about(place, side), message, rule: 'policy-violation', detail: { hint: 'only-clang' } };
}

const MOST_OF_A_NAME = 60;

const STRING = /^(?:u8|[uUL])?(?:R"([^\s()\\]{0,16})\(([\s\S]*)\)\1"|"([\s\S]*)")$/;
const ESCAPE = /\\(?:x([\da-fA-F]+)|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3}))/g;

/** The first string literal that has a private name in it, such as the symbol of an asm label; adjacent ones are one. */
function privateLiteral(tokens: readonly Token[]): Token | undefined {
  let text = '';
  let isLabel = false;
  for (const [index, token] of tokens.entries()) {
    const literal = STRING.exec(token.text);
    if (literal && text === '') isLabel = /^_*asm/.test(tokens[index - 2]?.text ?? '');
    text = literal ? text + decoded(literal[2] ?? literal[3] ?? '') : '';
    const name = text.match(/__emu_\w*/)?.[0] ?? (isLabel ? text.match(INTRINSIC)?.[0] : undefined);
    if (name) return { text: name, line: token.line };
  }
  return undefined;
}

/** A function or a variable of LLVM itself: no program can name one. */
const INTRINSIC = /^llvm\.[\w.]*/;

function decoded(text: string): string {
  return text.replace(ESCAPE, (whole, hex, short, long, octal) => {
    const code = octal === undefined ? Number.parseInt(hex ?? short ?? long, 16) : Number.parseInt(octal, 8);
    return code < 128 ? String.fromCharCode(code) : whole;
  });
}

/** The submission uses a name that nvcc does not have, or pops a macro that only this compiler pushed. */
function privateNames(source: SourceFile, tokens: readonly Token[] | null, side: Side): Diagnostic[] {
  const { identifiers } = scan(source.text);
  const found = [...identifiers].find(([name]) => PRIVATE.test(name) || name === 'pop_macro');
  const pasted = found ? undefined : tokens && (privateToken(tokens) ?? privateLiteral(tokens));
  if (!found && !pasted) return [];
  const name = found?.[0] ?? pasted?.text ?? '';
  const place = found
    ? positionAt(source.text, found[1], source.fileName)
    : { file: source.fileName, line: pasted?.line ?? 0, column: 1 };
  if (name === 'pop_macro') return [{ ...about(place, side), message: name, ...feature('#pragma pop_macro') }];
  // nvcc takes labels and exports with these names, so for them it does not decide.
  if (RESERVED.test(name)) {
    const message = `the name ${name} is reserved`;
    return [{ ...about(place, side), message, rule: 'policy-violation', detail: { hint: 'reserved-name' } }];
  }
  return [{ ...about(place, side), message: `use of undeclared identifier '${name}'`, rule: 'compile-error' }];
}

/** Names of the emulator, which no program has by accident, and of what is LLVM's own. */
const RESERVED = /^(?:__emu_|__EMU_|llvm\.)/;

/** The first token that is a private name, or a pragma that has one. */
function privateToken(tokens: readonly Token[]): Token | undefined {
  for (const { text, line } of tokens) {
    const names = text.startsWith('#pragma') ? (text.match(/\w+/g) ?? []) : [text];
    const name = names.find((each) => PRIVATE.test(each));
    if (name !== undefined) return { text: name, line };
  }
  return undefined;
}

const about = (place: { file: string; line: number; column: number }, side: Side) =>
  ({ ...place, severity: 'error', side }) as const;

const feature = (name: string) => ({ rule: 'unsupported-feature', detail: { feature: name } }) as const;

/**
 * Refuses a program that Clang compiles, although it could not be read as nvcc reads it. An error of Clang's back end
 * names no line: a refusal gives the reason.
 */
export function withRefusals<Program>(
  outcome: SideOutcome<Program>,
  refusals: readonly Diagnostic[],
): SideOutcome<Program> {
  const explained = outcome.diagnostics.filter(({ detail }) => !detail?.isInBackEnd);
  const isExplained = explained.some(({ severity }) => severity === 'error');
  if (refusals.length === 0 || (outcome.program === null && isExplained)) return outcome;
  return { program: null, diagnostics: [...explained, ...refusals] };
}
