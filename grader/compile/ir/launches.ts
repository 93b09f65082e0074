import { KERNEL_MAGIC, KERNEL_WORDS } from '../../abi/index.ts';
import type { Kernel } from '../program.ts';
import { type IrFunction, type IrModule, kernelNames, parseModule, quote, SYMBOL, unquote } from './module.ts';

/** The runtime's function that launches; the headers call it. */
export const LAUNCH = '__emu_launch';

/** How Clang asks for memory for the arguments of a launch in device code: alignment and bytes. */
const BUFFER =
  /^\s+(%(?:"[^"]*"|[-\w.$]+)) = (?:tail )?call [^@]*@cudaGetParameterBuffer\(i32 (?:\w+ )*(\d+), i32 (?:\w+ )*(\d+)\)/;

/** Stands for a kernel whose address device code takes, which it can do nothing with but launch it. */
const ADDRESS = 'emu_kernel.';
/** What the runtime finds there. */
const WORD_NAMES = Object.keys(KERNEL_WORDS) as (keyof typeof KERNEL_WORDS)[];
const WORDS = `[${WORD_NAMES.length} x i32]`;

/**
 * Edits on raw IR with launches in device code: arguments are written to a variable of the thread's own, and a kernel's
 * address becomes that of a few words about it, so that a kernel remains something that is called from one place.
 */
export function withLaunches(module: IrModule): IrModule {
  if (!module.lines.some((line) => line.includes('@cudaGetParameterBuffer('))) return module;
  const kernels = kernelNames(module);
  const named = new Set<string>();
  const functions = new Map(module.functions.map((fn) => [fn.start, fn]));
  const lines: string[] = [];
  let entry: string[] = [];
  for (const [at, line] of module.lines.entries()) {
    const fn = functions.get(at);
    if (fn) entry = buffersOf(module, fn);
    const isCode = line.startsWith('  ') || (line.startsWith('@') && !line.startsWith('@llvm.'));
    if (BUFFER.test(line)) continue;
    lines.push(isCode ? withAddresses(line, kernels, named) : line);
    const begins = entry.length > 0 && (/^[^\s;].*:(?:\s|$)/.test(line) || isBare(module, at));
    if (begins) {
      lines.push(...entry);
      entry = [];
    }
  }
  for (const name of named) lines.push(`${quote(ADDRESS + name)} = external constant ${WORDS}, align 4`);
  return parseModule(lines.join('\n'));
}

/** The `define` line of a function whose first block has no label. */
function isBare({ lines }: IrModule, at: number): boolean {
  return (lines[at] ?? '').startsWith('define ') && (lines[at + 1] ?? '').startsWith('  ');
}

function buffersOf({ lines }: IrModule, { start, end }: IrFunction): string[] {
  return lines.slice(start + 1, end).flatMap((line) => {
    const [, name, align, bytes] = BUFFER.exec(line) ?? [];
    return name ? [`  ${name} = alloca [${Math.max(1, Number(bytes))} x i8], align ${align}`] : [];
  });
}

function withAddresses(line: string, kernels: ReadonlySet<string>, named: Set<string>): string {
  return line.replace(new RegExp(SYMBOL, 'g'), (symbol) => {
    const name = unquote(symbol);
    if (!kernels.has(name)) return symbol;
    named.add(name);
    return quote(ADDRESS + name);
  });
}

/** What stands at a kernel's address, for the line of the optimised IR that declares it; null for other lines. */
export function kernelAddress(line: string, kernels: readonly Kernel[]): string | null {
  const symbol = new RegExp(`^(${SYMBOL}) = external .*constant `).exec(line)?.[1];
  if (!symbol || !unquote(symbol).startsWith(ADDRESS)) return null;
  const kernel = kernels.find(({ mangled }) => mangled === unquote(symbol).slice(ADDRESS.length));
  if (!kernel) return null;
  const { index, staticSharedBytes, argumentBytes } = kernel;
  const values = { magic: KERNEL_MAGIC, number: index, staticSharedBytes, argumentBytes };
  const words = WORD_NAMES.map((name) => `i32 ${values[name]}`);
  return `${symbol} = internal constant ${WORDS} [${words.join(', ')}], align 4`;
}
