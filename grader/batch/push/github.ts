import { InfrastructureError, UsageError } from '../../platform/index.ts';
import { forMarkdown } from '../../report/index.ts';
import { gradingOf, titleOf } from '../export/index.ts';
import { gradeSentences } from '../feedback/index.ts';
import type { Grade, GradeBook } from '../model.ts';
import { type ApiClient, Unclear } from './client.ts';
import { checkLines } from './comment.ts';
import { checkPlaceOf, placeOf } from './places.ts';
import { NO_LOG, type Push, type PushLog, type PushReport } from './push.ts';
import { repositoryOf } from './repositories.ts';

/** GitHub's REST API (https://docs.github.com/rest): a comment or a check for each repository. */

export interface GitHubOptions {
  /** The client of the server; `null` if nothing is to be compared or sent. */
  readonly client: ApiClient | null;
  /** The path of the API on the server, e.g. `` for api.github.com and `/api/v3` for GitHub Enterprise. */
  readonly prefix: string;
  /** The repository of a student with placeholders, e.g. `cs101/hw3-{student}`. */
  readonly repository: string;
  readonly send: boolean;
  /** A check of the newest commit in place of a comment. It needs the token of a GitHub App. */
  readonly as?: 'comment' | 'check';
  /** Without one, nothing is written down. */
  readonly log?: PushLog;
  /** The part of the batch that is in the mark: two batches may comment on one repository. */
  readonly batch: string;
}

/** A comment of GitHub has at most 65,536 characters. */
const MOST_CHARACTERS = 60_000;
/** GitHub asks for a second between requests that make something. */
const BETWEEN_MS = 1_000;

/**
 * Writes a comment or a check for the repository of each student. That of an earlier push is changed in its place.
 * Repositories that take none are named, and cost the others nothing.
 */
export async function pushToGitHub(
  book: GradeBook,
  options: GitHubOptions & { readonly wait: (milliseconds: number) => Promise<void> },
): Promise<PushReport> {
  const pushed: Push[] = [];
  const notes: string[] = [];
  let unchanged = 0;
  for (const grade of book.grades) {
    const { student, assignment } = grade;
    const grading = gradingOf(grade);
    if (grading === null) continue;
    if (grading.status === 'open') {
      notes.push(`${student}, ${assignment}: not sent, because the grade is open.`);
      continue;
    }
    const repository = repositoryOf(options.repository, grade);
    if (repository === null) {
      notes.push(`${student}, ${assignment}: not sent, because the roster has no github name for the student.`);
      continue;
    }
    const body = commentText(book, grade, options.batch);
    if (options.client === null) {
      pushed.push({ student, assignment, what: `a ${options.as ?? 'comment'} on ${repository}` });
      continue;
    }
    try {
      const what = await put(options.client, repository, grade, body, options);
      if (what === null) {
        unchanged += 1;
        if (options.send) await options.log?.there?.(grade);
      } else pushed.push({ student, assignment, what });
    } catch (error) {
      if (!(error instanceof UsageError) || isGeneral(error)) throw error;
      notes.push(`${student}, ${assignment}: not sent. ${error.message}`);
    }
  }
  return { pushed, unchanged, notes };
}

/** True for an error that every repository would have. */
function isGeneral({ message }: UsageError): boolean {
  return message.includes('does not accept the token') || message.includes('leads elsewhere');
}

function markOf(batch: string, assignment: string): string {
  return `<!-- grade ${batch} ${assignment.replace(/[^\w.-]/g, '_')} -->`;
}

/** Returns the comment in Markdown; it begins with a mark that readers do not see. */
function commentText(book: GradeBook, grade: Grade, batch: string): string {
  const [verdict, ...checks] = checkLines(grade);
  const lines = [
    `### ${forMarkdown(titleOf(book, grade.assignment))}`,
    ...gradeSentences(grade).map((sentence) => forMarkdown(sentence)),
    ...(verdict === undefined ? [] : [forMarkdown(verdict)]),
    ...checks.map((check) =>
      check
        .split('\n')
        .map((line, at) => `${at === 0 ? '- ' : '  '}${forMarkdown(line)}`)
        .join('\n'),
    ),
  ];
  return `${markOf(batch, grade.assignment)}\n${lines.join('\n\n')}`.slice(0, MOST_CHARACTERS);
}

/**
 * Makes or changes the comment or the check of a repository.
 * @returns what was done, or would be; `null` if it is there already
 */
async function put(
  client: ApiClient,
  repository: string,
  grade: Grade,
  body: string,
  options: GitHubOptions & { readonly wait: (milliseconds: number) => Promise<void> },
): Promise<string | null> {
  const { prefix, send, wait, as = 'comment', log = NO_LOG } = options;
  const root = `${prefix}/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const place = as === 'check' ? await checkPlaceOf(client, root, grade, body) : await placeOf(client, root, body);
  const { student, assignment } = grade;
  for (let tries = 1; ; tries++) {
    const before = await place.find();
    if (before?.isSame) {
      const there = { student, assignment, what: `a ${as} on ${place.name}` };
      if (tries > 1) await log.ended(there, null);
      return tries === 1 ? null : there.what;
    }
    const what = before ? `a changed ${as} on ${place.name}` : `a ${as} on ${place.name}`;
    if (!send) return what;
    const own = { student, assignment, what };
    try {
      if (tries === 1) await log.sending(own);
      if (before) await client.request('PATCH', before.path, { json: place.content(true), repeatable: true });
      else await client.request('POST', place.create, { json: place.content(false) });
      await log.ended(own, null);
      await wait(BETWEEN_MS);
      return what;
    } catch (error) {
      if (error instanceof UsageError) await log.ended(own, error.message);
      // The answer was lost: it can be there.
      if (!(error instanceof Unclear)) throw error;
      if (tries === 3)
        throw new InfrastructureError(`GitHub keeps failing: ${error.message}. Run the command again later.`);
      await wait(5 * BETWEEN_MS);
    }
  }
}
