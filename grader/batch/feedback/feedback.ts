import { wordCountedAttempt, wordNothingHandedIn, wordPoints } from '../../explain/index.ts';
import { withGradeIn } from '../../report/index.ts';
import { filePart, gradingOf, shownAttempt, titleOf } from '../export/index.ts';
import type { Grade, GradeBook, GradedAttempt, RosterEntry } from '../model.ts';
import type { PlatformName } from './names.ts';

export interface FeedbackFile {
  /** Path from the folder of exports, with `/` on every platform. */
  readonly fileName: string;
  readonly content: string | Uint8Array;
}

export interface FeedbackOptions {
  /** Returns the report that students see of an attempt; `null` if there is none. */
  readonly report: (attempt: GradedAttempt) => Buffer | null;
  /** The names that platforms gave to what students handed in. */
  readonly names: readonly PlatformName[];
  /** The sender of mail drafts; `null` if it is not given. */
  readonly sender: { readonly name: string; readonly address: string } | null;
  readonly now: Date;
}

/** One student's grade for an assignment, with its report. */
export interface AssignmentFeedback {
  readonly assignment: string;
  readonly title: string;
  readonly grade: Grade;
  /** The sentences about the grade: points, attempt, late policy, decisions. */
  readonly sentences: readonly string[];
  /** The report with these sentences in it; `null` if there is none. */
  readonly report: Buffer | null;
  /** A name for the report that is safe on every platform, e.g. `grayscale.html`. */
  readonly reportName: string;
}

export interface StudentFeedback {
  readonly student: string;
  readonly name: string;
  readonly roster: RosterEntry | null;
  readonly assignments: readonly AssignmentFeedback[];
}

/** Yields what each student of a book gets. Reports are read when their student is next, because a class has many. */
export function* studentsOf(
  book: GradeBook,
  { report }: Pick<FeedbackOptions, 'report'>,
): Generator<StudentFeedback, void, undefined> {
  const students = new Map<string, Grade[]>();
  for (const grade of book.grades) students.set(grade.student, [...(students.get(grade.student) ?? []), grade]);
  for (const [student, grades] of students) {
    const roster = grades[0]?.roster ?? null;
    const assignments = grades.map((grade): AssignmentFeedback => {
      const attempt = shownAttempt(grade);
      const page = attempt && report(attempt);
      const sentences = gradeSentences(grade);
      return {
        assignment: grade.assignment,
        title: titleOf(book, grade.assignment),
        grade,
        sentences,
        report: page === null ? null : withGradeIn(page, sentences),
        reportName: `${filePart(grade.assignment)}.html`,
      };
    });
    yield { student, name: spokenName(roster?.name ?? student), roster, assignments };
  }
}

/** Returns the sentences about a grade for its student. */
export function gradeSentences(grade: Grade): string[] {
  const grading = gradingOf(grade);
  if (grading === null) return [wordNothingHandedIn()];
  if (grading.status !== 'graded') return grading.reason.split('\n');
  const { counted, attempts, maxPoints } = grade;
  const attempt = counted && wordCountedAttempt(counted.attempt, attempts.length);
  return [
    ...(maxPoints === null ? [] : [wordPoints(grading.points, maxPoints)]),
    ...(attempt === null ? [] : [attempt]),
    ...grading.notes,
  ];
}

/** "Lovelace, Ada" is Ada Lovelace to herself. */
function spokenName(name: string): string {
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim());
  return first && more.length === 0 ? `${first} ${last}` : name;
}
