import { type IrModule, unquote } from '../module.ts';
import { splitList } from '../types.ts';

/** A function of native/emulator/include/emu/ptx/ that is one instruction. */
export interface Helper {
  readonly symbol: string;
  /** IR types, with the attributes that a call repeats (`i16 noundef zeroext`). */
  readonly parameters: readonly string[];
  readonly result: string;
  /** Attribute group of its definition. */
  readonly attributes: string;
}

const PREFIX = 'emu_ptx_';
const DEFINED =
  /^define (.*?)(?:(?:noundef|zeroext|signext|nonnull) )*(<\d+ x \w+>|\w+) @(emu_ptx_\w+)\((.*?)\) .*?#(\d+)/;

/** The functions that a module has, by the name of their instruction (`add_u32`). */
export function helpersOf(module: IrModule): Map<string, Helper> {
  const helpers = new Map<string, Helper>();
  for (const { start } of module.functions) {
    const line = module.lines[start] ?? '';
    const [, , result = '', symbol = '', parameters = '', attributes = ''] = DEFINED.exec(line) ?? [];
    if (symbol === '') continue;
    const types = parameters === '' ? [] : splitList(parameters).map((text) => text.replace(/ %\S+$/, '').trim());
    helpers.set(symbol.slice(PREFIX.length), { symbol, parameters: types, result, attributes });
  }
  return helpers;
}

/** What is left when the functions that keep themselves in the module need not be kept: the others are used as before. */
export function withoutKeeping(line: string): string | null {
  const used = /^(@llvm\.(?:compiler\.)?used = appending global )\[\d+ x ptr\] \[(.*)\](.*)$/.exec(line);
  if (!used) return line;
  const kept = splitList(used[2] ?? '').filter((entry) => !unquote(entry.replace(/^\s*ptr /, '')).startsWith(PREFIX));
  return kept.length === 0 ? null : `${used[1]}[${kept.length} x ptr] [${kept.join(', ')}]${used[3]}`;
}

const MENTIONED = /@(emu_ptx_\w+)/g;

/** Without the functions that nothing leads to: most of them. @param statements - what may call them */
export function withoutUnused(lines: readonly string[], statements: readonly string[]): string[] {
  const bodies = new Map<string, { start: number; end: number; calls: string[] }>();
  const others: string[] = [...statements];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const symbol = line.startsWith('define ') ? /@(emu_ptx_\w+)\(/.exec(line)?.[1] : undefined;
    if (symbol === undefined) {
      if (line.includes('@emu_ptx_')) others.push(line);
      continue;
    }
    const start = i;
    while (i < lines.length && lines[i] !== '}') i++;
    const calls = lines
      .slice(start + 1, i)
      .flatMap((text) => [...text.matchAll(MENTIONED)].map(([, name = '']) => name));
    bodies.set(symbol, { start, end: i, calls });
  }
  const used = new Set<string>();
  const todo = others.flatMap((text) => [...text.matchAll(MENTIONED)].map(([, name = '']) => name));
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    todo.push(...(bodies.get(name)?.calls ?? []));
  }
  const unused = [...bodies].filter(([name]) => !used.has(name)).map(([, body]) => body);
  const left = new Set(
    unused.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, i) => start + i)),
  );
  return lines.filter((_, i) => !left.has(i));
}
