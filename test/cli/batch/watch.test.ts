import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from '../../../grader/batch/index.ts';
import { DropFolder } from '../../../grader/cli/batch/drop-folder.ts';
import { type WatchLoop, type WatchState, watchLoop } from '../../../grader/cli/batch/watch-loop.ts';
import { callWebHook, webHookAddress } from '../../../grader/cli/batch/web-hook.ts';
import { InfrastructureError, UsageError } from '../../../grader/platform/index.ts';
import { startServer } from '../../batch/push/server.ts';
import { session } from '../harness.ts';

let root = '';
let drop = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  drop = join(root, 'inbox');
  mkdirSync(drop);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (name: string, content = name): void => writeFileSync(join(drop, name), content);

describe('a drop folder', () => {
  it('has a file when its size has not changed for a while', async () => {
    const folder = new DropFolder(drop, 1_000);
    put('ada.cu', 'a');
    expect(await folder.look(0)).toEqual({ arrived: [], arriving: 1 });
    put('ada.cu', 'ab');
    expect(await folder.look(1_500)).toEqual({ arrived: [], arriving: 1 });
    const { arrived, arriving } = await folder.look(2_500);
    expect([arrived.map(({ name }) => name), arriving]).toEqual([['ada.cu'], 0]);
  });

  it('has a folder when nothing in it has changed for a while', async () => {
    const folder = new DropFolder(drop, 1_000);
    mkdirSync(join(drop, 'ada/1'), { recursive: true });
    put('ada/1/k.cu');
    await folder.look(0);
    put('ada/1/k.cu', 'longer than before');
    expect((await folder.look(2_000)).arriving).toBe(1);
    expect((await folder.look(3_000)).arrived).toMatchObject([{ name: 'ada', kind: 'folder' }]);
  });

  it('has the same version once, and another one again', async () => {
    const folder = new DropFolder(drop, 0);
    put('ada.cu');
    const { arrived } = await folder.look(0);
    folder.taken(arrived);
    expect(await folder.look(1)).toEqual({ arrived: [], arriving: 0 });
    put('ada.cu', 'another version');
    expect((await folder.look(2)).arrived).toHaveLength(1);
  });

  it('leaves out what programs have not written to the end', async () => {
    const folder = new DropFolder(drop, 0);
    for (const name of ['.hidden', 'a.zip.part', 'b.zip.crdownload', 'c.cu~', 'd.partial']) put(name);
    expect(await folder.look(0)).toEqual({ arrived: [], arriving: 0 });
    renameSync(join(drop, 'a.zip.part'), join(drop, 'a.zip'));
    expect((await folder.look(1)).arrived).toMatchObject([{ name: 'a.zip', kind: 'file' }]);
  });

  it('forgets what was taken away', async () => {
    const folder = new DropFolder(drop, 0);
    put('ada.cu');
    folder.taken((await folder.look(0)).arrived);
    rmSync(join(drop, 'ada.cu'));
    expect(await folder.look(1)).toEqual({ arrived: [], arriving: 0 });
  });
});

describe('a watch', () => {
  const states: WatchState[] = [];
  const notes: string[] = [];
  const rounds: string[][] = [];
  /** The state at the end of each round, as a web hook gets it. */
  const ended: WatchState[] = [];
  beforeEach(() => {
    for (const list of [states, notes, rounds, ended]) list.length = 0;
  });

  function loop(changes: Partial<WatchLoop>): Promise<number> {
    let time = 0;
    return watchLoop({
      folder: new DropFolder(drop, 10),
      everyMs: 5,
      signal: new AbortController().signal,
      once: true,
      now: () => time,
      wait: async (milliseconds) => {
        time += milliseconds;
      },
      round: async (arrived) => {
        rounds.push(arrived.map(({ name }) => name));
        return [];
      },
      onRound: async () => void ended.push(states.at(-1) as WatchState),
      onState: async (state) => void states.push(state),
      note: (text) => notes.push(text),
      ...changes,
    });
  }

  it('grades in rounds what has arrived, and ends', async () => {
    put('ada.cu');
    put('ben.cu');
    const round: WatchLoop['round'] = async (arrived) => {
      rounds.push(arrived.map(({ name }) => name));
      if (rounds.length === 1) put('cem.cu');
      return [];
    };
    expect(await loop({ round })).toBe(0);
    expect(rounds).toEqual([['ada.cu', 'ben.cu'], ['cem.cu']]);
    expect(states.at(-1)).toEqual({ state: 'stopped', rounds: 2, arriving: 0, error: null });
    expect(states.map(({ state }) => state)).toContain('grading');
  });

  it('goes on after an archive that is refused, and says so', async () => {
    put('bad.zip');
    const round: WatchLoop['round'] = async (arrived) => {
      rounds.push(arrived.map(({ name }) => name));
      if (rounds.length === 1) {
        put('ada.cu');
        throw new UsageError('bad.zip is no archive.', { details: ['It begins with b.'] });
      }
      return [];
    };
    expect(await loop({ round })).toBe(1);
    expect(rounds).toEqual([['bad.zip'], ['ada.cu']]);
    expect(notes).toEqual(['bad.zip is no archive. It begins with b.']);
    expect(states.map(({ error }) => error)).toContain(notes[0]);
  });

  it('ends a round in which one archive is refused, and tries only that again', async () => {
    for (const name of ['bad.zip', 'grace.cu']) put(name);
    const controller = new AbortController();
    const round: WatchLoop['round'] = async (arrived) => {
      rounds.push(arrived.map(({ name }) => name));
      if (rounds.length === 3) setImmediate(() => controller.abort());
      const error = new UsageError('bad.zip is no archive.');
      return [{ arrived: arrived.filter(({ name }) => name === 'bad.zip'), error }];
    };
    expect(await loop({ once: false, signal: controller.signal, round })).toBe(1);
    expect(rounds).toEqual([['bad.zip', 'grace.cu'], ['bad.zip'], ['bad.zip']]);
    const error = 'bad.zip is no archive.';
    expect(ended).toEqual([1, 2].map((count) => ({ state: 'waiting', rounds: count, arriving: 0, error })));
  });

  it('does not let others wait for the next try of a refused archive', async () => {
    put('bad.zip');
    const controller = new AbortController();
    let time = 0;
    const wait = async (milliseconds: number): Promise<void> => {
      if (time === 100) put('grace.cu');
      time += milliseconds;
      if (time > 300_000) controller.abort();
    };
    const times: (readonly [number, ...string[]])[] = [];
    const round: WatchLoop['round'] = async (arrived) => {
      times.push([time, ...arrived.map(({ name }) => name)]);
      const error = new UsageError('bad.zip is no archive.');
      const bad = arrived.filter(({ name }) => name === 'bad.zip');
      return bad.length === 0 ? [] : [{ arrived: bad, error }];
    };
    await loop({ once: false, everyMs: 10, signal: controller.signal, now: () => time, round, wait });
    const [first, second, ...retries] = times;
    expect(first).toEqual([10, 'bad.zip']);
    expect(second).toEqual([120, 'grace.cu']);
    expect(retries).toEqual([
      [60_010, 'bad.zip'],
      [120_010, 'bad.zip'],
    ]);
  });

  it('has the state of the round when it ends', async () => {
    put('ada.cu');
    await loop({});
    expect(ended).toEqual([{ state: 'waiting', rounds: 1, arriving: 0, error: null }]);
  });

  it('tries again after a fault of the machine, as often as it takes', async () => {
    put('ada.cu');
    const controller = new AbortController();
    const round: WatchLoop['round'] = async () => {
      rounds.push([]);
      if (rounds.length < 6) throw new InfrastructureError('The disk is full.');
      controller.abort();
      return [];
    };
    expect(await loop({ once: false, signal: controller.signal, round })).toBe(0);
    expect(rounds).toHaveLength(6);
    expect(states.at(-1)?.state).toBe('stopped');
  });

  it('waits for another command in the batch, as long as it takes', async () => {
    put('ada.cu');
    const controller = new AbortController();
    const path = join(root, 'lock');
    const other = takeLock(path);
    const round: WatchLoop['round'] = async () => {
      rounds.push([]);
      if (rounds.length === 6) other.release();
      takeLock(path).release();
      controller.abort();
      return [];
    };
    expect(await loop({ once: false, signal: controller.signal, round })).toBe(0);
    expect(rounds).toHaveLength(6);
    expect(notes).toHaveLength(5);
    expect(notes[0]).toContain('is at work in this batch');
  });

  it('leaves what is refused three times until it changes', async () => {
    put('bad.zip');
    const controller = new AbortController();
    let waits = 0;
    let time = 0;
    const wait = async (): Promise<void> => {
      waits += 1;
      time += 10_000;
      if (waits === 20) put('bad.zip', 'good by now');
      if (waits === 60) controller.abort();
    };
    const round: WatchLoop['round'] = async () => {
      rounds.push([]);
      if (rounds.length < 4) throw new UsageError('bad.zip is no archive.');
      return [];
    };
    await loop({ once: false, signal: controller.signal, round, wait, now: () => (time += 100) });
    expect(rounds).toHaveLength(4);
  });

  it('ends at once, and as stopped, if it is interrupted in a round', async () => {
    put('ada.cu');
    const controller = new AbortController();
    const round: WatchLoop['round'] = async () => {
      controller.abort();
      controller.signal.throwIfAborted();
      return [];
    };
    expect(await loop({ once: false, signal: controller.signal, round })).toBe(0);
    expect(states.at(-1)).toMatchObject({ state: 'stopped', rounds: 0 });
  });
});

describe('a web hook', () => {
  it('gets JSON and the token, again if the server fails', async () => {
    const server = await startServer(() => ({ status: 200 }));
    try {
      server.next.push({ match: () => true, reply: { status: 503 } }, { match: () => true, reply: { drop: true } });
      const waits: number[] = [];
      const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
      expect(await callWebHook(new URL(`${server.url}/hook`), { event: 'round' }, 'secret', wait)).toBeNull();
      expect(server.received).toHaveLength(3);
      expect(server.received[2]).toMatchObject({ method: 'POST', path: '/hook', body: '{"event":"round"}' });
      expect(server.received[2]?.headers.authorization).toBe('Bearer secret');
      expect(waits).toEqual([1_000, 2_000]);
    } finally {
      await server.close();
    }
  });

  it('fails with a note that has no path in it, because a path can be secret', async () => {
    const server = await startServer(() => ({ status: 404 }));
    try {
      const why = await callWebHook(new URL(`${server.url}/services/T0/secret`), {}, null);
      expect(why).toMatch(/^The web hook at 127\.0\.0\.1:\d+ failed: it answers 404\.$/);
      expect(server.received).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it('has an address with https, or on this machine', () => {
    expect(webHookAddress('https://hooks.example/a/b').href).toBe('https://hooks.example/a/b');
    for (const wrong of ['http://hooks.example/', 'hooks', 'https://me:pw@hooks.example']) {
      expect(() => webHookAddress(wrong), wrong).toThrow(/--webhook/);
    }
  });
});

describe('grade batch watch', () => {
  it('rejects what cannot be right before it waits', async () => {
    const refused = async (...argv: string[]): Promise<string> => {
      const test = session();
      expect(await test.run('batch', 'watch', ...argv)).toBe(2);
      return test.stderr();
    };
    const out = ['--out', join(root, 'week3')];
    expect(await refused()).toContain('Which folder?');
    expect(await refused('grayscale', join(root, 'none'), ...out)).toContain('is not a folder');
    expect(await refused('greyscale', drop, ...out)).toContain('grayscale');
    expect(await refused('grayscale', drop, '--out', join(drop, 'week3'))).toContain('neither in the other');
    expect(await refused('grayscale', drop, '--out', root)).toContain('neither in the other');
    expect(await refused('grayscale', drop, ...out, '--settle', 'soon')).toContain('--settle "soon" is not a time');
    expect(await refused('grayscale', drop, ...out, '--webhook', 'http://a.example')).toContain('--webhook');
    expect(await refused('grayscale', drop, ...out, '--course', 'none.yaml')).toContain('none.yaml does not exist');
  });
});
