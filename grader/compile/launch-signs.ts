import { codeOnly } from './code-only.ts';

const LAUNCH = /(?<!operator\s*)(<<[ \t]<|<[ \t]<<|<<<)([^<>;{}]*)(>>[ \t]>|>[ \t]>>|>>>)/g;

/**
 * Some editors put a space into the signs of a launch, `<< <grid, block>> >`. nvcc takes them as if they were whole;
 * Clang does not. They are written as Clang wants them, at the same length, so that every column stays.
 */
export function joinLaunchSigns(text: string): string {
  let joined = text;
  for (const { index, 0: all, 1: opening = '', 3: closing = '' } of codeOnly(text).matchAll(LAUNCH)) {
    const middle = text.slice(index + opening.length, index + all.length - closing.length);
    const launch = '<<<'.padEnd(opening.length) + middle + '>>>'.padEnd(closing.length);
    joined = joined.slice(0, index) + launch + joined.slice(index + all.length);
  }
  return joined;
}
