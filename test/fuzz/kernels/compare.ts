import type { DeviceProgram } from '../../../grader/compile/index.ts';
import type { AccessEnd, DeviceFault } from '../../../grader/device/device.ts';
import type { EmulatorOptions } from '../../../grader/device/emulator/index.ts';
import { Bench } from '../../device/harness.ts';
import { type Access, type Fault, interpret, type Layout, type Outcome, type Range, Undecided } from './interpret.ts';
import { ELEMENT_BYTES, type FuzzKernel, threadsOf } from './kernel.ts';
import { arrayName, dynamicBytes, type PrintedKernel } from './print.ts';
import { findRaces, type RacyByte } from './races.ts';
import { coordinates } from './values.ts';

/** A kernel in a program of many. */
export interface Candidate {
  readonly name: string;
  readonly kernel: FuzzKernel;
  readonly printed: PrintedKernel;
  /** Lines of the program before the kernel's first. */
  readonly linesBefore: number;
}

/** What a device made of a kernel. */
interface Seen {
  readonly error: number;
  readonly faults: readonly DeviceFault[];
  readonly sums: Uint32Array;
  readonly global: readonly (Range & { readonly content: Uint8Array })[];
}

export interface Verdict {
  /** What the emulator says otherwise than the interpreter; empty where they agree. */
  readonly differences: readonly string[];
  /** The kernel hangs on what CUDA leaves open: only the emulator's own modes were compared. */
  readonly undecided: boolean;
  /** Rules that the interpreter found broken. */
  readonly rules: readonly string[];
}

/** By name: how to run a launch in another way. */
export type Modes = Readonly<Record<string, Partial<EmulatorOptions> & { readonly counters?: boolean }>>;

/** Runs a kernel on the emulator in each of its modes, interprets it, and compares. */
export function judge(program: DeviceProgram, candidate: Candidate, modes: Modes): Verdict {
  const layout = layOut(program, candidate, {});
  const seen = run(layout.bench, candidate, layout);
  const differences: string[] = [];
  for (const [mode, { counters = false, ...options }] of Object.entries(modes)) {
    const other = layOut(program, candidate, options);
    const there = run(other.bench, candidate, other, counters);
    const [here, also] = [JSON.stringify(comparable(seen)), JSON.stringify(comparable(there))];
    if (here !== also) differences.push(`${mode} differs:\n  ${here}\n  ${also}`);
  }
  try {
    const first = interpret(candidate.kernel, layout.layout);
    const races = findRaces(first.accesses);
    const open = new Set(races.map(({ shared, address }) => (shared ? -1 - address : address)));
    // A fault's count and place may hang on what a race leaves open; where the second run hangs on it, that is said.
    const outcome = open.size > 0 ? interpret(candidate.kernel, layout.layout, open) : first;
    differences.push(...compareMemory(outcome, seen), ...compareFaults(candidate, outcome, seen));
    differences.push(...compareRaces(candidate, races, seen));
    const rules = [...outcome.faults.map(({ rule }) => rule), ...races.map(raceRule)];
    return { differences, undecided: false, rules: [...new Set(rules)] };
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { differences, undecided: true, rules: [] };
  }
}

function layOut(program: DeviceProgram, { name, kernel, printed }: Candidate, options: Partial<EmulatorOptions>) {
  const bench = new Bench(program, options);
  const global: (Range & { content?: Uint8Array })[] = [];
  const dynamicOffset = Math.max(
    0,
    ...program.sharedArrays.map(({ offset, bytes }) => Math.ceil((offset + bytes + 256) / 256) * 256),
  );
  const arrays = kernel.arrays.map((shape, array) => {
    const bytes = shape.length * ELEMENT_BYTES[shape.type];
    if (shape.memory === 'dynamic') return dynamicOffset;
    if (shape.memory === 'shared') {
      const found = program.sharedArrays.find((candidate) => candidate.name.endsWith(arrayName(name, kernel, array)));
      // Nobody uses it.
      return found?.offset ?? 0;
    }
    const content = Uint8Array.from({ length: bytes }, (_, i) => (37 * i + 11 * (array + 1)) & 255);
    const address = bench.bytes(bytes, shape.filled ? 'input' : 'output', content);
    global.push({ address, bytes, ...(shape.filled && { content }) });
    return address;
  });
  const sums = bench.words(threadsOf(kernel.grid) * threadsOf(kernel.block), 'output');
  const shared = [
    ...program.sharedArrays.map(({ offset, bytes }) => ({ address: offset, bytes })),
    { address: dynamicOffset, bytes: dynamicBytes(kernel) },
  ];
  const layout: Layout = { arrays, global, shared, lines: printed.lines };
  return { bench, layout, sums };
}

function run(
  bench: Bench,
  { name, kernel }: Candidate,
  { layout, sums }: { layout: Layout; sums: number },
  counters = false,
): Seen {
  const { error } = bench.launch(name, [...layout.global.map(({ address }) => address), sums, kernel.n], {
    ...{ grid: kernel.grid, block: kernel.block, dynamicSharedBytes: dynamicBytes(kernel), counters },
  });
  const read = (address: number, bytes: number) => {
    const content = new Uint8Array(bytes);
    bench.device.read(address, content);
    return content;
  };
  const threads = threadsOf(kernel.grid) * threadsOf(kernel.block);
  return {
    error,
    faults: bench.device.takeFaults(),
    sums: new Uint32Array(read(sums, 4 * threads).buffer),
    global: layout.global.map(({ address, bytes }) => ({ address, bytes, content: read(address, bytes) })),
  };
}

/** What must be the same in every mode, wherever buffers lie. */
function comparable({ error, faults, sums, global }: Seen) {
  return { error, faults, sums: [...sums], global: global.map(({ content }) => [...content]) };
}

function compareMemory(outcome: Outcome, { error, sums, global }: Seen): string[] {
  if (error !== 0) return [`the launch ends with ${error}`];
  const out: string[] = [];
  for (const [thread, sum] of sums.entries()) {
    const expected = outcome.sums[thread] ?? null;
    if (expected !== null && expected !== sum) out.push(`thread ${thread} has the sum ${sum}, not ${expected}`);
  }
  for (const [buffer, { address, content }] of global.entries()) {
    for (const [i, byte] of content.entries()) {
      const expected = outcome.memory.get(address + i) ?? null;
      if (expected !== null && expected !== byte) out.push(`byte ${i} of buffer ${buffer} is ${byte}, not ${expected}`);
    }
  }
  return out.slice(0, 3);
}

const RACES = ['shared-race', 'global-race'];

/**
 * By rule and line: who was the first, and how often. Where a thread uses an address in one line again, or in two lines,
 * the compiler may use it once; where it uses it once, that has to be seen.
 */
function compareFaults({ kernel, linesBefore }: Candidate, outcome: Outcome, seen: Seen): string[] {
  const expected = new Map<string, Fault[]>();
  for (const fault of outcome.faults) {
    const key = `${fault.rule}${fault.detail ? ` (${fault.detail})` : ''} in line ${fault.line}`;
    expected.set(key, [...(expected.get(key) ?? []), fault]);
  }
  const found = new Map<string, { who: string[]; count: number; later: string[] }>();
  for (const { rule, detail, at, count } of seen.faults) {
    if (RACES.includes(rule)) continue;
    const isLater = detail === 'written-later';
    const key = `${rule}${detail && !isLater ? ` (${detail})` : ''} in line ${(at.position?.line ?? 0) - linesBefore}`;
    const known = found.get(key) ?? { who: [], count: 0, later: [] };
    const who = `${at.block}/${at.thread}`;
    found.set(key, {
      who: [...known.who, who],
      count: known.count + count,
      later: isLater ? [...known.later, who] : known.later,
    });
  }
  const isOnly = onlyUses(outcome);
  const later = writtenLater(outcome);
  const nameOf = ({ block, thread }: Fault) =>
    `${coordinates(block, kernel.grid)}/${coordinates(thread, kernel.block)}`;
  const out: string[] = [];
  for (const [key, all] of expected) {
    const due = all.filter(isOnly);
    const atLeast = new Set(
      due.map(({ block, thread, address }, i) => `${block}/${thread}: ${address ?? `barrier ${i}`}`),
    );
    const there = found.get(key) ?? { who: [], count: 0, later: [] };
    const [first] = all;
    if (there.count < atLeast.size || there.count > all.length)
      out.push(`${key} is reported ${there.count} times, not ${atLeast.size} to ${all.length}`);
    else if (first && first === due[0] && !earliest(all, later).some((fault) => there.who.includes(nameOf(fault))))
      out.push(`${key} is reported of ${there.who}, not of ${nameOf(first)} first`);
    for (const who of there.later)
      if (!all.some((fault) => nameOf(fault) === who && later(fault)))
        out.push(`${key}: no other thread writes there, but that is reported of ${who}`);
    for (const who of there.who)
      if (!all.some((fault) => nameOf(fault) === who)) out.push(`${key} is not so of ${who}`);
  }
  for (const key of found.keys()) if (!expected.has(key)) out.push(`${key} is reported and is not so`);
  return out;
}

/** The first fault, and those before which there are only reads that a missing barrier explains. */
function earliest(faults: readonly Fault[], later: (fault: Fault) => boolean): readonly Fault[] {
  const stands = faults.findIndex((fault) => !later(fault));
  return stands < 0 ? faults.slice(0, 1) : faults.slice(0, stands + 1);
}

/** Whether another thread of the block writes some of the bytes. */
function writtenLater({ accesses }: Outcome): (fault: Fault) => boolean {
  return ({ shared, block, thread, address, bytes }) =>
    accesses.some(
      (other) =>
        other.shared === shared &&
        other.access !== 'read' &&
        other.block === block &&
        other.thread !== thread &&
        address !== null &&
        other.address < address + bytes &&
        address < other.address + other.bytes,
    );
}

/** Whether a thread uses the bytes in no other line. */
function onlyUses({ accesses, faults }: Outcome): (fault: Fault) => boolean {
  const lines = new Map<string, Set<number>>();
  const bytesOf = ({
    block,
    thread,
    shared,
    address,
    bytes,
  }: Pick<Access, 'block' | 'thread' | 'shared' | 'bytes'> & { readonly address: number | null }) =>
    Array.from({ length: bytes }, (_, i) => `${block} ${thread} ${shared} ${(address ?? 0) + i}`);
  for (const use of [...accesses, ...faults])
    for (const byte of bytesOf(use)) lines.set(byte, (lines.get(byte) ?? new Set()).add(use.line));
  return (fault) => fault.address === null || bytesOf(fault).every((byte) => lines.get(byte)?.size === 1);
}

function raceRule({ shared }: RacyByte): string {
  return shared ? 'shared-race' : 'global-race';
}

/** Every race that is told is one, and every byte where threads race is told of: by the first access that does. */
function compareRaces({ kernel, linesBefore }: Candidate, races: readonly RacyByte[], seen: Seen): string[] {
  const end = (line: number, access: string, block: string, thread: string) =>
    `the ${access} in line ${line} by ${block}/${thread}`;
  const ofAccess = ({ line, access, block, thread }: Access) =>
    end(line, access, `${coordinates(block, kernel.grid)}`, `${coordinates(thread, kernel.block)}`);
  const ofEnd = ({ position, access, block, thread }: AccessEnd) =>
    end((position?.line ?? 0) - linesBefore, access, `${block}`, `${thread}`);
  const pairs = new Set<string>();
  for (const racy of races) {
    for (const [a, b] of racy.pairs) pairs.add([raceRule(racy), ...[ofAccess(a), ofAccess(b)].sort()].join(' '));
  }
  const told = seen.faults.filter(({ rule }) => RACES.includes(rule));
  const out: string[] = [];
  for (const { rule, at, other } of told) {
    const pair = [rule, ...[ofEnd(at), ...(other ? [ofEnd(other)] : [])].sort()].join(' ');
    if (!pairs.has(pair)) out.push(`${pair} is reported and is not so`);
  }
  for (const racy of races) {
    const [, later] = racy.pairs[0] as readonly [Access, Access];
    // What the same thread does there in another line may be all that is left of it.
    const lines = racy.pairs.flatMap((pair) =>
      pair.filter(({ block, thread }) => block === later.block && thread === later.thread).map(({ line }) => line),
    );
    const isTold = told.some(
      ({ rule, at, other }) =>
        rule === raceRule(racy) &&
        [at, other].some((side) => lines.includes((side?.position?.line ?? 0) - linesBefore)),
    );
    if (!isTold) out.push(`${raceRule(racy)} at byte ${racy.address} by ${ofAccess(later)} is not reported`);
  }
  return [...new Set(out)].slice(0, 4);
}
