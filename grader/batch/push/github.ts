import { z } from 'zod';
import { InfrastructureError, UsageError } from '../../platform/index.ts';
import { forMarkdown } from '../../report/index.ts';
import { gradingOf, titleOf } from '../export/index.ts';
import { gradeSentences } from '../feedback/index.ts';
import type { Grade, GradeBook } from '../model.ts';
import { type ApiClient, Unclear } from './client.ts';
import { checkLines } from './comment.ts';
import type { Push, PushReport } from './push.ts';
import { repositoryOf } from './repositories.ts';

/**
 * GitHub's REST API (https://docs.github.com/rest): a comment on the open pull request of a repository, or on its newest
 * commit if there is none.
 */

export interface GitHubOptions {
  /** The client of the server; `null` if nothing is to be compared or sent. */
  readonly client: ApiClient | null;
  /** The path of the API on the server, e.g. `` for api.github.com and `/api/v3` for GitHub Enterprise. */
  readonly prefix: string;
  /** The repository of a student with placeholders, e.g. `cs101/hw3-{student}`. */
  readonly repository: string;
  readonly send: boolean;
  /** The part of the batch that is in the mark: two batches may comment on one repository. */
  readonly batch: string;
}

const commentSchema = z.object({ id: z.number(), body: z.string().nullish() });
const pullSchema = z.object({ number: z.number(), title: z.string().nullish() });
const commitSchema = z.object({ sha: z.string() });
/** A comment of GitHub has at most 65,536 characters. */
const MOST_CHARACTERS = 60_000;
/** GitHub asks for a second between requests that make something. */
const BETWEEN_MS = 1_000;

/**
 * Comments on the repository of each student. A comment of an earlier push is changed in its place. Repositories that
 * cannot be commented on are named, and cost the others nothing.
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
      pushed.push({ student, assignment, what: `a comment on ${repository}` });
      continue;
    }
    try {
      const what = await comment(options.client, repository, body, options);
      if (what === null) unchanged += 1;
      else pushed.push({ student, assignment, what });
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
 * Makes or changes the comment of a repository.
 * @returns what was done, or would be; `null` if the comment is there already
 */
async function comment(
  client: ApiClient,
  repository: string,
  body: string,
  { prefix, send, wait }: GitHubOptions & { readonly wait: (milliseconds: number) => Promise<void> },
): Promise<string | null> {
  const root = `${prefix}/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const place = await placeOf(client, root);
  const [mark = ''] = body.split('\n', 1);
  for (let tries = 1; ; tries++) {
    const comments = (await client.list(`${place.list}?per_page=100`)).map((one) =>
      read(commentSchema, one, repository),
    );
    const before = comments.find((one) => one.body?.startsWith(mark));
    // GitHub may give line ends of its own.
    if (before?.body?.replaceAll('\r\n', '\n').trim() === body.trim()) {
      return tries === 1 ? null : `a comment on ${place.name}`;
    }
    const what = before ? `a changed comment on ${place.name}` : `a comment on ${place.name}`;
    if (!send) return what;
    try {
      if (before) await client.request('PATCH', `${place.change}/${before.id}`, { json: { body }, repeatable: true });
      else await client.request('POST', place.create, { json: { body } });
      await wait(BETWEEN_MS);
      return what;
    } catch (error) {
      // The answer was lost: the comment can be there.
      if (!(error instanceof Unclear)) throw error;
      if (tries === 3)
        throw new InfrastructureError(`GitHub keeps failing: ${error.message}. Run the command again later.`);
      await wait(5 * BETWEEN_MS);
    }
  }
}

interface Place {
  /** In words, e.g. `pull request 1 of cs101/hw3-ada`. */
  readonly name: string;
  /** The path of the list of comments, in which an earlier one is looked for. */
  readonly list: string;
  /** The path to which a new comment goes. */
  readonly create: string;
  /** The path before the number of a comment. */
  readonly change: string;
}

/** Finds the place of the comment: the oldest open pull request, as classrooms make one for feedback, or a commit. */
async function placeOf(client: ApiClient, root: string): Promise<Place> {
  const repository = decodeURIComponent(root.split('/').slice(-2).join('/'));
  const { body } = await client.get(`${root}/pulls?state=open&sort=created&direction=asc&per_page=100`);
  const pulls = read(z.array(pullSchema), body, repository);
  const pull = pulls.find(({ title }) => title === 'Feedback') ?? pulls[0];
  if (pull) {
    const name = `pull request ${pull.number} of ${repository}`;
    const list = `${root}/issues/${pull.number}/comments`;
    return { name, list, create: list, change: `${root}/issues/comments` };
  }
  const commits = read(z.array(commitSchema), (await client.get(`${root}/commits?per_page=1`)).body, repository);
  const [commit] = commits;
  if (!commit) throw new UsageError(`${repository} has no commit.`);
  const name = `commit ${commit.sha.slice(0, 7)} of ${repository}`;
  const create = `${root}/commits/${encodeURIComponent(commit.sha)}/comments`;
  // The comment of an earlier push can be on an earlier commit.
  return { name, list: `${root}/comments`, create, change: `${root}/comments` };
}

function read<T>(schema: z.ZodType<T>, value: unknown, repository: string): T {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as T;
  throw new InfrastructureError(
    `GitHub answers about ${repository} with something else than it documents: ${z.prettifyError(error).split('\n')[0]}.`,
  );
}
