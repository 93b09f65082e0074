import { z } from 'zod';
import { InfrastructureError, messageOf, UsageError } from '../../platform/index.ts';
import { gradingOf } from '../export/index.ts';
import type { BookAssignment, Grade, GradeBook } from '../model.ts';
import { type ApiClient, Unclear } from './client.ts';
import { commentOf } from './comment.ts';
import { NO_LOG, type Push, type PushLog, type PushReport } from './push.ts';

/**
 * Canvas' Submissions API: grades and comments of many students in one request, which Canvas carries out in a job of
 * its own (https://canvas.instructure.com/doc/api/submissions.html).
 */

export interface CanvasOptions {
  /** The client of the server; `null` if nothing is to be compared or sent. */
  readonly client: ApiClient | null;
  readonly courseId: string;
  /** True if points and comments are sent; otherwise the report says what would be. */
  readonly send: boolean;
  readonly comments: boolean;
  /** Without one, nothing is written down. */
  readonly log?: PushLog;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Students in one request: Rails takes a form with 4,096 parts at most. */
const AT_ONCE = 200;
/** The maximum of rounds: each reads what is there, and sends what is missing. */
const ROUNDS = 3;
const POLL_MS = 1_000;
const MOST_POLLS = 600;

const submissionSchema = z.object({
  user_id: z.number().or(z.string()),
  score: z.number().nullish(),
  entered_score: z.number().nullish(),
  excused: z.boolean().nullish(),
  submission_comments: z.array(z.object({ comment: z.string().nullish() })).nullish(),
  user: z
    .object({ sis_user_id: z.string().nullish(), login_id: z.string().nullish(), sis_login_id: z.string().nullish() })
    .nullish(),
});
type Submission = z.infer<typeof submissionSchema>;

const progressSchema = z.object({
  id: z.number().or(z.string()),
  workflow_state: z.string(),
  message: z.string().nullish(),
});

const assignmentSchema = z.object({
  name: z.string().nullish(),
  points_possible: z.number().nullish(),
  published: z.boolean().nullish(),
});

/** A grade as Canvas is to have it. */
interface Wanted {
  readonly grade: Grade;
  /** `null` if the student is excused. */
  readonly points: number | null;
  readonly comment: { readonly text: string; readonly mark: string } | null;
}

/** The parts of a grade that Canvas does not have yet. */
interface Difference extends Wanted {
  /** Canvas' own number of the user, or an id of the school's with its kind (`sis_user_id:7`). */
  readonly user: string;
  readonly before: string;
  readonly isPointsNew: boolean;
  readonly isCommentNew: boolean;
}

/**
 * Sends the grades of a book to a course. What Canvas has already is not sent again, so that a second push repeats no
 * comment. Grades that are open are not sent. A student whom Canvas does not know costs the others nothing.
 */
export async function pushToCanvas(book: GradeBook, options: CanvasOptions): Promise<PushReport> {
  const report: { pushed: Push[]; notes: string[]; unchanged: number } = { pushed: [], notes: [], unchanged: 0 };
  const known = book.assignments.filter(({ canvasId }) => canvasId !== null);
  if (known.length === 0) {
    throw new UsageError(
      "No assignment has the number that Canvas gave it. Set canvasId under assignments in course.yaml: it is the number in the address of the assignment's page.",
    );
  }
  for (const { id, canvasId } of book.assignments) {
    if (canvasId === null) report.notes.push(`${id}: not sent, because course.yaml has no canvasId for it.`);
  }
  for (const assignment of known) await pushAssignment(book, assignment, options, report);
  return report;
}

async function pushAssignment(
  book: GradeBook,
  assignment: BookAssignment,
  options: CanvasOptions,
  report: { pushed: Push[]; notes: string[]; unchanged: number },
): Promise<void> {
  const { client, send, log = NO_LOG } = options;
  const wanted = wantedOf(book, assignment.id, options, report.notes);
  if (wanted.length === 0) return;
  if (client === null) {
    report.pushed.push(
      ...wanted.map((one) => pushOf({ ...one, before: '?', isPointsNew: true, isCommentNew: one.comment !== null })),
    );
    return;
  }
  const path = `/api/v1/courses/${encodeURIComponent(options.courseId)}/assignments/${encodeURIComponent(assignment.canvasId ?? '')}`;
  const refused = await whyRefused(client, path, assignment, wanted);
  if (refused !== null) {
    report.notes.push(refused);
    return;
  }
  const first = compare(wanted, await submissionsOf(client, path));
  report.notes.push(...first.strangers.map((student) => `${student}, ${assignment.id}: not sent. ${STRANGER}`));
  report.unchanged += wanted.length - first.differences.length - first.strangers.length;
  if (!send) {
    report.pushed.push(...first.differences.map(pushOf));
    return;
  }
  const missing = new Set([...first.differences.map(({ grade }) => grade.student), ...first.strangers]);
  for (const { grade } of wanted) if (!missing.has(grade.student)) await log.there?.(grade);
  let left = first.differences;
  const open = new Map(left.map((one) => [one.user, pushOf(one)]));
  const logTaken = async (): Promise<void> => {
    const isLeft = new Set(left.map(({ user }) => user));
    for (const [user, one] of open) {
      if (isLeft.has(user)) continue;
      await log.ended(one, null);
      open.delete(user);
    }
  };
  const reasons: string[] = [];
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    for (let at = 0; at < left.length; at += AT_ONCE) {
      const chunk = left.slice(at, at + AT_ONCE);
      for (const one of chunk) if (round === 0) await log.sending(pushOf(one));
      const reason = await sendChunk(client, path, chunk, options);
      if (reason !== null) reasons.push(reason);
    }
    // What Canvas has now decides, whatever its answers were.
    left = compare(wanted, await submissionsOf(client, path)).differences;
    await logTaken();
  }
  const failed = new Set(left.map(({ grade }) => grade.student));
  report.pushed.push(...first.differences.filter(({ grade }) => !failed.has(grade.student)).map(pushOf));
  const why = reasons.length > 0 ? ` Canvas says: ${[...new Set(reasons)].join('; ')}` : '';
  for (const { grade, user } of left) {
    const own = open.get(user);
    if (own) await log.ended(own, `Canvas did not take the grade.${why}`);
    report.notes.push(`${grade.student}, ${assignment.id}: Canvas did not take the grade.${why}`);
  }
}

const STRANGER =
  'Canvas has no student of this course with an id of the roster (canvas_id, sis_user_id, sis_login_id).';

/** Returns the grades that are final, and notes those that are not. */
function wantedOf({ grades }: GradeBook, id: string, { comments }: CanvasOptions, notes: string[]): Wanted[] {
  return grades.flatMap((grade): Wanted[] => {
    const grading = grade.assignment === id ? gradingOf(grade) : null;
    if (grading === null) return [];
    if (grading.status === 'open') {
      notes.push(`${grade.student}, ${id}: not sent, because the grade is open.`);
      return [];
    }
    const comment = comments ? commentOf(grade) : null;
    return [{ grade, points: grading.status === 'graded' ? grading.points : null, comment }];
  });
}

/** Returns why no grade of an assignment can be sent; `null` if they can. */
async function whyRefused(
  client: ApiClient,
  path: string,
  { id, canvasId }: BookAssignment,
  wanted: readonly Wanted[],
): Promise<string | null> {
  const { points_possible: possible, published } = read(assignmentSchema, (await client.get(path)).body, path);
  if (published === false) return `${id}: not sent, because assignment ${canvasId} is not published in Canvas.`;
  const total = wanted.find(({ grade }) => grade.maxPoints !== null)?.grade.maxPoints ?? null;
  if (possible == null || total === null || possible === total) return null;
  return `${id}: not sent, because assignment ${canvasId} is out of ${possible} points in Canvas and out of ${total} here. Set its points in Canvas.`;
}

async function submissionsOf(client: ApiClient, path: string): Promise<Submission[]> {
  const query = 'include[]=submission_comments&include[]=user&per_page=100';
  return (await client.list(`${path}/submissions?${query}`)).map((one) => read(submissionSchema, one, path));
}

/** Compares what is wanted with what Canvas has. */
function compare(
  wanted: readonly Wanted[],
  submissions: readonly Submission[],
): { readonly differences: Difference[]; readonly strangers: string[] } {
  const byUser = new Map(submissions.map((one) => [String(one.user_id), one]));
  const bySis = new Map(submissions.flatMap((one) => (one.user?.sis_user_id ? [[one.user.sis_user_id, one]] : [])));
  const byLogin = new Map(
    submissions.flatMap(({ user, ...one }) => {
      const login = user?.login_id ?? user?.sis_login_id;
      return login ? [[login, one] as const] : [];
    }),
  );
  const strangers: string[] = [];
  const differences = wanted.flatMap((one): Difference[] => {
    const { canvasId, sisUserId, sisLoginId } = one.grade.roster ?? {};
    const there =
      (canvasId && byUser.get(canvasId)) ||
      (sisUserId && bySis.get(sisUserId)) ||
      (sisLoginId && byLogin.get(sisLoginId)) ||
      null;
    if (!there) {
      strangers.push(one.grade.student);
      return [];
    }
    const score = there.entered_score ?? there.score ?? null;
    const isExcused = there.excused === true;
    const isPointsNew =
      one.points === null ? !isExcused : isExcused || score === null || Math.abs(score - one.points) > 1e-4;
    const { mark } = one.comment ?? {};
    const isCommentNew =
      mark !== undefined && !(there.submission_comments ?? []).some(({ comment }) => comment?.includes(mark));
    if (!isPointsNew && !isCommentNew) return [];
    const before = isExcused ? 'excused' : score === null ? 'none' : String(score);
    return [{ ...one, user: String(there.user_id), before, isPointsNew, isCommentNew }];
  });
  return { differences, strangers };
}

/**
 * Sends some grades and waits for Canvas' job.
 * @returns what Canvas says about those that it did not take; `null` if it says nothing
 */
async function sendChunk(
  client: ApiClient,
  path: string,
  differences: readonly Difference[],
  { wait, log = NO_LOG }: CanvasOptions,
): Promise<string | null> {
  const form = new URLSearchParams();
  for (const { user, points, comment, isPointsNew, isCommentNew } of differences) {
    const name = (field: string): string => `grade_data[${user}][${field}]`;
    if (isPointsNew && points === null) form.set(name('excuse'), 'true');
    if (isPointsNew && points !== null) form.set(name('posted_grade'), String(points));
    if (isCommentNew && comment !== null) form.set(name('text_comment'), comment.text);
  }
  let progress: z.infer<typeof progressSchema>;
  try {
    progress = read(
      progressSchema,
      (await client.request('POST', `${path}/submissions/update_grades`, { form })).body,
      path,
    );
  } catch (error) {
    // A refusal is certain: nothing of the request was carried out.
    for (const one of error instanceof UsageError ? differences : []) await log.ended(pushOf(one), messageOf(error));
    if (!(error instanceof Unclear)) throw error;
    // The job can have begun all the same: it gets time before the next look.
    await wait(10 * POLL_MS);
    return error.message;
  }
  const place = `/api/v1/progress/${encodeURIComponent(String(progress.id))}`;
  for (let polls = 0; !['completed', 'failed'].includes(progress.workflow_state); polls++) {
    if (polls === MOST_POLLS) {
      throw new InfrastructureError(
        `Canvas' job ${progress.id} has not ended. Run the same command again later: it sends only what is missing.`,
      );
    }
    await wait(Math.min(10, polls + 1) * POLL_MS);
    progress = read(progressSchema, (await client.get(place)).body, place);
  }
  return progress.workflow_state === 'failed' ? progress.message || 'the job failed' : null;
}

function pushOf({ grade, points, before, comment, isPointsNew, isCommentNew }: Omit<Difference, 'user'>): Push {
  const { student, assignment } = grade;
  const after = points === null ? 'excused' : String(points);
  return {
    student,
    assignment,
    what: [
      ...(isPointsNew ? [`${before} → ${after}`] : []),
      ...(isCommentNew && comment !== null ? ['a comment'] : []),
    ].join(', '),
  };
}

function read<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as T;
  throw new InfrastructureError(
    `Canvas answers ${path} with something else than it documents: ${z.prettifyError(error).split('\n')[0]}.`,
  );
}
