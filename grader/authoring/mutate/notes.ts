import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../platform/files/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { type KnownMutants, loadKnown, writeSurvivors } from './known.ts';
import type { MutateResult } from './mutate.ts';

/** Beside the assignment, for its instructors. */
export const NOTES_FILE = 'notes.md';

const BEGIN = '<!-- From mutants.yaml: grade mutate --write writes it again. -->';
const END = '<!-- Until here. -->';

/** Adds what survived to `mutants.yaml`, and tells all of it in `notes.md`. @returns what was written */
export async function writeFindings({ folder }: Assignment, { mutants }: MutateResult): Promise<string[]> {
  const fresh = mutants.flatMap(({ mutant, outcome }) =>
    outcome.kind === 'survived' && outcome.reason === null ? [mutant] : [],
  );
  const list = await writeSurvivors(folder, fresh);
  const path = join(folder, NOTES_FILE);
  await writeFileAtomic(path, withSection(existsSync(path) ? readFileSync(path, 'utf8') : '', loadKnown(folder)));
  return [list, path];
}

/** The notes with the section anew; what else is in them stays. */
export function withSection(notes: string, known: KnownMutants): string {
  const section = `${BEGIN}\n\n${notCaught(known)}\n${END}\n`;
  const start = notes.indexOf(BEGIN);
  const end = notes.indexOf(END);
  if (start >= 0 && end > start) return notes.slice(0, start) + section + notes.slice(end + END.length + 1);
  return notes === '' ? `# Notes for instructors\n\n${section}` : `${notes.trimEnd()}\n\n${section}`;
}

function notCaught({ survives }: KnownMutants): string {
  const groups = survives.map(({ reason, mutants }) => {
    const examples = mutants.map(({ file, line, before, after }) => {
      const change = [...diffLines('-', before), ...diffLines('+', after)];
      return `\`${file}\`, line ${line}:\n\n\`\`\`diff\n${change.join('\n')}\n\`\`\`\n`;
    });
    return `${reason}\n\n${examples.join('\n')}`;
  });
  const none = 'None that `grade mutate` knows how to make.\n';
  return `## Bugs that this assignment does not catch\n\n${groups.length === 0 ? none : groups.join('\n')}`;
}

function diffLines(sign: string, lines: string): string[] {
  return lines === '' ? [] : lines.split('\n').map((line) => `${sign} ${line}`);
}
