import type { Assets } from '../assets.ts';
import type { Clang } from '../clang.ts';
import type { Diagnostic, SideOutcome } from '../program.ts';
import { positionAt, type SourceFile } from '../sources.ts';
import { environmentOf, mentionsEnvironment } from './environment.ts';
import type { Side } from './macros.ts';
import { resolve } from './resolve.ts';
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
  source: SourceFile,
  side: Side,
  isCompared: boolean,
): NvccReading {
  const needsTokens = isCompared || mayHideNames(source.text);
  const { source: resolved, tokens, undecided } = resolve(clang, assets, source, side, needsTokens);
  const environment = environmentOf(assets, side);
  const placed = mentionsEnvironment(resolved, environment) ? { ...resolved, environment } : resolved;
  const refusals = [...(undecided ? [undecided] : []), ...privateNames(resolved, tokens, side)];
  return { source: placed, tokens, refusals };
}

/** Names of the emulator's headers and of the C++ library that Clang has: nvcc's have others. */
const PRIVATE = /^(?:__emu_|EMU_|_LIBCPP|__wasi_|__wasm|__builtin_wasm_|__clang_|__llvm)/;

/** Ways to make a name, or to give a function another symbol, that the text does not show. */
const HIDING = /##|%:|asm|alias|weakref|ifunc|redefine_extname|_Pragma/;

function mayHideNames(text: string): boolean {
  return HIDING.test(text.replace(/\\\r?\n/g, ''));
}

const STRING = /^(?:u8|[uUL])?(?:R"([^\s()\\]{0,16})\(([\s\S]*)\)\1"|"([\s\S]*)")$/;
const ESCAPE = /\\(?:x([\da-fA-F]+)|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3}))/g;

/** The first string literal that has a private name in it, such as the symbol of an asm label; adjacent ones are one. */
function privateLiteral(tokens: readonly Token[]): Token | undefined {
  let text = '';
  for (const token of tokens) {
    const literal = STRING.exec(token.text);
    text = literal ? text + decoded(literal[2] ?? literal[3] ?? '') : '';
    const name = text.match(/__emu_\w*/)?.[0];
    if (name) return { text: name, line: token.line };
  }
  return undefined;
}

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
  const pasted = found
    ? undefined
    : tokens && (tokens.find(({ text }) => PRIVATE.test(text)) ?? privateLiteral(tokens));
  if (!found && !pasted) return [];
  const name = found?.[0] ?? pasted?.text ?? '';
  const place = found
    ? positionAt(source.text, found[1], source.fileName)
    : { file: source.fileName, line: pasted?.line ?? 0, column: 1 };
  if (name === 'pop_macro') return [{ ...about(place, side), message: name, ...feature('#pragma pop_macro') }];
  return [{ ...about(place, side), message: `use of undeclared identifier '${name}'`, rule: 'compile-error' }];
}

const about = (place: { file: string; line: number; column: number }, side: Side) =>
  ({ ...place, severity: 'error', side }) as const;

const feature = (name: string) => ({ rule: 'unsupported-feature', detail: { feature: name } }) as const;

/** Refuses a program that Clang compiles, although it could not be read as nvcc reads it. */
export function withRefusals<Program>(
  outcome: SideOutcome<Program>,
  refusals: readonly Diagnostic[],
): SideOutcome<Program> {
  if (outcome.program === null || refusals.length === 0) return outcome;
  return { program: null, diagnostics: [...outcome.diagnostics, ...refusals] };
}
