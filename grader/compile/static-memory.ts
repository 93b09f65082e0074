import { type Clang, ClangExhausted } from './clang.ts';
import type { Tree } from './files.ts';
import { whereNamed } from './link.ts';
import { localName } from './mangled.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';

const MiB = 2 ** 20;
/** Variables of fewer bytes together do not exhaust the compiler, which writes each of their zeros. */
const LARGE_BYTES = 64 * MiB;

const SCALARS: Readonly<Record<string, number>> = { half: 2, bfloat: 2, float: 4, double: 8, fp128: 16, ptr: 4 };

/**
 * Finds the static variables of host code that the compiler or the linker had no memory for.
 * @param args - of the compilation, up to what it writes
 * @param most - the bytes of host memory
 * @returns null where the source exhausts the compiler in another way
 */
export function largeStatics(
  clang: Clang,
  args: readonly string[],
  files: Tree,
  source: SourceFile,
  most: number,
): Diagnostic | null {
  clang.renew();
  let text: string;
  try {
    const ir = [...args, '-disable-llvm-passes', '-emit-llvm', '-o', '-', source.virtualName];
    text = new TextDecoder().decode(clang.run(ir, files).output);
  } catch (error) {
    if (error instanceof ClangExhausted) return null;
    throw error;
  }
  const variables = staticsIn(text).sort((a, b) => b.bytes - a.bytes);
  const bytes = variables.reduce((sum, variable) => sum + variable.bytes, 0);
  const [largest] = variables;
  if (!largest || bytes < LARGE_BYTES) return null;
  const size = (of: number) => `${Math.ceil(of / MiB).toLocaleString('en-US')} MiB`;
  return {
    severity: 'error',
    message: `${size(bytes)} of static variables`,
    ...whereNamed(source, localName(largest.name)),
    side: 'host',
    rule: 'unsupported-feature',
    detail: {
      feature: `${size(bytes)} of static variables with ${size(most)} of host memory`,
      hint: 'unsupported-feature',
    },
  };
}

/** Returns the variables of a module of LLVM IR that begin as zeros, and the bytes of each. Shadows of device variables have no value. */
export function staticsIn(ir: string): { readonly name: string; readonly bytes: number }[] {
  const types = new Map<string, string>();
  for (const [, name = '', body = ''] of ir.matchAll(/^(%\S+) = type (.+)$/gm)) types.set(name, body);
  const bytesOf = (type: string): number => {
    const named = types.get(type);
    if (named !== undefined) return bytesOf(named);
    const array = /^[[<](\d+) x (.+)[\]>]$/.exec(type);
    if (array) return Number(array[1]) * bytesOf(array[2] ?? '');
    const structure = /^<?\{ (.*) \}>?$/.exec(type);
    if (structure) return partsOf(structure[1] ?? '').reduce((sum, part) => sum + bytesOf(part), 0);
    const integer = /^i(\d+)$/.exec(type);
    return integer ? Math.ceil(Number(integer[1]) / 8) : (SCALARS[type] ?? 0);
  };
  const variables = /^@(\S+) = .*?\b(?:global|constant) (.+) zeroinitializer\b/gm;
  return [...ir.matchAll(variables)].map(([, name = '', type = '']) => ({ name, bytes: bytesOf(type) }));
}

/** Splits the members of a structure. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at] ?? '';
    if ('[{<('.includes(character)) depth += 1;
    else if (']}>)'.includes(character)) depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, list.slice(from).trim()];
}
