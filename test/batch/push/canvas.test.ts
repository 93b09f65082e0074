import { afterEach, describe, expect, it } from 'vitest';
import type { GradeBook } from '../../../grader/batch/model.ts';
import { ApiClient, type PushLog, pushToCanvas } from '../../../grader/batch/push/index.ts';
import { book, broken, failed, grade, passed, roster } from '../export/fixtures.ts';
import { type CanvasServer, type CanvasUser, startCanvas, TOKEN } from './canvas-server.ts';

const user = (id: number, changes: Partial<CanvasUser> = {}): CanvasUser => ({
  id,
  score: null,
  excused: false,
  comments: [],
  ...changes,
});

const NOBODY = { canvasId: null, sisUserId: null, sisLoginId: null };
const CLASS = book([
  grade('ada', [passed], { roster: roster('ada', { ...NOBODY, canvasId: '1001' }) }),
  grade('ben', [failed], {
    ...{ points: 63, latePenalty: 7, daysLate: 2 },
    roster: roster('ben', { ...NOBODY, sisUserId: 'S-2' }),
  }),
  grade('cem', [broken], { open: 'The machine failed.', roster: roster('cem', { ...NOBODY, canvasId: '1003' }) }),
  grade('dee', [], { roster: roster('dee', { ...NOBODY, canvasId: '1004' }) }),
  grade('eve', [failed], { roster: roster('eve', { ...NOBODY, sisLoginId: 'eve@school' }) }),
]);

let server: CanvasServer;
const waited: number[] = [];
const said: string[] = [];
afterEach(async () => {
  await server.close();
  waited.length = 0;
  said.length = 0;
});

const start = async (changes: Partial<Record<number, Partial<CanvasUser>>> = {}): Promise<void> => {
  server = await startCanvas([
    user(1001, changes[1001]),
    user(1002, { sisUserId: 'S-2', ...changes[1002] }),
    user(1003, changes[1003]),
    user(1004, changes[1004]),
    user(1005, { loginId: 'eve@school', ...changes[1005] }),
  ]);
};

function push({
  send = true,
  comments = true,
  token = TOKEN,
  from = CLASS as GradeBook,
  signal = new AbortController().signal,
  log = undefined as PushLog | undefined,
} = {}) {
  const wait = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
  const client = new ApiClient({ base: new URL(server.url), token, signal, wait, onWait: (text) => said.push(text) });
  return pushToCanvas(from, { client, courseId: '12', send, comments, wait, ...(log && { log }) });
}

const posts = () => server.received.filter(({ method }) => method === 'POST');

describe('a push to Canvas', () => {
  it('sends points and comments of final grades, by whichever id is known', async () => {
    await start();
    const report = await push();
    expect(server.users.map(({ score }) => score)).toEqual([90, 63, null, null, 70]);
    expect(server.users.map(({ comments }) => comments.length)).toEqual([1, 1, 0, 0, 1]);
    expect(server.users[1]?.comments[0]).toMatch(
      /^You have 63 of 90 points\.\n2 days late: 7 points taken off\.\nNot passed[\s\S]*guards: [\s\S]*\n\[grade [0-9a-f]{12}\]$/,
    );
    expect(report.pushed.map(({ student, what }) => `${student}: ${what}`)).toEqual([
      'ada: none → 90, a comment',
      'ben: none → 63, a comment',
      'eve: none → 70, a comment',
    ]);
    expect(report.notes).toEqual(['cem, grayscale: not sent, because the grade is open.']);
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  });

  it('sends nothing in a dry run, and says what it would send', async () => {
    await start({ 1001: { score: 50 } });
    const report = await push({ send: false });
    expect(server.received.every(({ method }) => method === 'GET')).toBe(true);
    expect(report.pushed[0]).toEqual({ student: 'ada', assignment: 'grayscale', what: '50 → 90, a comment' });
  });

  it('repeats neither points nor comments', async () => {
    await start();
    await push();
    const again = await push();
    expect([again.pushed, again.unchanged]).toEqual([[], 3]);
    expect(posts()).toHaveLength(1);
    expect(server.users.map(({ comments }) => comments.length)).toEqual([1, 1, 0, 0, 1]);
  });

  it('sends what is new only', async () => {
    await start();
    await push({ comments: false });
    expect(server.users.flatMap(({ comments }) => comments)).toEqual([]);
    await push();
    expect(posts()[1]?.body).not.toContain('posted_grade');
    expect(server.users.map(({ comments }) => comments.length)).toEqual([1, 1, 0, 0, 1]);
  });

  it('ends an excuse that Canvas has if there are points', async () => {
    await start({ 1001: { excused: true } });
    const report = await push({ comments: false });
    expect(report.pushed[0]?.what).toBe('excused → 90');
    expect(server.users[0]).toMatchObject({ score: 90, excused: false });
  });

  it('excuses students, and sends no points for them', async () => {
    await start();
    const excused = CLASS.grades.map((one) =>
      one.student === 'ada' ? { ...one, points: null, isExcused: true } : one,
    );
    const report = await push({ from: { ...CLASS, grades: excused } });
    expect(report.pushed[0]?.what).toBe('none → excused, a comment');
    expect(server.users[0]).toMatchObject({ score: null, excused: true });
    expect(server.users[0]?.comments[0]).toContain('You are excused from this assignment.');
    expect((await push({ from: { ...CLASS, grades: excused } })).pushed).toEqual([]);
  });

  it('names students whom the course does not have, and sends the others', async () => {
    await start();
    server.users.splice(0, 1);
    const report = await push();
    expect(report.notes).toContainEqual(expect.stringMatching(/^ada, grayscale: not sent. Canvas has no student/));
    expect(report.pushed.map(({ student }) => student)).toEqual(['ben', 'eve']);
  });

  it('names a student whom Canvas’ job does not take, with its words', async () => {
    await start();
    server.lost.add(1002);
    const report = await push();
    expect(report.pushed.map(({ student }) => student)).toEqual(['ada', 'eve']);
    expect(report.notes).toContainEqual(
      "ben, grayscale: Canvas did not take the grade. Canvas says: Couldn't find User(s) with API ids '1002'",
    );
    // Those that it took are not sent again.
    expect(server.users.map(({ comments }) => comments.length)).toEqual([1, 0, 0, 0, 1]);
  });

  it('sends nothing to an assignment out of other points, or not published', async () => {
    await start();
    server.assignment.points_possible = 100;
    expect((await push()).notes.join()).toContain('is out of 100 points in Canvas and out of 90 here');
    server.assignment.points_possible = 90;
    server.assignment.published = false;
    expect((await push()).notes.join()).toContain('is not published');
    expect(posts()).toEqual([]);
  });

  it('needs the number of an assignment', async () => {
    await start();
    const from = { ...CLASS, assignments: [{ id: 'grayscale', title: 'Gray', canvasId: null }] };
    await expect(push({ from })).rejects.toThrow(/Set canvasId/);
  });
});

describe('throttling and faults of Canvas', () => {
  it.each([
    ['403 with its words', { status: 403, body: '403 Forbidden (Rate Limit Exceeded)\n' }, 1_000],
    ['429', { status: 429, headers: { 'Retry-After': '7' }, body: {} }, 7_000],
    ['503', { status: 503, body: '<html>busy</html>' }, 1_000],
  ])('waits and sends again: %s', async (_name, reply, least) => {
    await start();
    server.next.push({ match: ({ method }) => method === 'POST', reply });
    const report = await push();
    expect(report.pushed).toHaveLength(3);
    expect(Math.max(...waited)).toBeGreaterThanOrEqual(least);
    expect(said[0]).toMatch(/answers (?:403|429|503)/);
    expect(server.users.map(({ comments }) => comments.length)).toEqual([1, 1, 0, 0, 1]);
  });

  it('waits a second before each request if the quota is low', async () => {
    await start();
    server.next.push({
      match: ({ path }) => path.endsWith('/4711'),
      reply: {
        headers: { 'X-Rate-Limit-Remaining': '12.5' },
        body: { id: 4711, name: 'x', points_possible: 90, published: true },
      },
    });
    await push({ send: false });
    expect(waited).toEqual([1_000]);
  });

  it('looks before it sends again if an answer was lost', async () => {
    await start();
    server.next.push({ match: ({ method }) => method === 'POST', reply: { status: 502, body: 'Bad Gateway' } });
    server.next.push({ match: ({ method }) => method === 'POST', reply: { drop: true } });
    const report = await push();
    expect(report.pushed).toHaveLength(3);
    expect(posts()).toHaveLength(3);
    expect(server.users.map(({ comments }) => comments.length)).toEqual([1, 1, 0, 0, 1]);
  });

  it('repeats a read that fails, and gives up after a while', async () => {
    await start();
    for (let i = 0; i < 3; i++) {
      server.next.push({ match: ({ method }) => method === 'GET', reply: { status: 500, body: 'oops' } });
    }
    expect((await push({ send: false })).pushed).toHaveLength(3);
    for (let i = 0; i < 8; i++) server.next.push({ match: () => true, reply: { status: 500, body: 'oops' } });
    await expect(push()).rejects.toThrow(/cannot be used now: 500 \(oops\)/);
    expect(posts()).toEqual([]);
  });

  it('gives up on a server that is down after a minute of waits', async () => {
    await start();
    const down = { match: () => true, reply: { drop: true } as const };
    server.next.push(...Array.from({ length: 20 }, () => down));
    await expect(push()).rejects.toThrow('cannot be used now');
    expect(waited.reduce((sum, one) => sum + one, 0)).toBeLessThan(60_000);
    expect(server.received.length).toBeLessThan(10);
  });

  it('sends nothing that it cannot write down first', async () => {
    await start();
    const log = { sending: () => Promise.reject(new Error('ENOSPC')), ended: async () => undefined };
    await expect(push({ log })).rejects.toThrow('ENOSPC');
    expect(posts()).toEqual([]);
  });

  it('writes down what a server refuses', async () => {
    await start();
    const lines: string[] = [];
    const log: PushLog = {
      sending: async ({ student }) => void lines.push(`sending ${student}`),
      ended: async ({ student }, refusal) => void lines.push(`${student}: ${refusal === null ? 'sent' : 'refused'}`),
    };
    server.next.push({ match: ({ method }) => method === 'POST', reply: { status: 403 } });
    await expect(push({ log })).rejects.toThrow('does not allow this');
    const all = ['ada', 'ben', 'eve'];
    expect(lines).toEqual([...all.map((one) => `sending ${one}`), ...all.map((one) => `${one}: refused`)]);
  });

  it('sends the token to no other server, and shows it nowhere', async () => {
    await start();
    const wrong = `${TOKEN}x`;
    await expect(push({ token: wrong })).rejects.toThrow(/does not accept the token/);
    server.next.push({
      match: () => true,
      reply: { status: 400, body: { errors: [{ message: `bad ${TOKEN} in header` }] } },
    });
    const error = await push().catch((caught: Error) => caught);
    expect(String(error)).toContain('bad *** in header');
    server.next.push({ match: () => true, reply: { status: 302, headers: { Location: 'http://evil.example/' } } });
    await expect(push()).rejects.toThrow(/leads elsewhere/);
    server.next.push({
      match: ({ path }) => path.endsWith('/submissions'),
      reply: { headers: { Link: '<http://evil.example/next>; rel="next"' }, body: [] },
    });
    await expect(push()).rejects.toThrow(/leads to another server, evil\.example/);
  });

  it('stops when the user interrupts', async () => {
    await start();
    const controller = new AbortController();
    controller.abort();
    await expect(push({ signal: controller.signal })).rejects.toThrow(/abort/);
    expect(server.received).toEqual([]);
  });
});
