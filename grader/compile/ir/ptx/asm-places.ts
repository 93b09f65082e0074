import type { SourcePosition } from '../../program.ts';
import type { SourceNames } from '../../source-file.ts';
import { parseDebugInfo } from '../debug.ts';
import { isAsmCall, parseAsmCall } from './asm-call.ts';

/** Where IR has assembly that says something; null for what has no place (assembly beside functions). */
export function assemblyIn(text: string, names: SourceNames): (SourcePosition | null)[] {
  const lines = text.split('\n');
  const found = lines.filter((line) => line.startsWith('module asm') || (isAsmCall(line) && !isEmpty(line)));
  if (found.length === 0) return [];
  const debug = parseDebugInfo(lines, names);
  return found.map((line) => debug.position(/!dbg !(\d+)/.exec(line)?.[1] ?? null));
}

function isEmpty(line: string): boolean {
  return parseAsmCall(line)?.template.trim() === '';
}
