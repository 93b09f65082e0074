import { wordPlural } from '../../explain/index.ts';
import type { GradeBook } from '../model.ts';
import { openGroups, type Remedy } from './open.ts';
import { nameOf } from './standing.ts';
import { attemptLink } from './students.ts';

/** The next step of staff, in the folder of the page. A command is apart from the text, so that it can be copied. */
const REMEDIES: Readonly<Record<Remedy, { readonly text: string; readonly commands: readonly string[] }>> = {
  decide: {
    text: 'A person has to decide. Show the reason, the line and the possible decisions:',
    commands: ['grade batch review .'],
  },
  'say-whose': {
    text: 'Say whose this hand-in is. Show the commands that decide it:',
    commands: ['grade batch review .'],
  },
  'grade-again': {
    text: 'The machine failed, or this is not graded yet. Grade again, in this folder:',
    commands: ['grade batch run --resume --out .'],
  },
  'name-file': {
    text: 'Say which file counts. Show the files and the command that decides it:',
    commands: ['grade batch review .'],
  },
  'import-again': {
    text: 'Download the files again, or ask for them. Then take them in from this folder:',
    commands: ['grade batch run submissions.zip --resume --out .'],
  },
  'fix-assignment': {
    text: 'The assignment itself has a mistake. After you fix it, show the changes, then apply them:',
    commands: ['grade batch diff .', 'grade batch apply .'],
  },
  'needs-gpu': {
    text: 'The emulator cannot run a feature that is used here. On a machine with a GPU, show the changes, then apply them. Otherwise decide by hand:',
    commands: ['grade batch diff .', 'grade batch apply .', 'grade batch review .'],
  },
};

/** Grades that are not final, with what to do about them; null where all are. */
export function openView(book: GradeBook, report: string): object | null {
  const groups = openGroups(book.grades);
  if (groups.length === 0) return null;
  const titles = new Map(book.assignments.map(({ id, title }) => [id, title]));
  const count = groups.reduce((sum, { grades }) => sum + grades.length, 0);
  return {
    heading: `${wordPlural(count, 'open grade')}`,
    groups: groups.map(({ remedy, reason, grades }) => ({
      reason,
      count: wordPlural(grades.length, 'grade'),
      ...REMEDIES[remedy],
      isShort: grades.length <= 5,
      grades: grades.map(({ grade, attempt }) => ({
        name: nameOf(grade),
        assignment: titles.get(grade.assignment) ?? grade.assignment,
        attempt: attempt?.attempt ?? null,
        link: attempt ? attemptLink(attempt, report) : null,
      })),
    })),
  };
}
