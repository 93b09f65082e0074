import {
  accessBytes,
  arrayOf,
  atomicArrayOf,
  type FuzzKernel,
  type Place,
  type Statement,
  threadsOf,
  VARIABLES,
} from './kernel.ts';
import { evaluate, type Lane, type Value } from './values.ts';

/**
 * A kernel's meaning, as plainly as it can be said: block after block; in a block warp after warp, each as far as it
 * gets; in a warp lane after lane, each until it waits. What an access finds wrong is noted, and the run goes on. A
 * value that CUDA leaves open is `null`, and so is what is computed from it.
 */
export interface Outcome {
  /** What each thread has summed up; null: open. */
  readonly sums: readonly Value[];
  /** The bytes that each address of global memory ends with; null: open. */
  readonly memory: ReadonlyMap<number, Value>;
  readonly accesses: readonly Access[];
  readonly faults: readonly Fault[];
}

/** An access that is in bounds. */
export interface Access {
  readonly block: number;
  readonly thread: number;
  /** Barriers of its block, and of its warp, before it. */
  readonly interval: number;
  readonly warpInterval: number;
  readonly access: 'read' | 'write' | 'atomic';
  readonly shared: boolean;
  readonly address: number;
  readonly bytes: number;
  readonly line: number;
}

export interface Fault {
  readonly rule: string;
  readonly detail: string | null;
  readonly line: number;
  readonly block: number;
  readonly thread: number;
  /** Of an access; null: a barrier. */
  readonly address: number | null;
  readonly bytes: number;
  readonly shared: boolean;
}

/** Where everything lies; addresses of shared memory count from its beginning. */
export interface Layout {
  readonly arrays: readonly number[];
  readonly global: readonly Range[];
  readonly shared: readonly Range[];
  readonly lines: ReadonlyMap<Statement, number>;
}

export interface Range {
  readonly address: number;
  readonly bytes: number;
  /** What is there before the launch; nothing where it is missing. */
  readonly content?: Uint8Array;
}

/** The program hangs on a value that CUDA leaves open. */
export class Undecided extends Error {}

type Wait =
  | { readonly at: 'block' }
  | { readonly at: 'warp'; readonly as: string; readonly value: Value; answer(lanes: readonly Thread[]): Value };

interface Thread extends Lane {
  readonly warp: number;
  readonly steps: Generator<Wait & { line: number }, void, Value>;
  status: 'ready' | 'waits' | 'done';
  wait: (Wait & { line: number }) | null;
  answer: Value;
  warpInterval: number;
}

/** @param open - addresses of bytes whose value CUDA leaves open, since threads race there; shared ones are negative - 1 */
export function interpret(kernel: FuzzKernel, layout: Layout, open: ReadonlySet<number> = new Set()): Outcome {
  const accesses: Access[] = [];
  const faults: Fault[] = [];
  const sums: Value[] = [];
  const global = new Map<number, Value>();
  for (const { address, content } of layout.global)
    for (const [i, byte] of content?.entries() ?? []) global.set(address + i, byte);

  function runBlock(block: number): void {
    const shared = new Map<number, Value>();
    let interval = 0;

    const holds = (ranges: readonly Range[], address: number, bytes: number) =>
      Array.from({ length: bytes }, (_, i) => address + i).every((at) =>
        ranges.some((range) => at >= range.address && at < range.address + range.bytes),
      );

    /** Notes an access and what is wrong with it. @returns the memory and the address, or null where it is refused */
    function touch(thread: Thread, statement: Statement, place: Place, access: Access['access']) {
      const array = access === 'atomic' ? atomicArrayOf(kernel, place) : arrayOf(kernel, place);
      const shape = kernel.arrays[array];
      const index = evaluate(place.index, thread);
      if (!shape || index === null) throw new Undecided();
      const bytes = accessBytes(shape, place);
      const signed = (index - place.back) | 0;
      const isByte = place.view === 'bytes' || place.view === 'shifted';
      const address = (layout.arrays[array] ?? 0) + signed * (isByte ? 1 : bytes);
      const isShared = shape.memory !== 'global';
      const line = layout.lines.get(statement) ?? 0;
      const fault = (rule: string) =>
        faults.push({ rule, detail: null, line, block, thread: thread.thread, address, bytes, shared: isShared });
      if (!holds(isShared ? layout.shared : layout.global, address, bytes)) {
        fault(isShared ? 'shared-out-of-bounds' : `out-of-bounds-${access === 'read' ? 'read' : 'write'}`);
        return null;
      }
      const memory = isShared ? shared : global;
      const addresses = Array.from({ length: bytes }, (_, i) => address + i);
      if (access !== 'write' && !addresses.every((at) => memory.has(at))) fault('uninitialized-read');
      if (address % bytes !== 0) fault('misaligned-access');
      accesses.push({
        ...{ block, thread: thread.thread, interval, warpInterval: thread.warpInterval },
        ...{ access, shared: isShared, address, bytes, line },
      });
      const isOpen = addresses.some((at) => open.has(isShared ? -1 - at : at));
      // Little-endian; of eight bytes that are one element, the lower four.
      const words = place.view === 'pairs' ? 2 : place.view === 'quads' ? 4 : 1;
      const wordAt = (first: number): Value =>
        addresses.slice(first, first + 4).reduce<Value>((value, at, i) => {
          const byte = memory.get(at) ?? null;
          return value === null || byte === null ? null : (value | (byte << (8 * i))) >>> 0;
        }, 0);
      const read = (): Value =>
        isOpen
          ? null
          : Array.from({ length: words }, (_, word) => wordAt(4 * word)).reduce<Value>(
              (sum, word, i) => (sum === null || word === null ? null : (sum + Math.imul(i + 1, word)) >>> 0),
              0,
            );
      const write = (value: Value) =>
        addresses.forEach((at, i) => {
          const word = words > 1 ? ((value ?? 0) + (i >> 2)) >>> 0 : i < 4 ? (value ?? 0) : 0;
          memory.set(at, value === null || isOpen ? null : (word >>> (8 * (i % 4))) & 255);
        });
      return { read, write };
    }

    function* run(
      thread: Thread,
      statements: readonly Statement[],
    ): Generator<Wait & { line: number }, boolean, Value> {
      for (const statement of statements) {
        const line = layout.lines.get(statement) ?? 0;
        switch (statement.kind) {
          case 'set':
            thread.variables[statement.variable] = evaluate(statement.value, thread);
            break;
          case 'load': {
            const found = touch(thread, statement, statement.place, 'read')?.read() ?? null;
            thread.variables[statement.variable] = found;
            const { sum } = thread;
            thread.sum = sum === null || found === null ? null : (Math.imul(sum, 31) + found) >>> 0;
            break;
          }
          case 'store':
            touch(thread, statement, statement.place, 'write')?.write(evaluate(statement.value, thread));
            break;
          case 'atomic': {
            const memory = touch(thread, statement, statement.place, 'atomic');
            const before = memory?.read() ?? null;
            memory?.write(combine(statement.name, before, evaluate(statement.value, thread)));
            if (statement.result !== null) thread.variables[statement.result] = before;
            break;
          }
          case 'if': {
            const condition = decided(evaluate(statement.condition, thread));
            if (yield* run(thread, condition ? statement.yes : statement.no)) return true;
            break;
          }
          case 'for': {
            const turns = decided(evaluate(statement.turns, thread)) % 5;
            for (let turn = 0; turn < turns; turn++) {
              thread.counters.push(turn);
              const returned = yield* run(thread, statement.body);
              thread.counters.pop();
              if (returned) return true;
            }
            break;
          }
          case 'return':
            if (decided(evaluate(statement.condition, thread))) return true;
            break;
          case 'syncthreads':
            yield { at: 'block', line };
            break;
          case 'syncwarp':
            yield { at: 'warp', as: 'syncwarp', line, value: 0, answer: () => 0 };
            break;
          case 'shuffle': {
            const { name, lane } = statement;
            const answer = (lanes: readonly Thread[]) => {
              const own = thread.thread % 32;
              const from = { __shfl_sync: lane % 32, __shfl_up_sync: own - lane, __shfl_down_sync: own + lane }[
                name as '__shfl_sync'
              ];
              const source =
                name === '__shfl_xor_sync' ? own ^ lane : from === undefined || from < 0 || from > 31 ? own : from;
              const wait = lanes.find((other) => other.thread % 32 === source)?.wait;
              return wait?.at === 'warp' ? wait.value : null;
            };
            const value = evaluate(statement.value, thread);
            thread.variables[statement.variable] = yield { at: 'warp', as: 'shuffle', line, value, answer };
            break;
          }
          case 'ballot': {
            const answer = (lanes: readonly Thread[]) =>
              lanes.reduce<Value>((ones, { thread: number, wait }) => {
                const vote = wait?.at === 'warp' ? wait.value : null;
                return ones === null || vote === null ? null : (ones | (vote ? 1 << (number % 32) : 0)) >>> 0;
              }, 0);
            const value = evaluate(statement.value, thread);
            thread.variables[statement.variable] = yield { at: 'warp', as: 'ballot', line, value, answer };
            break;
          }
        }
      }
      return false;
    }

    function* whole(thread: Thread): Generator<Wait & { line: number }, void, Value> {
      const returned = yield* run(thread, kernel.body);
      const last = thread.variables.reduce<Value>(
        (sum, value, i) => (sum === null || value === null ? null : (sum + Math.imul(2 * i + 3, value)) >>> 0),
        thread.sum,
      );
      sums[block * threads.length + thread.thread] = returned ? thread.sum : last;
    }

    const threads: Thread[] = [];
    for (let number = 0; number < threadsOf(kernel.block); number++) {
      const thread: Thread = {
        ...{ kernel, block, thread: number, warp: Math.floor(number / 32), sum: 0, counters: [] },
        variables: Array.from({ length: VARIABLES }, (_, i) => i + 1),
        ...{ status: 'ready', wait: null, answer: 0, warpInterval: 0 },
        get steps() {
          return steps;
        },
      };
      const steps = whole(thread);
      threads.push(thread);
    }

    const advance = (thread: Thread) => {
      const { done, value } = thread.steps.next(thread.answer);
      thread.status = done ? 'done' : 'waits';
      thread.wait = done ? null : value;
    };
    /** A group of lanes goes on where every lane that has not ended waits for the same. */
    const meet = (lanes: readonly Thread[]): boolean => {
      const alive = lanes.filter(({ status }) => status !== 'done');
      const [first] = alive;
      const as = first?.wait?.at === 'warp' ? first.wait.as : null;
      if (as === null || !alive.every(({ wait }) => wait?.at === 'warp' && wait.as === as)) return false;
      goOn(lanes, alive);
      return true;
    };
    /** Lets lanes of a warp that wait for the same go on. */
    const goOn = (lanes: readonly Thread[], group: readonly Thread[]): void => {
      const answers = group.map(({ wait }) => (wait?.at === 'warp' ? wait.answer(group) : null));
      const wait = group[0]?.wait;
      group.forEach((thread, i) => {
        thread.answer = answers[i] ?? null;
        thread.status = 'ready';
      });
      if (wait?.at === 'warp' && wait.as === 'syncwarp') for (const lane of lanes) lane.warpInterval++;
    };
    const report = (detail: string, { thread, wait }: Thread): void => {
      faults.push({
        rule: 'barrier-divergence',
        ...{ detail, line: wait?.line ?? 0, block, thread, address: null, bytes: 0, shared: false },
      });
    };
    for (;;) {
      for (let warp = 0; warp * 32 < threads.length; warp++) {
        const lanes = threads.slice(warp * 32, warp * 32 + 32);
        do for (const lane of lanes) if (lane.status === 'ready') advance(lane);
        while (meet(lanes));
      }
      const alive = threads.filter(({ status }) => status !== 'done');
      if (alive.length === 0) return;
      const alone = alive.find(({ wait }) => wait?.at === 'warp');
      if (alone?.wait?.at === 'warp') {
        const { as } = alone.wait;
        const lanes = threads.slice(alone.warp * 32, alone.warp * 32 + 32);
        report('warp-function', alone);
        goOn(
          lanes,
          lanes.filter(({ wait }) => wait?.at === 'warp' && wait.as === as),
        );
        continue;
      }
      const [first] = alive;
      if (!first?.wait) throw new Undecided();
      const { line } = first.wait;
      if (alive.some(({ wait }) => wait?.line !== line)) report('different-barriers', first);
      else if (alive.length < threads.length) report('exited', first);
      for (const thread of alive) thread.status = 'ready';
      interval++;
    }
  }

  for (let block = 0; block < threadsOf(kernel.grid); block++) runBlock(block);
  return { sums, memory: global, accesses, faults };
}

function decided(value: Value): number {
  if (value === null) throw new Undecided();
  return value;
}

function combine(name: string, a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  switch (name) {
    case 'atomicAdd':
      return (a + b) >>> 0;
    case 'atomicSub':
      return (a - b) >>> 0;
    case 'atomicMax':
      return Math.max(a, b);
    case 'atomicMin':
      return Math.min(a, b);
    case 'atomicOr':
      return (a | b) >>> 0;
    case 'atomicXor':
      return (a ^ b) >>> 0;
    default:
      throw new Error(`no atomic function ${name}`);
  }
}
