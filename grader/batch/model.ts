import type { OpenCause } from '../explain/index.ts';
import type { GradeResult } from '../result/index.ts';
import type { Override } from './decisions/overrides.ts';

/** One file that a student handed in for one assignment. */
export interface Attempt {
  /** Key in the roster; without a roster, what the folder, the export or the manifest calls the student. */
  readonly student: string;
  readonly assignment: string;
  /** Distinguishes attempts of a student at an assignment, e.g. `1`, `2`; ordered as {@link compareAttempts} orders. */
  readonly attempt: string;
  /** ISO 8601 with an offset; null where nobody said. */
  readonly submittedAt: string | null;
  /** The last time at which the same files were handed in again; null if they were not. */
  readonly lastAt?: string | null;
}

/** The reason why a hand-in has no source that could be graded. */
export interface HandInProblem {
  /**
   * `no-source`: nothing in it is CUDA, so it fails. `undecided`: a person must say which file counts. `lost`: it cannot be
   * read, so it is open until a later attempt can be graded.
   */
  readonly kind: 'no-source' | 'undecided' | 'lost';
  /** Sentences for the student and for staff. */
  readonly text: string;
}

/** An attempt with what is known of its grade. */
export interface GradedAttempt extends Attempt {
  /** Folder of the attempt under the batch's folder, e.g. `students/ada/1`, with `/` on every platform. */
  readonly folder: string;
  /** The result that counts now; null where it has none yet. */
  readonly result: GradeResult | null;
  /** The reason why it has no source; null or absent if it has. */
  readonly problem?: HandInProblem | null;
}

/** A line of the roster. Every column but `id` may be missing. */
export interface RosterEntry {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Canvas: `ID`, `SIS User ID`, `SIS Login ID` and `Section` of its gradebook. */
  readonly canvasId: string | null;
  readonly sisUserId: string | null;
  readonly sisLoginId: string | null;
  readonly section: string | null;
  /** Moodle: the ID number of its user profile. */
  readonly idNumber: string | null;
  /** GitHub user name. */
  readonly github: string | null;
}

/** A student's grade for an assignment. */
export interface Grade {
  readonly student: string;
  /** null where the batch has no roster or the roster does not know the student. */
  readonly roster: RosterEntry | null;
  readonly assignment: string;
  /** All attempts, oldest first. */
  readonly attempts: readonly GradedAttempt[];
  /** The attempt that counts; null where nothing was handed in, or no attempt could be graded. */
  readonly counted: GradedAttempt | null;
  /** The points after the late policy and the decisions of staff; `null` if there are none. Decisions can exceed `maxPoints`. */
  readonly points: number | null;
  /** `maxScore` of the counted result, otherwise that of most of the class; `null` if it is not known. */
  readonly maxPoints: number | null;
  /** The points before the decisions of staff; `null` if there are none. */
  readonly computed: number | null;
  /** The decisions of staff that hold, oldest first. */
  readonly decisions: readonly Override[];
  /** The rule of the course for nothing handed in, if it made the grade; `null` if it did not. */
  readonly missing: 'zero' | 'excused' | null;
  /** True if the student is excused: the assignment does not count for the student. */
  readonly isExcused: boolean;
  /** Points that the late policy took from the counted attempt. */
  readonly latePenalty: number;
  /** Started days after the due date and its grace; 0 where in time, or no due date or time is known. */
  readonly daysLate: number;
  /** The reason why the grade is not final, in words, e.g. an infrastructure fault; null where it is. */
  readonly open: string | null;
  /** The kind of that reason; null or absent if the grade is final, or if only the result says it. */
  readonly openCause?: OpenCause | null;
}

/** A hand-in of which staff must say whose it is, because a grade depends on it. */
export interface HeldHandIn {
  /** The name under which it is kept. */
  readonly student: string;
  readonly assignment: string;
  readonly attempt: string;
  /** The folder under the batch's folder. */
  readonly folder: string;
  /** The students of the roster whose it can be; none if it can be anybody's who handed in nothing. */
  readonly owners: readonly string[];
}

export interface BookAssignment {
  readonly id: string;
  readonly title: string;
  /** Column of the gradebook, where `course.yaml` tells it. */
  readonly canvasId: string | null;
}

/** Everything that exports and the class page are made from. */
export interface GradeBook {
  readonly title: string | null;
  readonly assignments: readonly BookAssignment[];
  /** One for each student and assignment, by student then assignment; students of the roster who handed in nothing too. */
  readonly grades: readonly Grade[];
  /** Hand-ins of which staff must say whose they are; absent if there are none. */
  readonly held?: readonly HeldHandIn[];
}

/** Numbers by value, everything else as text: `2` before `10`. */
export function compareAttempts(a: string, b: string): number {
  return COLLATOR.compare(a, b);
}

const COLLATOR = new Intl.Collator('en', { numeric: true });
