import type { SourcePosition } from '../../program.ts';
import type { SourceNames } from '../../source-file.ts';
import { parseDebugInfo } from '../debug.ts';
import { attached, type IrFunction, readModule } from '../read/index.ts';
import { asmCallOf } from './asm-call.ts';

/** Returns where IR has assembly that says something; null for what has no place (assembly beside functions). */
export function assemblyIn(text: string, names: SourceNames): (SourcePosition | null)[] {
  const module = readModule(text);
  const found = module.entities.flatMap((entity) => {
    if (entity.kind === 'assembly') return [null];
    return entity.kind === 'function' ? statementsIn(entity) : [];
  });
  if (found.length === 0) return [];
  const debug = parseDebugInfo(module.nodes, names);
  return found.map((node) => debug.position(node));
}

/** Returns the debug location of each statement that says something. */
function statementsIn(fn: IrFunction): (string | null)[] {
  if (!fn.mayMention(' asm ')) return [];
  return fn.body.flatMap((line) => {
    const call = asmCallOf(line);
    return call === null || call.template.trim() === '' ? [] : [attached(line, 'dbg')];
  });
}
