import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { wordPlural } from '../../explain/index.ts';
import { packagedTemplates, type Templates, wellFormed } from '../../report/index.ts';
import type { BookAssignment, Grade, GradeBook, GradedAttempt } from '../model.ts';
import { assignmentView, type ViewOptions } from './assignment.ts';
import { openView } from './open-view.ts';

export interface ClassPageOptions {
  /** Text of a submission; null where it cannot be read. Asked once for each attempt whose findings count. */
  readonly readSource: (attempt: GradedAttempt) => string | null;
  /** File beside each result that links lead to, e.g. `report.html`. */
  readonly report: string;
  /** True if the book has pseudonyms; default: names. */
  readonly isAnonymous?: boolean;
  readonly templates?: Templates;
}

/**
 * The class as one self-contained page for staff: what went wrong for whom, with a link to each report. Links are
 * relative to the batch's folder. Its one script sorts and filters tables; everything is there without it. Equal books
 * give equal bytes.
 */
export function renderClassPage(
  book: GradeBook,
  { readSource, report, isAnonymous = false, templates = packagedTemplates }: ClassPageOptions,
): string {
  const style = `${templates.read('report.css')}${templates.read('class.css')}`;
  const script = templates.read('class.js');
  const render = templates.compile('class.html.hbs');
  const grades = byAssignment(book);
  const options: ViewOptions = { readSource, report };
  const students = new Set(book.grades.map(({ student }) => student)).size;
  const page = render({
    style: new Handlebars.SafeString(style),
    styleHash: hashOf(style),
    script: new Handlebars.SafeString(script),
    scriptHash: hashOf(script),
    title: book.title ?? 'Class',
    summary: `${wordPlural(students, 'student')}, ${wordPlural(book.assignments.length, 'assignment')}`,
    shows: isAnonymous
      ? 'It has the points and the code of people under pseudonyms.'
      : 'It names people, their points and their code.',
    open: openView(book, report),
    assignments: book.assignments.map((assignment, at) => ({
      anchor: `assignment-${at + 1}`,
      ...assignmentView(assignment, grades.get(assignment.id) ?? [], options),
    })),
  });
  // Names and messages come from students: nothing on the page may reorder or hide its text.
  return wellFormed(page);
}

function hashOf(text: string): Handlebars.SafeString {
  return new Handlebars.SafeString(createHash('sha256').update(text).digest('base64'));
}

function byAssignment({ assignments, grades }: GradeBook): Map<BookAssignment['id'], Grade[]> {
  const sorted = new Map<string, Grade[]>(assignments.map(({ id }) => [id, []]));
  for (const grade of grades) sorted.get(grade.assignment)?.push(grade);
  return sorted;
}
