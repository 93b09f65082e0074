import { styleText } from 'node:util';
import { wordAbilities } from '../../explain/index.ts';
import { printable } from '../../platform/index.ts';
import type { InspectedPart, Inspection } from './schema.ts';

const PAINT = { ok: 'green', missing: 'yellow', broken: 'red' } as const;
const STATUS_WIDTH = 'missing'.length;

/**
 * One line a part: whether it is there, what was seen, and where it is not, what it is needed for and what helps.
 * @param width - characters a line for people; null: a part is one line however long, for programs that read lines
 */
export function renderInspection(
  { parts, abilities }: Inspection,
  { color, width }: { readonly color: boolean; readonly width: number | null },
): string {
  const room = width ?? Number.POSITIVE_INFINITY;
  const longest = Math.max(...parts.map(({ name }) => name.length));
  const indent = STATUS_WIDTH + 3 + longest + 2;
  const lines = parts.flatMap((part) => {
    const { status, needed, name } = part;
    const painted = color ? styleText(PAINT[status], status, { validateStream: false }) : status;
    const mark = needed && status !== 'ok' ? '*' : ' ';
    const label = `${painted}${' '.repeat(STATUS_WIDTH - status.length)} ${mark} ${name.padEnd(longest)}  `;
    const [first = '', ...more] = wrapped(told(part), room - indent);
    return [`${label}${first}`, ...more.map((line) => `${' '.repeat(indent)}${line}`)];
  });
  return `${[...lines, '', ...wordAbilities(abilities).flatMap((sentence) => wrapped(sentence, room))].join('\n')}\n`;
}

function told({ seen, purpose, help }: InspectedPart): string {
  return printable(help === null ? seen : `${seen} Needed for ${purpose}: ${help}`);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.replace(/\s+/g, ' ').split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
