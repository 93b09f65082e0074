import { z } from 'zod';
import { InfrastructureError, UsageError } from '../../platform/index.ts';
import { gradingOf } from '../export/index.ts';
import type { Grade } from '../model.ts';
import type { ApiClient } from './client.ts';

/** The place of a repository that gets what is pushed: a list in which an earlier one is looked for. */
export interface Place {
  /** In words, e.g. `pull request 1 of cs101/hw3-ada`. */
  readonly name: string;
  /** The path to which a new one goes. */
  readonly create: string;
  /** Returns the content of a request. */
  readonly content: (isChange: boolean) => Readonly<Record<string, unknown>>;
  /** Returns the path of an earlier one, and whether it has the same content; `null` if there is none. */
  readonly find: () => Promise<{ readonly path: string; readonly isSame: boolean } | null>;
}

const commentSchema = z.object({ id: z.number(), body: z.string().nullish() });
const pullSchema = z.object({
  number: z.number(),
  title: z.string().nullish(),
  head: z.object({ sha: z.string() }).nullish(),
});
const commitSchema = z.object({ sha: z.string() });
const checksSchema = z.object({
  check_runs: z.array(
    z.object({
      id: z.number(),
      external_id: z.string().nullish(),
      conclusion: z.string().nullish(),
      output: z.object({ title: z.string().nullish(), summary: z.string().nullish() }).nullish(),
    }),
  ),
});

/** Returns the place of a comment: the open pull request, as classrooms make one for feedback, or the newest commit. */
export async function placeOf(client: ApiClient, root: string, body: string): Promise<Place> {
  const repository = repositoryIn(root);
  const pull = await pullOf(client, root);
  const commit = pull ? null : await newestCommit(client, root);
  // The comment of an earlier push can be on an earlier commit.
  const [list, create, change, name] = pull
    ? [
        `${root}/issues/${pull.number}/comments`,
        `${root}/issues/${pull.number}/comments`,
        `${root}/issues/comments`,
        `pull request ${pull.number} of ${repository}`,
      ]
    : [
        `${root}/comments`,
        `${root}/commits/${encodeURIComponent(commit ?? '')}/comments`,
        `${root}/comments`,
        `commit ${commit?.slice(0, 7)} of ${repository}`,
      ];
  const [mark = ''] = body.split('\n', 1);
  const find: Place['find'] = async () => {
    const comments = (await client.list(`${list}?per_page=100`)).map((one) => read(commentSchema, one, repository));
    const before = comments.find((one) => one.body?.startsWith(mark));
    // GitHub may give line ends of its own.
    return before ? { path: `${change}/${before.id}`, isSame: isSameText(before.body, body) } : null;
  };
  return { name, create, content: () => ({ body }), find };
}

/**
 * Returns the place of a check run (https://docs.github.com/rest/checks/runs): the head of the open pull request, or the
 * newest commit. Only a GitHub App may write check runs.
 */
export async function checkPlaceOf(client: ApiClient, root: string, grade: Grade, body: string): Promise<Place> {
  const repository = repositoryIn(root);
  const pull = await pullOf(client, root);
  const sha = pull?.head?.sha ?? (await newestCommit(client, root));
  const [mark = '', ...lines] = body.split('\n');
  const externalId = mark.replace(/^<!-- | -->$/g, '');
  const grading = gradingOf(grade);
  const title = grading?.status === 'graded' ? `${grading.points} of ${grade.maxPoints} points` : 'Excused';
  const isFull = grading?.status === 'graded' && grade.maxPoints !== null && grading.points >= grade.maxPoints;
  // A check that is red for each missing point would say that the work is broken.
  const conclusion = isFull ? 'success' : 'neutral';
  const output = { title, summary: lines.join('\n') };
  const name = `grade ${grade.assignment}`;
  const content: Place['content'] = (isChange) => ({
    ...(!isChange && { name, head_sha: sha }),
    external_id: externalId,
    status: 'completed',
    conclusion,
    output,
  });
  const list = `${root}/commits/${encodeURIComponent(sha)}/check-runs?check_name=${encodeURIComponent(name)}&per_page=100`;
  const find: Place['find'] = async () => {
    const { check_runs: runs } = read(checksSchema, (await client.get(list)).body, repository);
    const before = runs.find((one) => one.external_id === externalId);
    if (!before) return null;
    const isSame =
      before.conclusion === conclusion &&
      before.output?.title === title &&
      isSameText(before.output?.summary, output.summary);
    return { path: `${root}/check-runs/${before.id}`, isSame };
  };
  return { name: `commit ${sha.slice(0, 7)} of ${repository}`, create: `${root}/check-runs`, content, find };
}

function isSameText(there: string | null | undefined, own: string): boolean {
  return there?.replaceAll('\r\n', '\n').trim() === own.trim();
}

function repositoryIn(root: string): string {
  return decodeURIComponent(root.split('/').slice(-2).join('/'));
}

/** Returns the open pull request that is named "Feedback", otherwise the oldest open one; `undefined` if there is none. */
async function pullOf(client: ApiClient, root: string): Promise<z.infer<typeof pullSchema> | undefined> {
  const { body } = await client.get(`${root}/pulls?state=open&sort=created&direction=asc&per_page=100`);
  const pulls = read(z.array(pullSchema), body, repositoryIn(root));
  return pulls.find(({ title }) => title === 'Feedback') ?? pulls[0];
}

async function newestCommit(client: ApiClient, root: string): Promise<string> {
  const repository = repositoryIn(root);
  const [commit] = read(z.array(commitSchema), (await client.get(`${root}/commits?per_page=1`)).body, repository);
  if (!commit) throw new UsageError(`${repository} has no commit.`);
  return commit.sha;
}

function read<T>(schema: z.ZodType<T>, value: unknown, repository: string): T {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as T;
  throw new InfrastructureError(
    `GitHub answers about ${repository} with something else than it documents: ${z.prettifyError(error).split('\n')[0]}.`,
  );
}
