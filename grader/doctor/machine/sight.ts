import type { MachinePart, MachineWords } from '../../explain/index.ts';
import { GradeError } from '../../platform/index.ts';
import type { InspectedPart } from './schema.ts';

/** What a look at one part of the machine came to. */
export interface Sight extends MachineWords {
  readonly part: MachinePart;
  readonly status: InspectedPart['status'];
}

export function sight(part: MachinePart, status: Sight['status'], { seen, help }: MachineWords): Sight {
  return { part, status, seen, help };
}

/** The first line of what went wrong, without its full stop: it becomes a part of a sentence. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [first = ''] = text.trim().split('\n');
  return first.trim().replace(/[.:]$/, '') || 'it said nothing';
}

/** The first line of what went wrong, and the last words of the program that failed. */
export function lastWords(error: unknown): string {
  const details = error instanceof GradeError ? error.details : [];
  return [reason(error), ...details.map((line) => reason(line))].join('; ');
}
