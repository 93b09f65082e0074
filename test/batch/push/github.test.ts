import { afterEach, describe, expect, it } from 'vitest';
import type { GradeBook } from '../../../grader/batch/model.ts';
import { ApiClient, checkRepositories, pushToGitHub, repositoryOf } from '../../../grader/batch/push/index.ts';
import { HOSTILE } from '../../report/fixtures.ts';
import { book, broken, failed, grade, hostile, passed, roster } from '../export/fixtures.ts';
import { type GitHubServer, type Repository, repository, startGitHub, TOKEN } from './github-server.ts';

const on = (id: string, github: string | null) => ({ roster: roster(id, { github }) });
const CLASS = book([
  grade('ada', [passed], on('ada', 'ada-l')),
  grade('ben', [failed], on('ben', 'benb')),
  grade('cem', [broken], { open: 'The machine failed.', ...on('cem', 'cem') }),
  grade('dee', [], on('dee', 'dee')),
]);

let server: GitHubServer;
const waited: number[] = [];
afterEach(async () => {
  await server.close();
  waited.length = 0;
});

const start = async (more: Record<string, Repository> = {}): Promise<void> => {
  server = await startGitHub({
    'cs101/hw3-ada-l': repository(),
    'cs101/hw3-benb': repository({ pulls: [] }),
    ...more,
  });
};
const of = (name: string) => server.repositories.get(`cs101/${name}`) as Repository;

function push({
  send = true,
  from = CLASS as GradeBook,
  token = TOKEN,
  batch = 'b1',
  as = 'comment' as 'comment' | 'check',
} = {}) {
  const wait = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
  const { signal } = new AbortController();
  const headers = { 'User-Agent': 'tests' };
  const client = new ApiClient({ base: new URL(server.url), token, headers, signal, wait });
  return pushToGitHub(from, { client, prefix: '/api/v3', repository: 'cs101/hw3-{student}', send, batch, as, wait });
}

describe('a push to GitHub', () => {
  it('comments on the pull request, or on the newest commit without one', async () => {
    await start();
    const report = await push();
    expect(report.pushed.map(({ student, what }) => `${student}: ${what}`)).toEqual([
      'ada: a comment on pull request 1 of cs101/hw3-ada-l',
      'ben: a comment on commit c0ffee1 of cs101/hw3-benb',
    ]);
    expect(of('hw3-ada-l').comments[0]).toMatchObject({ on: 'pull 1' });
    expect(of('hw3-benb').comments[0]?.body).toMatch(
      /^<!-- grade b1 grayscale -->\r\n### Color to gray\r\n\r\nYou have 70 of 90 points\.[\s\S]*- guards: /,
    );
    expect(report.notes).toEqual(['cem, grayscale: not sent, because the grade is open.']);
  });

  it('sends nothing in a dry run', async () => {
    await start();
    expect((await push({ send: false })).pushed).toHaveLength(2);
    expect(server.received.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('repeats no comment', async () => {
    await start();
    await push();
    const again = await push();
    expect([again.pushed, again.unchanged]).toEqual([[], 2]);
    expect([of('hw3-ada-l').comments.length, of('hw3-benb').comments.length]).toEqual([1, 1]);
  });

  it('changes its comment in its place, also on an earlier commit', async () => {
    await start();
    for (const id of [1, 2, 3]) of('hw3-ada-l').comments.push({ id, body: 'a word', on: 'pull 1' });
    await push();
    of('hw3-benb').commits = ['feed0000', 'c0ffee1234567890'];
    const from = { ...CLASS, grades: CLASS.grades.map((one) => ({ ...one, points: one.points && one.points - 1 })) };
    const report = await push({ from });
    expect(report.pushed.map(({ what }) => what)).toEqual([
      'a changed comment on pull request 1 of cs101/hw3-ada-l',
      'a changed comment on commit feed000 of cs101/hw3-benb',
    ]);
    expect(of('hw3-ada-l').comments).toHaveLength(4);
    expect(of('hw3-ada-l').comments.at(-1)?.body).toContain('You have 89 of 90 points.');
    expect(of('hw3-benb').comments).toHaveLength(1);
  });

  it('leaves the comments of another batch', async () => {
    await start();
    await push();
    await push({ batch: 'b2' });
    expect(of('hw3-ada-l').comments).toHaveLength(2);
  });

  it('names missing and empty repositories, and students without a name', async () => {
    await start({ 'cs101/hw3-eve': repository({ pulls: [], commits: [] }) });
    server.repositories.delete('cs101/hw3-ada-l');
    const from = book([
      ...CLASS.grades.slice(0, 2),
      grade('eve', [passed], on('eve', 'eve')),
      grade('fay', [passed], on('fay', null)),
      grade('gil', [passed], on('gil', '../../x')),
    ]);
    const report = await push({ from });
    expect(report.pushed.map(({ student }) => student)).toEqual(['ben']);
    expect(report.notes).toEqual([
      expect.stringMatching(/^ada, grayscale: not sent\. .*404 \(Not Found\).*Does it exist/),
      expect.stringMatching(/^eve, grayscale: not sent\. cs101\/hw3-eve has no commit/),
      expect.stringMatching(/^fay, grayscale: not sent, because the roster has no github name/),
      expect.stringMatching(/^gil, grayscale: not sent, because the roster has no github name/),
    ]);
  });

  it('writes nothing that is markup, a mention or another mark', async () => {
    await start({ 'cs101/hw3-x': repository() });
    const title = `${HOSTILE} @everyone <!-- grade b1 other -->`;
    const from = book([grade('x', [hostile(HOSTILE)], on('x', 'x'))], {
      assignments: [{ id: 'grayscale', title, canvasId: null }],
    });
    await push({ from });
    const [, ...lines] = of('hw3-x').comments[0]?.body.split('\r\n') ?? [];
    expect(lines.join('\n')).not.toMatch(/(?<!\\)<|@everyone/);
  });

  it('writes one check of the newest commit, and changes it in its place', async () => {
    await start();
    const report = await push({ as: 'check' });
    expect(report.pushed.map(({ what }) => what)).toEqual([
      'a check on commit c0ffee1 of cs101/hw3-ada-l',
      'a check on commit c0ffee1 of cs101/hw3-benb',
    ]);
    expect(of('hw3-ada-l').checks[0]).toMatchObject({
      name: 'grade grayscale',
      conclusion: 'success',
      output: { title: '90 of 90 points' },
    });
    expect(of('hw3-benb').checks[0]).toMatchObject({ conclusion: 'neutral', output: { title: '70 of 90 points' } });
    expect(of('hw3-benb').checks[0]?.output.summary).toContain('- guards: ');
    expect(await push({ as: 'check' })).toMatchObject({ pushed: [], unchanged: 2 });
    const from = { ...CLASS, grades: CLASS.grades.map((one) => ({ ...one, points: one.points && one.points - 1 })) };
    expect((await push({ as: 'check', from })).pushed[0]?.what).toBe(
      'a changed check on commit c0ffee1 of cs101/hw3-ada-l',
    );
    expect(of('hw3-ada-l').checks).toMatchObject([{ conclusion: 'neutral', output: { title: '89 of 90 points' } }]);
    expect([of('hw3-ada-l').comments, of('hw3-benb').checks.length]).toEqual([[], 1]);
  });

  it('looks before it makes a check again if an answer was lost', async () => {
    await start();
    server.next.push({ match: ({ method }) => method === 'POST', reply: { drop: true } });
    expect((await push({ as: 'check' })).pushed).toHaveLength(2);
    expect(of('hw3-ada-l').checks).toHaveLength(1);
  });

  it('waits for limits of either kind, and between comments', async () => {
    await start();
    const secondary = { message: 'You have exceeded a secondary rate limit.' };
    server.next.push({ match: ({ method }) => method === 'POST', reply: { status: 403, body: secondary } });
    server.next.push({
      match: ({ method }) => method === 'POST',
      reply: { status: 429, headers: { 'Retry-After': '9' }, body: {} },
    });
    const report = await push();
    expect(report.pushed).toHaveLength(2);
    expect(waited).toEqual([60_000, 9_000, 1_000, 1_000]);
    const reset = String(Math.ceil(Date.now() / 1000) + 3600);
    server.next.push({
      match: () => true,
      reply: { status: 403, headers: { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': reset }, body: {} },
    });
    await expect(push()).rejects.toThrow(/cannot be used now: 403.*Run the same command again later/);
  });

  it('looks before it comments again if an answer was lost', async () => {
    await start();
    server.next.push({ match: ({ method }) => method === 'POST', reply: { status: 502, body: 'Bad Gateway' } });
    await push();
    expect(of('hw3-ada-l').comments).toHaveLength(1);
  });

  it('ends at once if the token is wrong', async () => {
    await start();
    await expect(push({ token: 'wrong' })).rejects.toThrow(/does not accept the token/);
    expect(server.received).toHaveLength(1);
  });
});

describe('the repositories of a class', () => {
  it('are an owner and a name with a place for the student', () => {
    expect(checkRepositories('cs101/{assignment}-{student}', '--repository')).toBe('cs101/{assignment}-{student}');
    for (const wrong of [
      'cs101',
      'cs101/hw3',
      'cs101/a/{student}',
      '../{student}',
      'cs 101/{student}',
      'a/b?{student}',
    ]) {
      expect(() => checkRepositories(wrong, '--repository'), wrong).toThrow(/names no repositories/);
    }
    const { roster: known } = grade('ada', [], on('ada', 'ada-l'));
    const ada = { student: 'ada', assignment: 'gray', roster: known };
    expect(repositoryOf('c/{assignment}-{student}', ada)).toBe('c/gray-ada-l');
    expect(repositoryOf('c/{student}', { ...ada, roster: null })).toBe('c/ada');
  });
});
