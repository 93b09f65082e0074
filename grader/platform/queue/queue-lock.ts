import { closeSync, openSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { InfrastructureError, messageOf, systemCode } from '../errors.ts';
import { DISSOLVED, EarlierTicket, JOIN, JOINED, type LockMode, type Ticket } from './earlier-ticket.ts';
import { LAST_NUMBER, numbersIn, prepareFolder, removeEnded, socketPath, unusable } from './lock-folder.ts';

export type { LockMode, Ticket } from './earlier-ticket.ts';

/** The place in the queue of a request that waits. */
export interface Waiting {
  readonly before: number;
  /** Milliseconds until the lock is free, if every holder keeps to what it announced. */
  readonly expectedMs: number;
}

export interface LockRequest {
  readonly mode: LockMode;
  readonly label: string;
  readonly expectedMs: number;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  /** Called each time that the queue changes, and with null once a request that has waited gets the lock. */
  readonly onWaiting?: (waiting: Waiting | null) => void;
  /**
   * Called when a ticket before this one has held the lock for longer than it announced. If it returns true, that
   * ticket is ignored; default: the request fails and names the ticket's owner.
   */
  readonly onOverdue?: (ticket: Ticket) => Promise<boolean>;
}

/** A lock that is held until `release`, or until the process ends. */
export interface Hold {
  release(): Promise<void>;
}

const READABLE_FOR_ALL = 0o644;

/**
 * A fair lock across the processes, users and containers that share a folder. A ticket has a number, which an empty file
 * reserves, and a Unix socket, which the kernel closes when the process ends: a killed holder frees the lock. A request
 * waits for every earlier ticket that conflicts with it. The highest number is never removed, and a request that finds a
 * higher one after its own socket listens gives its ticket up and takes another: of two requests, the later one
 * always sees the earlier one.
 *
 * Shared requests that wait go together, so that each of them does not hold up exclusive ones by itself: a shared request
 * joins the first shared ticket that waits, and then has to wait only for what that one waits for. That ticket lasts until
 * all who have joined it are done, so exclusive requests after it wait for them too. Once it holds the lock nobody can
 * join: between two exclusive holders there is one group of shared ones at most.
 */
export class QueueLock {
  readonly #folder: string;
  readonly #ending = new Set<Promise<void>>();

  /** @param folder - created with mode 1777 if it is missing, and its parents too */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Waits for the lock.
   * @throws InfrastructureError if the folder cannot be used or a holder exceeds its limit; the signal's reason if that
   * is aborted
   */
  async acquire(request: LockRequest): Promise<Hold> {
    prepareFolder(this.#folder);
    const own = await this.#takeTicket(request);
    let ending: Promise<void> | null = null;
    const release = async () => {
      const ended = ending ?? own.release();
      ending = ended;
      this.#ending.add(ended);
      void ended.catch(() => undefined).then(() => this.#ending.delete(ended));
      if (!own.isNeeded) await ended;
    };
    try {
      await this.#waitFor(own, request);
      request.signal?.throwIfAborted();
    } catch (error) {
      await release();
      throw error;
    }
    own.hold();
    return { release };
  }

  /** Resolves once no other process relies on a ticket that was released here. The process should last until then. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#ending);
  }

  async #takeTicket(request: LockRequest): Promise<OwnTicket> {
    for (;;) {
      request.signal?.throwIfAborted();
      const highest = Math.max(0, ...numbersIn(this.#folder));
      if (highest >= LAST_NUMBER)
        throw unusable(this.#folder, `The numbers of its tickets have run out. Remove the file ${highest} there.`);
      const own = await OwnTicket.create(this.#folder, highest + 1, request);
      if (!own) continue;
      if (Math.max(...numbersIn(this.#folder)) === own.number) return own;
      await own.release();
    }
  }

  async #waitFor(own: OwnTicket, { mode, signal, onWaiting, onOverdue = failOverdue }: LockRequest): Promise<void> {
    const { promise, resolve, reject } = withResolvers();
    const earlier: EarlierTicket[] = [];
    let hasWaited = false;
    const check = () => {
      const leader = earlier.find((ticket) => ticket.hasJoined);
      const before = leader ? earlier.filter(({ number }) => number < leader.number) : earlier;
      const conflicting = before.filter((ticket) => ticket.conflicts);
      if (conflicting.length > 0) {
        hasWaited = true;
        const expectedMs = conflicting.reduce((sum, ticket) => sum + ticket.remainingMs, 0);
        onWaiting?.({ before: conflicting.length, expectedMs });
      }
      if (before.some((ticket) => ticket.blocks)) return;
      // At once: the next message may be that the leader is given up.
      leader?.keep();
      resolve(leader ?? null);
    };
    const options = {
      ours: mode,
      onChange: check,
      onOverdue: (ticket: Ticket) =>
        onOverdue(ticket).catch((error: unknown) => {
          reject(error);
          return true;
        }),
    };
    const numbers = numbersIn(this.#folder).filter((number) => number < own.number);
    for (const number of numbers.sort((a, b) => a - b)) {
      earlier.push(new EarlierTicket(this.#folder, number, options));
    }
    const stop = () => resolve(null);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    check();
    let leader: EarlierTicket | null = null;
    try {
      leader = await promise;
      if (hasWaited && !signal?.aborted) onWaiting?.(null);
    } finally {
      signal?.removeEventListener('abort', stop);
      for (const ticket of earlier) if (ticket !== leader) ticket.ignore();
    }
    own.joined = leader;
  }
}

/** `Promise.withResolvers` of later versions of Node. */
function withResolvers(): {
  readonly promise: Promise<EarlierTicket | null>;
  readonly resolve: (leader: EarlierTicket | null) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (leader: EarlierTicket | null) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<EarlierTicket | null>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

/** A ticket of this process. */
class OwnTicket {
  readonly number: number;
  /** The earlier ticket that this one goes together with. */
  joined: EarlierTicket | null = null;
  readonly #folder: string;
  readonly #server = createServer();
  readonly #request: LockRequest;
  readonly #waiters = new Set<Socket>();
  readonly #members = new Set<Socket>();
  #heldSince: number | null = null;
  #isReleased = false;
  /** Called once nobody goes together with this ticket any more. */
  #onLeft: (() => void) | null = null;

  /** @returns null if another process took the number, or removed the ticket before it was complete */
  static async create(folder: string, number: number, request: LockRequest): Promise<OwnTicket | null> {
    socketPath(folder, number);
    try {
      closeSync(openSync(join(folder, String(number)), 'wx', READABLE_FOR_ALL));
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return null;
      throw unusable(folder, messageOf(error), error);
    }
    const own = new OwnTicket(folder, number, request);
    try {
      await own.#listen();
    } catch (error) {
      // A later ticket found no process behind this one. This one is no longer the highest, so it is given up anyway.
      if (systemCode(error) === 'ENOENT') return null;
      rmSync(join(folder, String(number)), { force: true });
      throw unusable(folder, messageOf(error), error);
    }
    return own;
  }

  private constructor(folder: string, number: number, request: LockRequest) {
    this.number = number;
    this.#folder = folder;
    this.#request = request;
    this.#server.on('connection', (socket) => this.#greet(socket));
  }

  /** True while others go together with this ticket. */
  get isNeeded(): boolean {
    return this.#members.size > 0;
  }

  hold(): void {
    this.#heldSince = performance.now();
    for (const socket of this.#waiters) this.#describeTo(socket);
  }

  /** Resolves once the ticket has ended: when nobody goes together with it any more. */
  async release(): Promise<void> {
    this.#isReleased = true;
    this.joined?.ignore();
    if (this.#heldSince === null) for (const member of this.#members) member.write(`${DISSOLVED}\n`);
    if (this.isNeeded) {
      await new Promise<void>((resolve) => {
        this.#onLeft = resolve;
      });
    }
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#waiters) socket.destroy();
    await closed;
    removeEnded(this.#folder);
  }

  #listen(): Promise<void> {
    const path = socketPath(this.#folder, this.number);
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ path, readableAll: true, writableAll: true }, resolve);
    });
  }

  #greet(socket: Socket): void {
    this.#waiters.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#waiters.delete(socket);
      this.#members.delete(socket);
      if (!this.isNeeded) this.#onLeft?.();
    });
    socket.on('data', (chunk) => {
      if (chunk.toString('latin1') === `${JOIN}\n`) this.#admit(socket);
    });
    this.#describeTo(socket);
  }

  /** Lets another shared request go together with this one, unless this one holds the lock already. */
  #admit(socket: Socket): void {
    if (this.#request.mode !== 'shared' || this.#heldSince !== null || this.#isReleased) return;
    this.#members.add(socket);
    socket.write(`${JOINED}\n`);
  }

  #describeTo(socket: Socket): void {
    const { mode, label, expectedMs, limitMs } = this.#request;
    const since = this.#heldSince;
    const heldMs = since === null ? 0 : performance.now() - since;
    socket.write(`${JSON.stringify({ mode, label, expectedMs, limitMs, holds: since !== null, heldMs })}\n`);
  }
}

async function failOverdue({ label, heldMs, uid }: Ticket): Promise<boolean> {
  throw new InfrastructureError('Another process holds the lock for longer than it announced.', {
    details: [`It is "${label}", has run for ${Math.round(heldMs / 1000)} s and belongs to user ${uid ?? 'unknown'}.`],
  });
}
