import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Hold,
  type LockMode,
  type LockRequest,
  QueueLock,
  type Ticket,
  type Waiting,
} from '../../../grader/platform/queue/queue-lock.ts';

const USER = fileURLToPath(new URL('./lock-user.ts', import.meta.url));

let root: string;
let folder: string;
let lock: QueueLock;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-lock-'));
  folder = join(root, 'lock');
  lock = new QueueLock(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function request(mode: LockMode, more: Partial<LockRequest> = {}): LockRequest {
  return { mode, label: 'testing', expectedMs: 1_000, limitMs: 60_000, ...more };
}

/** Settles with the hold, and says whether it has. */
function pending(asked: Promise<Hold>): { readonly hold: Promise<Hold>; readonly isHeld: () => boolean } {
  let isHeld = false;
  const hold = asked.then((held) => {
    isHeld = true;
    return held;
  });
  hold.catch(() => undefined);
  return { hold, isHeld: () => isHeld };
}

function use(
  mode: LockMode,
  holdMs: number,
  times: number,
): { readonly kill: () => void; readonly ended: Promise<unknown> } {
  const args = ['--import', import.meta.resolve('tsx'), USER, folder, mode, String(holdMs), String(times)];
  const child = spawn(process.execPath, [...args, join(root, 'log')], { stdio: ['ignore', 'ignore', 'inherit'] });
  return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') };
}

function log(): string[] {
  return readFileSync(join(root, 'log'), 'utf8').split('\n').filter(Boolean);
}

describe('QueueLock', () => {
  it('lets shared holders work side by side', async () => {
    const first = await lock.acquire(request('shared'));
    const second = await lock.acquire(request('shared'));
    await Promise.all([first.release(), second.release()]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toEqual([]);
  });

  /** Requests of these modes, 50 ms apart, behind `first`; the order in which each gets the lock and gives it back. */
  async function orderOf(first: Hold, modes: readonly LockMode[]): Promise<string[]> {
    const order: string[] = [];
    const all: Promise<void>[] = [];
    for (const [index, mode] of modes.entries()) {
      all.push(
        lock.acquire(request(mode)).then(async (held) => {
          order.push(`+${index}`);
          await sleep(mode === 'shared' ? 100 : 20);
          order.push(`-${index}`);
          await held.release();
        }),
      );
      await sleep(50);
    }
    expect(order).toEqual([]);
    // Those who can go together have agreed on it by then.
    await sleep(300);
    await first.release();
    await Promise.all(all);
    return order;
  }

  it('grants the lock to exclusive requests in order of arrival', async () => {
    const order = await orderOf(await lock.acquire(request('shared')), ['exclusive', 'exclusive', 'exclusive']);
    expect(order).toEqual(['+0', '-0', '+1', '-1', '+2', '-2']);
  });

  it("lets waiting shared requests run together, in the first one's place", async () => {
    const modes: LockMode[] = ['exclusive', 'shared', 'exclusive', 'shared', 'exclusive', 'shared'];
    const order = await orderOf(await lock.acquire(request('exclusive')), modes);
    expect(order.slice(0, 2)).toEqual(['+0', '-0']);
    expect(order.slice(2, 5).sort()).toEqual(['+1', '+3', '+5']);
    expect(order.slice(5, 8).sort()).toEqual(['-1', '-3', '-5']);
    expect(order.slice(8)).toEqual(['+2', '-2', '+4', '-4']);
  });

  it('lets no shared request join those that hold the lock', async () => {
    const order = await orderOf(await lock.acquire(request('shared')), ['exclusive', 'shared']);
    expect(order).toEqual(['+0', '-0', '+1', '-1']);
  });

  it('keeps exclusive requests waiting for all who joined, in any order', async () => {
    const first = await lock.acquire(request('exclusive'));
    const leader = pending(lock.acquire(request('shared')));
    await sleep(50);
    const exclusive = pending(lock.acquire(request('exclusive')));
    await sleep(50);
    const member = pending(lock.acquire(request('shared')));
    await sleep(300);
    await first.release();
    const held = await member.hold;
    await (await leader.hold).release();
    await sleep(200);
    expect(exclusive.isHeld()).toBe(false);
    let hasEnded = false;
    const ended = lock.ended().then(() => {
      hasEnded = true;
    });
    await sleep(20);
    expect(hasEnded).toBe(false);
    await held.release();
    await ended;
    await (await exclusive.hold).release();
  });

  it('restores the places of those whose joined request leaves', async () => {
    const first = await lock.acquire(request('exclusive'));
    const controller = new AbortController();
    const leader = pending(lock.acquire(request('shared', { signal: controller.signal })));
    await sleep(50);
    const exclusive = pending(lock.acquire(request('exclusive')));
    await sleep(50);
    const member = pending(lock.acquire(request('shared')));
    await sleep(50);
    controller.abort(new Error('stopped by the user'));
    await expect(leader.hold).rejects.toThrow('stopped by the user');
    await first.release();
    const held = await exclusive.hold;
    await sleep(100);
    expect(member.isHeld()).toBe(false);
    await held.release();
    await (await member.hold).release();
  });

  it('gives them their own places back if its process is killed', async () => {
    const first = await lock.acquire(request('exclusive'));
    const leader = use('shared', 60_000, 1);
    while (!readdirSync(folder).includes('2.sock')) await sleep(20);
    await sleep(100);
    const exclusive = pending(lock.acquire(request('exclusive')));
    await sleep(50);
    const member = pending(lock.acquire(request('shared')));
    await sleep(50);
    leader.kill();
    await leader.ended;
    await sleep(50);
    await first.release();
    const held = await exclusive.hold;
    expect(member.isHeld()).toBe(false);
    await held.release();
    await (await member.hold).release();
  });

  it('keeps exclusive holders apart across processes', async () => {
    const users = [
      use('exclusive', 3, 15),
      use('shared', 5, 15),
      use('exclusive', 1, 20),
      use('shared', 2, 20),
      use('shared', 1, 40),
    ];
    await Promise.all(users.map(({ ended }) => ended));
    let exclusive = 0;
    let shared = 0;
    const conflicts = log().filter((line) => {
      const step = line.startsWith('+') ? 1 : -1;
      if (line.endsWith('exclusive')) exclusive += step;
      else shared += step;
      return exclusive > 1 || (exclusive === 1 && shared > 0);
    });
    expect(log()).toHaveLength(2 * 110);
    expect(conflicts).toEqual([]);
  });

  it('loses no request of processes that ask and release without a pause', async () => {
    const users = Array.from({ length: 6 }, () => use('shared', 0, 100));
    await Promise.all(users.map(({ ended }) => ended));
    expect(log()).toHaveLength(2 * 600);
  });

  it('is free once its holder is killed', async () => {
    const user = use('exclusive', 60_000, 1);
    while (!readdirSync(root).includes('log')) await sleep(20);
    const waiting = pending(lock.acquire(request('exclusive')));
    await sleep(200);
    expect(waiting.isHeld()).toBe(false);
    user.kill();
    await user.ended;
    await (await waiting.hold).release();
  });

  it('reports the requests before it and the time that they announced', async () => {
    const first = await lock.acquire(request('exclusive', { expectedMs: 5_000 }));
    const second = pending(lock.acquire(request('exclusive', { expectedMs: 7_000 })));
    await sleep(50);
    const seen: (Waiting | null)[] = [];
    const third = lock.acquire(request('shared', { onWaiting: (waiting) => seen.push(waiting) }));
    await sleep(100);
    const last = seen.at(-1);
    expect(last?.before).toBe(2);
    expect(last?.expectedMs).toBeGreaterThan(11_000);
    expect(last?.expectedMs).toBeLessThanOrEqual(12_000);
    await first.release();
    await (await second.hold).release();
    await (await third).release();
    expect(seen.at(-1)).toBeNull();
  });

  it('leaves the queue at once if the request is aborted', async () => {
    const first = await lock.acquire(request('exclusive'));
    const controller = new AbortController();
    const second = lock.acquire(request('exclusive', { signal: controller.signal }));
    const third = pending(lock.acquire(request('shared')));
    await sleep(50);
    controller.abort(new Error('stopped by the user'));
    await expect(second).rejects.toThrow('stopped by the user');
    await first.release();
    await (await third.hold).release();
  });

  it('names the owner of a hold that exceeds its announced limit', async () => {
    const first = await lock.acquire(request('exclusive', { label: 'timing', limitMs: 100 }));
    const refused = lock.acquire(request('exclusive'));
    await expect(refused).rejects.toMatchObject({
      exitCode: 3,
      details: [expect.stringMatching(new RegExp(`"timing".*belongs to user ${process.getuid?.()}`))],
    });
    await first.release();
  });

  it('goes on past such a hold only if it is allowed to', async () => {
    const first = await lock.acquire(request('exclusive', { limitMs: 50 }));
    const asked: Ticket[] = [];
    const second = await lock.acquire(
      request('exclusive', {
        onOverdue: async (ticket) => {
          asked.push(ticket);
          return asked.length === 2;
        },
      }),
    );
    expect(asked).toHaveLength(2);
    expect(asked[0]?.heldMs).toBeGreaterThanOrEqual(50);
    await Promise.all([first.release(), second.release()]);
  });

  it('does not believe what another process writes into its ticket', async () => {
    await (await lock.acquire(request('shared'))).release();
    writeFileSync(join(folder, '7'), '');
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.write(`no JSON\n${'x'.repeat(100_000)}\n{"mode":"shared","label":7,"limitMs":-1,"holds":"yes"}\n`);
    });
    server.listen(join(folder, '7.sock'));
    await once(server, 'listening');
    await (await lock.acquire(request('shared'))).release();
    const waiting = pending(lock.acquire(request('exclusive')));
    await sleep(100);
    expect(waiting.isHeld()).toBe(false);
    server.close();
    for (const socket of sockets) socket.destroy();
    await (await waiting.hold).release();
  });

  it('passes over tickets that a killed process left behind', async () => {
    for (let count = 0; count < 3; count++) {
      const user = use('exclusive', 60_000, 1);
      while (!readdirSync(root).includes('log')) await sleep(20);
      user.kill();
      await user.ended;
      rmSync(join(root, 'log'));
    }
    const held = await lock.acquire(request('exclusive'));
    await held.release();
    await sleep(100);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('makes a folder in which every user can take a ticket', async () => {
    await (await lock.acquire(request('shared'))).release();
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });

  it('explains a folder that cannot be used', async () => {
    writeFileSync(folder, '');
    await expect(lock.acquire(request('shared'))).rejects.toMatchObject({
      exitCode: 3,
      message: `The lock folder ${folder} cannot be used.`,
      details: expect.arrayContaining([
        expect.stringMatching(/mode 1777/),
        expect.stringMatching(/GRADE_GPU_LOCK_DIR/),
      ]),
    });
    rmSync(folder);
    if (process.getuid?.() === 0) return;
    chmodSync(root, 0o500);
    await expect(lock.acquire(request('shared'))).rejects.toMatchObject({ exitCode: 3 });
    chmodSync(root, 0o700);
  });
});
