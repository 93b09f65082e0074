import { codeOnly } from './code-only.ts';

const LAUNCH = /(?<!operator\s*)(<<[ \t]<|<[ \t]<<|<<<)([^<>;{}]*)(>>[ \t]>|>[ \t]>>|>>>)/g;

/**
 * Some editors put a space into the signs of a launch, `<< <grid, block>> >`. nvcc takes them as if they were whole;
 * Clang does not. They are written as Clang wants them, at the same length, so that every column stays.
 */
export function joinLaunchSigns(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { index, 0: all, 1: opening = '', 3: closing = '' } of codeOnly(text).matchAll(LAUNCH)) {
    const middle = text.slice(index + opening.length, index + all.length - closing.length);
    const launch = '<<<'.padEnd(opening.length) + middle + '>>>'.padEnd(closing.length);
    parts.push(text.slice(end, index), launch);
    end = index + all.length;
  }
  return parts.join('') + text.slice(end);
}
