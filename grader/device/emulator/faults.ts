import { ACCESS_NAMES, DETAIL_NAMES, FAULT, FAULT_BYTES, LANES, NO_SITE, RULE_NAMES } from '../../abi/index.ts';
import type { DeviceProgram, Site, SourcePosition } from '../../compile/index.ts';
import type { Rule } from '../../result/index.ts';
import type { AccessEnd, DeviceFault, Dim3, NearBuffer } from '../device.ts';
import { TamperedRecord } from '../tampered.ts';
import { belowZero, type Computing } from './below-zero.ts';
import type { DeviceHeap } from './device-heap.ts';
import { textAt } from './failed-asserts.ts';
import { isUnwaitedCopy, missingBarrier } from './missing-barrier.ts';
import { type GridPlace, gridOf, isAncestor } from './nested/index.ts';
import { type Strays, withoutStray } from './strays.ts';
import { coordinates } from './threads.ts';

const RECORD = 'faults';
type FaultName = NonNullable<(typeof RULE_NAMES)[number]>;

const LIKELY_HOST_BYTES = 2 ** 27;

/** The memory in which an address is looked up. */
export type BufferContext = Pick<FaultContext, 'program' | 'heap' | 'deviceHeap' | 'shared' | 'variables'>;

/** The facts by which a row of the fault table is read. */
export interface FaultContext extends Strays {
  readonly program: DeviceProgram;
  readonly deviceHeap: DeviceHeap;
  readonly kernel: string;
  readonly launch: number;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** The launch among those since host code's last one, by the numbers of their blocks. */
  readonly place: GridPlace;
  readonly grids: readonly GridPlace[];
  /** The block's shared region: address, offset of dynamic shared memory, and its size. */
  readonly shared: {
    readonly address: number;
    readonly bytes: number;
    /** null if the kernel uses none. */
    readonly dynamicOffset: number | null;
    readonly dynamicBytes: number;
    /** The address of the shared memory of a cluster's blocks, in the order of their ranks, and how many they are. */
    readonly clusterAddress: number;
    readonly clusterBlocks: number;
  };
  /** The parameters and extents that threads of the launch compute with. */
  readonly computing: Computing;
  /** An argument of the launch is NULL or an address of the host. */
  readonly hostArgument: boolean;
  /** The device's memory. */
  readonly memory: WebAssembly.Memory;
  readonly variables: readonly { readonly name: string; readonly address: number; readonly bytes: number }[];
}

export function readFaults(table: number, count: number, context: FaultContext): DeviceFault[] {
  const view = new DataView(context.memory.buffer);
  return mergeRaces(Array.from({ length: count }, (_, row) => readFault(view, table + row * FAULT_BYTES, context)));
}

/**
 * Where a barrier is missing, threads meet each other's accesses in both orders: one problem, told once. The threads
 * run one after the other, so the first order that is met is that of an access that comes earlier in the program; the
 * second one names the later access as the place, and stays.
 */
function mergeRaces(faults: readonly DeviceFault[]): DeviceFault[] {
  const out: DeviceFault[] = [];
  for (const fault of faults) {
    const mirror = fault.other === null ? -1 : out.findIndex((earlier) => isMirror(earlier, fault));
    const earlier = out[mirror];
    if (earlier) out[mirror] = { ...fault, count: fault.count + earlier.count };
    else out.push(fault);
  }
  return raiseLockstep(foldLockstep(withoutLater(out)));
}

/** A read that races with a later write in one thread, and finds nothing written in another, stands by itself. */
function withoutLater(faults: readonly DeviceFault[]): DeviceFault[] {
  const isUnset = ({ rule }: DeviceFault) => rule === 'uninitialized-read';
  const isLater = (fault: DeviceFault) => isUnset(fault) && fault.detail === 'written-later';
  const out = faults.filter((fault) => !isLater(fault));
  for (const fault of faults.filter(isLater)) {
    const known = out.findIndex((one) => isUnset(one) && isSame(one.at, fault.at));
    const stands = out[known];
    if (stands) out[known] = { ...stands, count: stands.count + fault.count };
    else out.push(fault);
  }
  return out;
}

function isMirror(a: DeviceFault, b: DeviceFault): boolean {
  return isRace(a) && a.rule === b.rule && a.detail === b.detail && isSame(a.at, b.other) && isSame(b.at, a.other);
}

/** Lanes of one warp that meet where threads of different warps do as well say nothing more. */
function foldLockstep(faults: readonly DeviceFault[]): DeviceFault[] {
  const out: DeviceFault[] = [];
  for (const fault of faults) {
    const known = out.findIndex((earlier) => isSamePair(earlier, fault) && mayFold(earlier, fault));
    const earlier = out[known];
    if (!earlier) out.push(fault);
    else
      out[known] = {
        ...earlier,
        detail: isLockstep(earlier.detail) ? fault.detail : earlier.detail,
        count: earlier.count + fault.count,
      };
  }
  return out;
}

/** What meets in one warp where other warps lack a barrier at the same line lacks the same barrier. */
function raiseLockstep(faults: readonly DeviceFault[]): DeviceFault[] {
  const lines = ({ at, other }: DeviceFault) => [at, other].map((end) => `${end?.access} ${end?.position?.line}`);
  const lacking = new Map<Rule, Set<string>>();
  for (const fault of faults) {
    if (!isRace(fault) || fault.detail !== 'inside-block') continue;
    lacking.set(fault.rule, new Set([...(lacking.get(fault.rule) ?? []), ...lines(fault)]));
  }
  return faults.map((fault) => {
    const shares = isLockstep(fault.detail) && lines(fault).some((line) => lacking.get(fault.rule)?.has(line));
    return shares || losesUpdates(fault, faults) ? { ...fault, detail: 'inside-block' } : fault;
  });
}

/**
 * Lanes that read and write one element in one line: what one of them adds is lost in lockstep too, though they may
 * have stored equal values this time.
 */
function losesUpdates(fault: DeviceFault, faults: readonly DeviceFault[]): boolean {
  if (!isLockstep(fault.detail) || fault.at.position?.line !== fault.other?.position?.line) return false;
  const store = [fault.at, fault.other].find((end) => end?.access === 'write') ?? null;
  return faults.some(
    (other) =>
      other.detail === 'same-value' && store !== null && isSame(other.at, store) && isSame(other.at, other.other),
  );
}

/** Details of faults without an access. */
const WITHOUT_PLACE: ReadonlySet<DeviceFault['detail']> = new Set(['no-such-block', 'not-shared']);

/** Rules whose address is none of a buffer. */
const WITHOUT_BUFFER: ReadonlySet<Rule> = new Set(['host-device-pointer', 'undefined-arithmetic', 'device-assert']);

/** Lanes of one warp; through `volatile` they run in lockstep here. */
function isLockstep(detail: DeviceFault['detail']): boolean {
  return detail === 'warp-lockstep' || detail === 'warp-volatile';
}

function mayFold(a: DeviceFault, b: DeviceFault): boolean {
  return isLockstep(a.detail) !== isLockstep(b.detail) && a.detail !== 'same-value' && b.detail !== 'same-value';
}

function isSamePair(a: DeviceFault, b: DeviceFault): boolean {
  if (!isRace(a) || a.rule !== b.rule || !a.other || !b.other) return false;
  return (isSame(a.at, b.at) && isSame(a.other, b.other)) || (isSame(a.at, b.other) && isSame(b.at, a.other));
}

function isRace({ rule }: DeviceFault): boolean {
  return rule === 'shared-race' || rule === 'global-race';
}

function isSame(a: AccessEnd, b: AccessEnd | null): boolean {
  const [here, there] = [a.position, b?.position];
  return a.access === b?.access && !!here && here.line === there?.line && here.column === there.column;
}

function readFault(view: DataView, row: number, context: FaultContext): DeviceFault {
  const word = (field: keyof typeof FAULT) => view.getUint32(row + FAULT[field], true);
  const name = RULE_NAMES[word('rule')] ?? null;
  const seen = DETAIL_NAMES[word('detail')];
  if (name === null || seen === undefined) throw new TamperedRecord(RECORD);
  const detail = isLockstep(seen) && decides(context.program, word('site'), word('otherSite')) ? 'inside-block' : seen;
  const { block, program, place } = context;
  const end = (site: number, access: number, thread: number, blockNumber: number): AccessEnd => {
    const its = gridOf(context.grids, blockNumber);
    const how = ACCESS_NAMES[access];
    const isSite = site === NO_SITE || site < program.sites.length;
    if (how === undefined || !isSite || !isThread(its, thread, blockNumber)) throw new TamperedRecord(RECORD);
    return {
      position: positionOf(program, site),
      access: how,
      thread: coordinates(thread, its.block),
      block: coordinates(blockNumber - its.firstBlock, its.grid),
    };
  };
  const address = addressIn(view, row);
  const rule = ruleOf(name, address, ACCESS_NAMES[word('access')] ?? 'read', context);
  const stores = name === 'local-out-of-bounds' && program.sites[word('site')]?.stores === true;
  const access = stores ? ACCESS_NAMES.indexOf('write') : word('access');
  const at = end(word('site'), access, word('thread'), word('block'));
  const isBarrier = rule === 'barrier-divergence';
  const missing =
    name === 'shared-race' || name === 'global-race'
      ? missingBarrier(program, word('site'), word('otherSite'), isLockstep(detail))
      : null;
  const hasOther = word('otherSite') !== NO_SITE || detail === 'exited';
  const isRaceOfTwo = (name === 'shared-race' || name === 'global-race') && hasOther;
  const isOfTwoWarps = Math.floor(word('thread') / LANES) !== Math.floor(word('otherThread') / LANES);
  const otherGrid = isRaceOfTwo ? gridOf(context.grids, word('otherBlock')) : place;
  const site = {
    at: program.sites[word('site')],
    other: otherGrid === place ? program.sites[word('otherSite')] : undefined,
  };
  const fault: DeviceFault = {
    rule,
    kernel: context.kernel,
    launch: context.launch,
    at,
    other:
      hasOther && detail !== 'exited'
        ? end(word('otherSite'), word('otherAccess'), word('otherThread'), word('otherBlock'))
        : null,
    count: Number(view.getBigUint64(row + FAULT.count, true)),
    bytes: word('bytes'),
    buffer:
      address === 0 || isBarrier || WITHOUT_PLACE.has(detail) || WITHOUT_BUFFER.has(rule) || detail === 'tile-stride'
        ? null
        : nearBuffer(address, rule, context),
    detail:
      name === 'device-trap'
        ? 'trap'
        : otherGrid !== place && detail === 'between-blocks'
          ? 'between-grids'
          : (detail ?? (isOfTile(program, word('site'), rule) ? 'tile' : null)),
    ...(otherGrid !== place && {
      otherGrid: { kernel: otherGrid.kernel, isAncestor: isAncestor(otherGrid, place) },
    }),
    ...(rule === 'host-device-pointer' && context.hostArgument && { fromArgument: true as const }),
    ...(missing && { missingBarrier: missing.place }),
    ...(name === 'shared-race' &&
      isUnwaitedCopy(program, word('site'), word('otherSite')) && { unwaitedCopy: true as const }),
    ...(isOfTwoWarps && missing?.warpBarrier && { warpBarrier: missing.warpBarrier }),
    ...(isBarrier && {
      waiting: {
        ...{ arrived: word('arrived'), alive: word('alive') },
        threads: block[0] * block[1] * block[2] * (detail === 'exited-cluster' ? context.shared.clusterBlocks : 1),
      },
    }),
    ...(name === 'device-assert' && { assertion: textAt(context.memory, address) }),
    ...clusterOf(detail, word('arrived'), address, context),
    ...(detail === 'tile-stride' && { stride: address }),
    ...(rule === 'undefined-arithmetic' && { value: address | 0 }),
    ...(detail?.startsWith('launch-') && { refused: word('arrived') }),
    ...((detail === 'warp-function' || detail === 'not-in-mask') && { mask: address }),
  };
  return explained(withoutStray(fault, address, site, context), site.at, context);
}

/** Details that tell the rank of a block. */
const TELL_RANK: ReadonlySet<DeviceFault['detail']> = new Set(['no-such-block', 'block-ended', 'block-not-started']);

function clusterOf(
  detail: DeviceFault['detail'],
  told: number,
  address: number,
  { shared }: FaultContext,
): Pick<DeviceFault, 'cluster'> {
  const blocks = shared.clusterBlocks;
  const rank = TELL_RANK.has(detail) ? told : rankAt(address, shared);
  return rank === null ? {} : { cluster: { rank, blocks } };
}

/** Returns the rank of the block in whose shared memory an address of another block's is; `null` if it is not there. */
function rankAt(address: number, { clusterAddress, clusterBlocks, bytes }: FaultContext['shared']): number | null {
  const rank = Math.floor((address - clusterAddress) / bytes);
  return rank >= 0 && rank < clusterBlocks && clusterBlocks > 1 ? rank : null;
}

const OUT_OF_BOUNDS: ReadonlySet<Rule> = new Set(['out-of-bounds-read', 'out-of-bounds-write', 'shared-out-of-bounds']);

/** Returns an access out of bounds with the number below zero that it depends on, if there is one. */
function explained(fault: DeviceFault, site: Site | undefined, { computing }: FaultContext): DeviceFault {
  if (!OUT_OF_BOUNDS.has(fault.rule)) return fault;
  const number = belowZero(site, fault.at.thread, fault.at.block, computing);
  return number ? { ...fault, belowZero: number } : fault;
}

/** Returns whether the grid has such a thread, and such a block. */
function isThread({ grid, block, firstBlock }: GridPlace, thread: number, blockNumber: number): boolean {
  const volume = ([x, y, z]: Dim3) => x * y * z;
  return thread < volume(block) && blockNumber - firstBlock < volume(grid);
}

/**
 * Does a lane store to an element because of what it read there, where another lane reads it in the same line? In
 * lockstep both read before either stores, so both decide by the old value, and one store is lost.
 */
function decides({ sites }: DeviceProgram, one: number, other: number): boolean {
  return sites[one]?.decidedBy === other || sites[other]?.decidedBy === one;
}

/**
 * An index far below 0 can lead from device memory down to where host addresses are. It is told apart by the launch:
 * no argument is a host pointer or NULL, and the address is none that a small host program would have.
 */
function ruleOf(name: FaultName, address: number, access: AccessEnd['access'], context: FaultContext): Rule {
  if (name === 'device-trap') return 'device-assert';
  const astray = name === 'host-device-pointer' && !context.hostArgument && address >= LIKELY_HOST_BYTES;
  if (astray) return access === 'read' ? 'out-of-bounds-read' : 'out-of-bounds-write';
  return name;
}

function positionOf(program: DeviceProgram, site: number): SourcePosition | null {
  return program.sites[site]?.position ?? null;
}

/** Outside of memory while a warp loads or stores a tile: of what our headers call, only that touches memory. */
function isOfTile({ sites }: DeviceProgram, site: number, rule: Rule): boolean {
  return sites[site]?.kind === 'call' && /^(?:shared-)?out-of-bounds/.test(rule);
}

/** Returns the address of a fault. Those before address 0 are negative, as an index below 0 gives them. */
function addressIn(view: DataView, row: number): number {
  const address = view.getBigUint64(row + FAULT.address, true);
  return Number(BigInt.asIntN(64, address));
}

/** Returns the buffer at an address, or the nearest one. */
export function bufferAt(address: number, context: BufferContext): NearBuffer | null {
  return nearBuffer(address, 'out-of-bounds-read', context);
}

function nearBuffer(address: number, rule: Rule, context: BufferContext): NearBuffer | null {
  const { shared, program, heap } = context;
  if (rule === 'local-out-of-bounds') return null;
  const rank = rankAt(address, shared);
  const start = rank === null ? shared.address : shared.clusterAddress + rank * shared.bytes;
  const inShared = address >= start && address < start + shared.bytes;
  if (inShared || rule === 'shared-out-of-bounds' || rule === 'shared-race') {
    const offset = address - start;
    const arrays = [
      ...program.sharedArrays.map(({ name, offset: first, bytes }) => ({ name, start: first, bytes })),
      ...(shared.dynamicOffset === null
        ? []
        : [{ name: 'dynamic shared memory', start: shared.dynamicOffset, bytes: shared.dynamicBytes }]),
    ];
    const distance = ({ start: first, bytes }: { start: number; bytes: number }) =>
      offset < first ? first - offset : Math.max(0, offset - first - bytes + 1);
    const [nearest] = arrays.sort((a, b) => distance(a) - distance(b) || a.start - b.start);
    return nearest
      ? { label: nearest.name, role: 'shared', bytes: nearest.bytes, offset: offset - nearest.start }
      : null;
  }
  const variable = nearVariable(address, context);
  if (variable)
    return { label: variable.name, role: 'variable', bytes: variable.bytes, offset: address - variable.address };
  const allocated = context.deviceHeap.nearest(address);
  if (allocated) return allocated;
  const buffer = heap.nearest(address);
  return buffer && { label: buffer.label, role: buffer.role, bytes: buffer.bytes, offset: address - buffer.pointer };
}

/** The unused bytes around variables (compile/ir/globals.ts) belong to no variable: an access there left the nearest one. */
const NEAR_BYTES = 16_384;

/** The device variable that holds an address, or the nearest one; `null` if none is near. */
function nearVariable(address: number, { variables }: BufferContext): BufferContext['variables'][number] | null {
  const distance = ({ address: start, bytes }: { address: number; bytes: number }) =>
    address < start ? start - address : Math.max(0, address - start - bytes + 1);
  const near = variables.filter((variable) => distance(variable) <= NEAR_BYTES);
  return near.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
