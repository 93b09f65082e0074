import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failed, passed } from '../../batch/export/fixtures.ts';
import { type CanvasServer, type CanvasUser, startCanvas, TOKEN } from '../../batch/push/canvas-server.ts';
import { session } from '../harness.ts';
import { batchOf } from './batches.ts';

const ROSTER = 'id,name,canvas_id\nada,"Lovelace, Ada",1001\nben,"Bitdiddle, Ben",1002\n';
const COURSE = "assignments: { grayscale: { canvasId: '4711' } }\n";

describe('grade batch push --to canvas', () => {
  let out = '';
  let server: CanvasServer;
  beforeEach(async () => {
    out = join(mkdtempSync(join(tmpdir(), 'batch-push-')), 'week3');
    await batchOf(
      out,
      [
        { student: 'ada', result: passed },
        { student: 'ben', result: failed },
      ],
      { roster: ROSTER, course: COURSE },
    );
    server = await startCanvas([1001, 1002].map((id) => ({ id, score: null, excused: false, comments: [] })));
  });
  afterEach(async () => {
    await server.close();
    rmSync(join(out, '..'), { recursive: true, force: true });
  });

  const push = async (env: NodeJS.ProcessEnv, ...more: string[]) => {
    const test = session({ env });
    const given = ['--to', 'canvas', '--url', server.url, '--course-id', '12'];
    return { status: await test.run('batch', 'push', out, ...given, ...more), test };
  };
  const withToken = { CANVAS_TOKEN: TOKEN };

  it('sends nothing unless it is asked to', async () => {
    const { status, test } = await push(withToken);
    expect(status).toBe(0);
    expect(test.stdout()).toContain('ada, grayscale: none → 90, a comment');
    expect(test.stdout()).toContain(
      '2 would be sent, 0 are there already.\nNothing was sent. Add --send to send this.',
    );
    expect(server.received.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('needs no token, and no server, to say what it would send', async () => {
    await server.close();
    const { status, test } = await push({});
    expect(status).toBe(0);
    expect(test.stderr()).toContain('CANVAS_TOKEN is not set');
    expect(test.stdout()).toContain('2 would be sent');
    expect(server.received).toEqual([]);
  });

  it('sends with --send, and then finds everything there', { timeout: 60_000 }, async () => {
    const { status, test } = await push(withToken, '--send', '--no-comments');
    expect([status, test.stderr()]).toEqual([0, '']);
    expect(test.stdout()).toContain('2 sent, 0 are there already.');
    expect(server.users.map(({ score, comments }) => [score, comments.length])).toEqual([
      [90, 0],
      [70, 0],
    ]);
    expect((await push(withToken, '--no-comments')).test.stdout()).toBe('0 would be sent, 2 are there already.\n');
  });

  const events = () =>
    readFileSync(join(out, 'journal.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; student?: string; to?: string; what?: string; by?: string })
      .filter(({ event }) => ['sending', 'sent', 'refused'].includes(event));

  it('writes what was sent to whom into the signed journal', { timeout: 60_000 }, async () => {
    await push(withToken);
    expect(existsSync(join(out, 'journal.jsonl'))).toBe(false);
    await push({ ...withToken, GRADE_BY: 'tess' }, '--send', '--no-comments');
    const to = `${server.url}, course 12`;
    expect(events()).toMatchObject([
      { event: 'sending', student: 'ada', to, what: 'none → 90', by: 'tess' },
      { event: 'sending', student: 'ben', to, what: 'none → 70', by: 'tess' },
      { event: 'sent', student: 'ada', to, what: 'none → 90', by: 'tess' },
      { event: 'sent', student: 'ben', to, what: 'none → 70', by: 'tess' },
    ]);
    const test = session();
    expect(await test.run('batch', 'status', out, '--student', 'ada')).toBe(0);
    expect(test.stdout()).toContain(`it was sent to ${to} by tess: none → 90`);
    expect(await session().run('batch', 'status', out, '--verify')).toBe(0);
  });

  it('says what may have been sent if it has to stop, and sends it but once', { timeout: 60_000 }, async () => {
    // The server takes a grade and loses its answer; then it does not take the token any more.
    server.next.push({
      match: ({ method }) => method === 'POST',
      get reply() {
        server.users[0] = { ...(server.users[0] as CanvasUser), score: 90 };
        server.next.push({ match: () => true, reply: { status: 401 } });
        return { drop: true } as const;
      },
    });
    const { status, test } = await push(withToken, '--send', '--no-comments');
    expect(status).toBe(2);
    expect(test.stderr()).toContain(
      'note: 2 may have been sent, because the answer is missing: ada, grayscale; ben, grayscale. The next push looks first.',
    );
    expect(events().map(({ event }) => event)).toEqual(['sending', 'sending']);
    const again = await push(withToken, '--send', '--no-comments');
    expect(again.test.stdout()).toBe('ben, grayscale: none → 70\n1 sent, 1 is there already.\n');
  });

  it('sends nothing if the record was changed by hand', { timeout: 60_000 }, async () => {
    await push(withToken, '--send', '--no-comments');
    const path = join(out, 'students/ben/1/result.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"score":70', '"score":71'));
    expect((await push(withToken, '--no-comments')).test.stderr()).toContain('result.json was changed');
    const { status, test } = await push(withToken, '--send', '--no-comments');
    expect(status).toBe(2);
    expect(test.stderr()).toContain('Nothing was sent, because the record of the batch was changed by hand.');
    expect(server.users.map(({ score }) => score)).toEqual([90, 70]);
    expect((await push(withToken, '--send', '--no-comments', '--unverified')).status).toBe(0);
  });

  it('waits for another command, and sends nothing', async () => {
    writeFileSync(join(out, 'lock'), JSON.stringify({ pid: process.pid, host: hostname() }));
    const { status, test } = await push(withToken, '--send');
    expect(status).toBe(2);
    expect(test.stderr()).toContain('is at work in this batch');
    expect(server.received).toEqual([]);
  });

  it('sends nothing if it cannot write the record', async () => {
    mkdirSync(join(out, 'journal.jsonl'));
    const { status } = await push(withToken, '--send');
    expect(status).not.toBe(0);
    expect(server.received).toEqual([]);
  });

  it('gives up soon if nothing is at the address', async () => {
    await server.close();
    const began = performance.now();
    const { status, test } = await push(withToken, '--send', '--no-comments');
    expect(status).toBe(3);
    expect(test.stderr()).toContain('cannot be used now');
    expect(test.stderr()).toContain('Is the address right');
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('ends with 1 if a student is left out', async () => {
    server.users.pop();
    const { status, test } = await push(withToken);
    expect(status).toBe(1);
    expect(test.stderr()).toContain('note: ben, grayscale: not sent.');
  });

  it('never prints the token, and says what is wrong with it', async () => {
    const wrong = 'another-secret-token';
    const { status, test } = await push({ CANVAS_TOKEN: wrong });
    expect(status).toBe(2);
    expect(test.stderr()).toContain('does not accept the token (401)');
    expect(test.stdout() + test.stderr()).not.toContain(wrong);
    const blank = await push({ CANVAS_TOKEN: 'two words' }, '--send');
    expect(blank.test.stderr()).toContain('holds no token');
    expect((await push({}, '--send')).test.stderr()).toContain('CANVAS_TOKEN is not set. It holds the access token');
  });

  it.each(['http://canvas.school.example', 'ftp://localhost', 'canvas.school.example', 'https://me:pw@canvas.example'])(
    'rejects the address %s',
    async (url) => {
      const test = session({ env: withToken });
      expect(await test.run('batch', 'push', out, '--to', 'canvas', '--url', url, '--course-id', '12')).toBe(2);
      expect(test.stderr()).toContain('Give an address with https://');
      expect(test.stderr()).not.toContain('me:pw');
    },
  );

  it('names everything that is missing at once', async () => {
    const test = session();
    expect(await test.run('batch', 'push', out, '--to', 'canvas')).toBe(2);
    expect(test.stderr()).toContain('--url https://canvas.school.example and --course-id 4711');
  });
});
