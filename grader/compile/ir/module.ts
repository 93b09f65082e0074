import { MalformedIr } from './malformed.ts';
import type { NamedTypes } from './types.ts';

/** LLVM IR as lines, with what the passes look up: functions, types, globals. */
export interface IrFunction {
  /** Symbol without `@`. */
  readonly name: string;
  /** The `define` line; the body lies between it and `end`, which holds `}`. */
  readonly start: number;
  readonly end: number;
  /** Number of its attribute group, or null. */
  readonly attributes: string | null;
}

export interface IrModule {
  readonly lines: string[];
  readonly functions: readonly IrFunction[];
  readonly types: NamedTypes;
}

export const SYMBOL = String.raw`@(?:"[^"]*"|[-\w.$]+)`;

export function parseModule(text: string): IrModule {
  const lines = withReadableNames(text).split('\n');
  const functions: IrFunction[] = [];
  const types = new Map<string, string>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const type = /^(%(?:"[^"]*"|[-\w.$]+)) = type (.*)$/.exec(line);
    if (type?.[1] && type[2] !== undefined) types.set(type[1], type[2]);
    if (!line.startsWith('define ')) continue;
    const start = i;
    while (i < lines.length && lines[i] !== '}') i++;
    if (i === lines.length) throw new MalformedIr(`a function without an end in IR: ${line}`);
    const attributes = / #(\d+)(?: |$)/.exec(line.slice(line.lastIndexOf(')')))?.[1] ?? null;
    functions.push({ name: definedSymbol(line), start, end: i, attributes });
  }
  return { lines, functions, types };
}

/**
 * Names and metadata with the characters that LLVM's printer writes as escaped bytes (`\C3\B6` for ö), so that each symbol
 * is spelt as the host's object and the student spell it. LLVM reads both. Constants (`c"…"`) keep their bytes.
 */
function withReadableNames(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replace(/(c?)"[^"\n]*"/g, (quoted, constant: string) =>
    constant === '' ? quoted.replace(ESCAPED_RUN, readable) : quoted,
  );
}

const ESCAPED = /\\[89A-F][0-9A-F]/;
const ESCAPED_RUN = /(?:\\[89A-F][0-9A-F])+/g;

/** Escaped bytes as the characters that they encode; bytes that are not UTF-8 stay as they are. */
function readable(escapes: string): string {
  const bytes = Uint8Array.from(escapes.slice(1).split('\\'), (hex) => Number.parseInt(hex, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return escapes;
  }
}

/** Symbol that a `define` line defines. */
export function definedSymbol(line: string): string {
  const name = new RegExp(`(${SYMBOL})\\(`).exec(line)?.[1];
  if (!name) throw new MalformedIr(`a function without a name in IR: ${line}`);
  return unquote(name);
}

/** The `define` line with another linkage: '' (external) or `internal `. */
export function withLinkage(line: string, linkage: '' | 'internal '): string {
  return line
    .replace(
      /^define (?:(?:internal|private|linkonce|linkonce_odr|weak|weak_odr|dso_local|hidden|protected) )*/,
      `define ${linkage}`,
    )
    .replace(/ comdat(?:\([^)]*\))?/, '');
}

/** Clang marks `__global__` functions, and only them, with this attribute. */
const KERNEL_ATTRIBUTE = '"uniform-work-group-size"';

/** Symbols of the `__global__` functions that a module defines. */
export function kernelNames(module: IrModule): Set<string> {
  const groups = attributeGroups(module.lines);
  const kernels = module.functions.filter((fn) => groups.get(fn.attributes ?? '')?.includes(KERNEL_ATTRIBUTE));
  return new Set(kernels.map((fn) => fn.name));
}

/** `@"a b"` and `@ab` to the symbol's name. */
export function unquote(symbol: string): string {
  return symbol.replace(/^[@%]/, '').replace(/^"(.*)"$/, '$1');
}

/** Name to how it is written in IR. */
export function quote(name: string): string {
  return /^[-\w.$]+$/.test(name) ? `@${name}` : `@"${name}"`;
}

/** Text of each attribute group by its number. */
export function attributeGroups(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const match = /^attributes #(\d+) = \{(.*)\}$/.exec(line);
      return match ? [[match[1] ?? '', match[2] ?? ''] as const] : [];
    }),
  );
}
