import type { SourcePosition } from '../compile/index.ts';
import { BEGIN, NAME, WORD } from '../platform/index.ts';

/** `d_a`, `p->data`, `buffers[i]`. */
const VARIABLE = String.raw`${NAME}(?:(?:\.|->)${WORD}+|\[${WORD}+\])*`;
/** `(void**)`, `reinterpret_cast<void**>(` */
const CAST = String.raw`(?:\(\s*void\s*\*\s*\*\s*\)\s*|(?:reinterpret|static)_cast\s*<\s*void\s*\*\s*\*\s*>\s*\(\s*)?`;
/** `cudaMalloc(&d_a`, `cudaMallocManaged((void**)&d_a`; what stands in front is another call's. */
const ALLOCATION = new RegExp(String.raw`\bcuda(?:Malloc|HostAlloc)\w*\s*\(\s*${CAST}&\s*(${VARIABLE})`);
/** `auto out = torch::empty(` */
const TENSOR = new RegExp(String.raw`${BEGIN}(${NAME})\s*=\s*(?:torch|at)::\w+\s*\(`);
/** A call may be broken over so many lines. */
const LINES = 3;

/**
 * The variable that an allocation is for, as the line of the call shows it; null where it does not.
 * @param at - of the call, or of the macro that makes it
 */
export function allocatedVariable(
  { fileName, source }: { readonly fileName?: string; readonly source?: string },
  at: SourcePosition | null,
): string | null {
  if (source === undefined || at === null || at.file !== fileName) return null;
  const lines = source.split('\n').slice(at.line - 1, at.line - 1 + LINES);
  const statement = (text: string) => text.split(';')[0] ?? '';
  // Of several calls in one line the column tells which.
  const here = statement([lines[0]?.slice(at.column - 1) ?? '', ...lines.slice(1)].join('\n'));
  const allocation = ALLOCATION.exec(here)?.[1];
  if (allocation !== undefined) return allocation;
  return TENSOR.exec(statement(lines.join('\n')))?.[1] ?? null;
}
