import type { SourcePosition } from './program.ts';

export const BYTE_ORDER_MARK = '\uFEFF';

/** Where a character of a file stands. */
export function positionAt(text: string, index: number, file: string): SourcePosition {
  const before = text.slice(0, index);
  const column = index - before.lastIndexOf('\n');
  const line = before.split('\n').length;
  return { file, line, column: line === 1 && text.startsWith(BYTE_ORDER_MARK) ? column - 1 : column };
}
