import type { AccessEnd, BelowZero, DeviceFault, Dim3 } from '../device/index.ts';
import type { LaunchRecord } from '../host/index.ts';
import {
  type Beyond,
  type BufferFacts,
  type DetailOf,
  type FindingDetail,
  REFUSED_LAUNCHES,
  type RelatedFacts,
  type Spot,
} from '../result/index.ts';
import { tellableThread } from './hidden.ts';

/** The facts around a fault that its finding needs. */
export interface FaultContext {
  /** False for a hidden case, of which a finding has neither sizes nor places. */
  readonly visible: boolean;
  /** The launch that it was in; null for a hidden case. */
  readonly launch: Pick<LaunchRecord, 'grid' | 'block'> | null;
  /** A store of the same value by two threads costs points in this exercise. */
  readonly sameValueIsError?: boolean;
  /** The variable that the memory of the submission's own was allocated for, where its line shows that. */
  readonly variable?: string | null;
  /** The file that a line number alone means. */
  readonly fileName?: string;
  /** Returns whether a thread has an element of its own; null if the launch does not have one thread for each. */
  readonly elementOf?: (end: AccessEnd) => 'own' | 'none' | null;
}

type OfThread = { launch?: DetailOf<'misaligned'>['launch'] };

/** Returns what a finding says of a fault, without what would reveal a hidden case. */
export function faultDetail(fault: DeviceFault, context: FaultContext): FindingDetail {
  return ofFunction(fault, context) ?? ofRule(fault, context);
}

/** The faults of functions that have their own words: warp matrix functions, textures and caches. */
function ofFunction(fault: DeviceFault, context: FaultContext): FindingDetail | null {
  const { at, bytes, stride, waiting } = fault;
  const { access } = at;
  const thread = ofThread(context);
  switch (fault.detail) {
    case 'tile':
      return { kind: 'tile-out-of-bounds', access, beyond: beyondOf(fault, context), ...thread };
    case 'tile-pointer':
      return { kind: 'tile-pointer', access, bytes };
    case 'tile-stride':
      return { kind: 'tile-stride', multiple: bytes, ...(context.visible && stride !== undefined && { stride }) };
    case 'unfilled-factor':
      return { kind: 'unfilled-fragment', part: 'factor', access, ...thread };
    case 'unfilled-sum':
      return { kind: 'unfilled-fragment', part: 'sum', access, ...thread };
    case 'whole-warp': {
      const seen = context.visible && waiting;
      const lanes = seen && { lanes: seen.arrived, alive: seen.alive, threads: seen.threads };
      return { kind: 'partial-warp', ...(lanes && { waiting: lanes }) };
    }
    case 'tile-arguments':
      return { kind: 'tile-arguments', ...thread };
    case 'beyond-surface':
    case 'beyond-surface-row': {
      const isRow = fault.detail === 'beyond-surface-row';
      return { kind: 'beyond-surface', isRow, access, buffer: bufferOf(fault, context), ...thread };
    }
    case 'no-object':
      return { kind: 'texture-object', reason: 'no-object', access, ...thread };
    case 'destroyed-object':
      return { kind: 'texture-object', reason: 'destroyed', access, ...thread };
    case 'other-object':
      return { kind: 'texture-object', reason: 'other-kind', access, ...thread };
    case 'texture-cache':
      return staleCache('texture', fault, context);
    case 'read-only-cache':
      return staleCache('read-only', fault, context);
    default:
      return null;
  }
}

function undefinedArithmetic({ detail, value }: DeviceFault, context: FaultContext): FindingDetail {
  const operation =
    detail === 'remainder-by-zero' || detail === 'division-overflow' || detail === 'shift-width'
      ? detail
      : ('division-by-zero' as const);
  const isShown = context.visible && value !== undefined;
  return { kind: 'undefined-arithmetic', operation, ...(isShown && { value }), ...ofThread(context) };
}

function staleCache(cache: 'texture' | 'read-only', fault: DeviceFault, context: FaultContext): FindingDetail {
  const { at, other } = fault;
  const isSame = other?.thread.join() === at.thread.join() && other.block.join() === at.block.join();
  return {
    kind: 'stale-cache',
    cache,
    access: at.access,
    spot: spotOf(fault, context),
    writer: other === null ? 'unknown' : isSame ? 'itself' : 'other',
    ...ofThread(context),
  };
}

function ofRule(fault: DeviceFault, context: FaultContext): FindingDetail {
  const { rule, at, bytes, detail, buffer } = fault;
  const { access } = at;
  const thread = ofThread(context);
  const by = fault.kernel ? ('thread' as const) : ('host-code' as const);
  switch (rule) {
    case 'out-of-bounds-read':
    case 'out-of-bounds-write':
      return outOfBounds(fault, context);
    case 'uninitialized-read':
      if (fault.unwritten) return unwrittenCopy(fault, fault.unwritten, context);
      return { kind: 'uninitialized', spot: spotOf(fault, context), ...thread };
    case 'shared-out-of-bounds': {
      const map = clusterMap(fault, context);
      if (map) return map;
      const isDynamic = buffer?.label === 'dynamic shared memory' || buffer?.bytes === 0;
      return {
        kind: 'shared-out-of-bounds',
        access,
        beyond: beyondOf(fault, context),
        ...rankOf(fault, context),
        isDynamic,
        ...thread,
      };
    }
    case 'local-out-of-bounds':
      return { kind: 'local-out-of-bounds', access, ...(buffer && { bytes: buffer.bytes }), ...thread };
    case 'misaligned-access':
      return { kind: 'misaligned', access, bytes, ...thread };
    case 'undefined-arithmetic':
      return undefinedArithmetic(fault, context);
    case 'use-after-free': {
      const freed = bufferOf(fault, context);
      return { kind: 'use-after-free', by, access, buffer: freed, memory: memoryOf(fault), ...thread };
    }
    case 'double-free':
      return detail === 'not-allocated'
        ? { kind: 'not-allocated', ...thread }
        : { kind: 'double-free', by, buffer: bufferOf(fault, context), memory: memoryOf(fault), ...thread };
    case 'host-device-pointer':
      return (
        copyDirection(fault) ?? {
          ...{ kind: 'foreign-pointer', by, access, isNull: detail === 'null-pointer' },
          ...(by !== 'thread' && isGiven(detail) && { given: detail }),
          ...thread,
        }
      );
    case 'leak':
      return {
        kind: 'leak',
        memory: memoryOf(fault),
        ...(buffer && context.visible && { bytes: buffer.bytes }),
        ...(context.variable && { variable: context.variable }),
      };
    case 'shared-race':
    case 'global-race':
      if (detail === 'block-ended' || detail === 'block-not-started') return lifetime(fault, detail, context);
      return fault.streams ? streamRace(fault, fault.streams, context) : race(fault, context);
    case 'host-race':
      return asyncCopy(fault) ?? { kind: 'host-race', access, spot: spotOf(fault, context) };
    case 'barrier-divergence':
      return barrier(fault, context);
    case 'timeout':
      return timeout(fault, context);
    case 'launch-error':
      return refusedLaunch(fault) ?? { kind: 'not-cooperative' };
    case 'stack-overflow':
      return { kind: 'stack-overflow', ...thread };
    case 'device-assert':
      return {
        kind: 'device-assert',
        by: detail === 'trap' ? 'trap' : 'assert',
        ...(fault.assertion && { condition: fault.assertion }),
        ...thread,
      };
    default:
      return { kind: 'other-fault', ...thread };
  }
}

function ofThread({ visible, launch }: FaultContext): OfThread {
  return visible && launch ? { launch: { grid: [...launch.grid], block: [...launch.block] } } : {};
}

function bufferOf({ buffer }: Pick<DeviceFault, 'buffer'>, { variable, fileName }: FaultContext): BufferFacts | null {
  if (!buffer || buffer.role === 'host') return null;
  const { role, label: name, allocatedAt } = buffer;
  const isElsewhere = allocatedAt && fileName !== undefined && allocatedAt.file !== fileName;
  return {
    role,
    name,
    ...(variable && { variable }),
    ...(allocatedAt && { allocatedAt: { ...(isElsewhere && { file: allocatedAt.file }), line: allocatedAt.line } }),
  };
}

/** Tells a place in memory; of a hidden case not which. @param asElement - also in what is one variable */
function spotOf(fault: DeviceFault, context: FaultContext, asElement = false): Spot {
  const { buffer, bytes } = fault;
  const named = bufferOf(fault, context);
  if (!asElement && isVariable(fault)) return { buffer: named, unit: 'variable' };
  if (!buffer || bytes === 0) return { buffer: named, unit: 'unknown' };
  if (!context.visible) return { buffer: named, unit: 'untold' };
  return buffer.offset % bytes === 0
    ? { buffer: named, unit: 'element', index: buffer.offset / bytes }
    : { buffer: named, unit: 'byte', index: buffer.offset };
}

/** Returns whether it is one variable, not an array: it has a name and no elements. */
function isVariable({ buffer, bytes }: DeviceFault): boolean {
  const declared = buffer?.role === 'shared' || buffer?.role === 'variable';
  return declared && buffer.bytes === bytes && /^\S+$/.test(buffer.label);
}

function beyondOf(fault: DeviceFault, context: FaultContext): Beyond {
  const { buffer, bytes, rule } = fault;
  if (!buffer) return { buffer: null, where: 'no-buffer' };
  const named = bufferOf(fault, context);
  if (buffer.bytes === 0) return { buffer: named, where: 'no-bytes' };
  if (Math.abs(buffer.offset) > 64 * Math.max(buffer.bytes, 4096)) return { buffer: named, where: 'far' };
  if (rule === 'out-of-bounds-write' && buffer.offset >= 0 && buffer.offset + bytes <= buffer.bytes)
    return { buffer: named, where: 'constant-memory' };
  if (!context.visible) return { buffer: named, where: buffer.offset < 0 ? 'before' : 'past' };
  if (buffer.offset < 0) return { buffer: named, where: 'before', bytes: -buffer.offset };
  const after = buffer.offset - buffer.bytes;
  return after >= 0
    ? { buffer: named, where: 'past', bytes: after }
    : { buffer: named, where: 'across', bytes: buffer.offset + bytes - buffer.bytes };
}

/** Returns a copy that leaves an array of host memory. */
function hostCopy({ at, buffer, bytes, detail }: DeviceFault, { visible }: FaultContext): DetailOf<'host-copy'> {
  return {
    kind: 'host-copy',
    access: at.access === 'read' ? 'read' : 'write',
    isWhole: detail === 'host-array' && buffer?.offset === 0,
    ...(buffer?.label && { name: buffer.label }),
    ...(buffer && visible && { bytes, room: buffer.bytes - buffer.offset }),
  };
}

function outOfBounds(fault: DeviceFault, context: FaultContext): FindingDetail {
  if (fault.detail === 'host-array' || fault.detail === 'host-part') return hostCopy(fault, context);
  const beyond = beyondOf(fault, context);
  if (fault.detail === 'host-guard') return { kind: 'out-of-bounds', by: 'host-code', beyond };
  if (!fault.kernel) return { kind: 'out-of-bounds', by: 'copy', beyond };
  return { kind: 'out-of-bounds', by: 'thread', beyond, reason: reasonOf(fault, context), ...ofThread(context) };
}

function reasonOf(fault: DeviceFault, context: FaultContext): DetailOf<'out-of-bounds'>['reason'] {
  const element = context.elementOf?.(fault.at) ?? null;
  if (fault.belowZero?.role === 'index') return 'index-wrap';
  if (element === 'none') return 'no-element';
  if (isShort(fault)) return 'bytes-for-elements';
  if (element === 'own') return 'own-element';
  const { visible, launch } = context;
  const across = !visible || fault.at.block.some((n) => n > 0) || launch?.grid.some((n) => n > 1);
  // No thread beyond the last element has an index below zero.
  const isBefore = (fault.buffer?.offset ?? 0) < 0;
  return across && !isBefore ? 'many-blocks' : 'one-block';
}

/**
 * True if somebody took bytes for elements: memory of the submission's own has no whole number of elements, or has as many
 * bytes as elements are used, the last of them outside of it.
 */
function isShort({ buffer, bytes, count }: DeviceFault): boolean {
  if (buffer?.role !== 'student' || bytes <= 1) return false;
  const elements = buffer.bytes / bytes;
  return buffer.bytes % bytes !== 0 || (buffer.offset >= buffer.bytes && count === buffer.bytes - elements);
}

/** Returns where memory of the submission's own comes from. */
function memoryOf({ buffer }: DeviceFault): DetailOf<'leak'>['memory'] {
  if (buffer?.role !== 'student') return 'buffer';
  if (buffer.label === 'device malloc') return 'device-malloc';
  return buffer.label.startsWith('array ') ? 'array' : 'buffer';
}

type Given = NonNullable<DetailOf<'foreign-pointer'>['given']>;
const GIVEN: ReadonlySet<unknown> = new Set<Given>([
  ...(['host-pointer', 'device-pointer', 'freed-host-memory', 'freed-page-locked'] as const),
]);

/** True if the fault is a pointer that a call of host code is given. */
function isGiven(detail: DeviceFault['detail']): detail is Given {
  return GIVEN.has(detail);
}

function copyDirection({ detail }: DeviceFault): FindingDetail | null {
  switch (detail) {
    case 'copy-is-device-to-host':
      return { kind: 'copy-direction', from: 'device', to: 'host' };
    case 'copy-is-host-to-device':
      return { kind: 'copy-direction', from: 'host', to: 'device' };
    case 'copy-is-device-to-device':
      return { kind: 'copy-direction', from: 'device', to: 'device' };
    case 'copy-is-host-to-host':
      return { kind: 'copy-direction', from: 'host', to: 'host' };
    default:
      return null;
  }
}

function asyncCopy({ detail, at: { access } }: DeviceFault): FindingDetail | null {
  switch (detail) {
    case 'async-copy-from':
      return { kind: 'async-copy', when: 'overwritten', access };
    case 'async-copy-to':
      return { kind: 'async-copy', when: 'used', access };
    case 'async-copy-to-output':
      return { kind: 'async-copy', when: 'returned', access };
    default:
      return null;
  }
}

function refusedLaunch({ detail, refused = 0 }: DeviceFault): FindingDetail | null {
  const reason = REFUSED_LAUNCHES.find((name) => name === detail);
  return reason ? { kind: 'refused-launch', reason, value: refused } : null;
}

function streamRace(
  fault: DeviceFault,
  { call, stream, otherCall, otherStream }: NonNullable<DeviceFault['streams']>,
  context: FaultContext,
): FindingDetail {
  const { at, other, buffer, bytes } = fault;
  return {
    kind: 'stream-race',
    buffer: bufferOf(fault, context),
    ...(context.visible && buffer && { from: buffer.offset, bytes }),
    call: { name: call, stream, access: at.access === 'read' ? 'read' : 'write' },
    other: { name: otherCall, stream: otherStream, access: other?.access === 'read' ? 'read' : 'write' },
  };
}

function race(fault: DeviceFault, context: FaultContext): DetailOf<'race'> {
  const { at, missingBarrier, unwaitedCopy, warpBarrier } = fault;
  const order = orderOf(fault, context);
  const extraThread = order === 'extra-thread' && (isExtra(at, context) ? 'first' : 'other');
  return {
    kind: 'race',
    spot: spotOf(fault, context),
    access: at.access,
    order,
    ...(order === 'same-value' && { isCostly: context.sameValueIsError === true }),
    ...(extraThread && { extraThread }),
    ...rankOf(fault, context),
    ...(missingBarrier && { missingBarrier }),
    ...(unwaitedCopy && { unwaitedCopy }),
    ...(warpBarrier && { warpBarrierLine: warpBarrier.line }),
    ...ofThread(context),
  };
}

function orderOf(fault: DeviceFault, context: FaultContext): DetailOf<'race'>['order'] {
  const { rule, detail, at, other } = fault;
  switch (detail) {
    case 'between-grids':
    case 'same-value':
    case 'missing-fence':
    case 'narrow-scope':
    case 'warp-lockstep':
    case 'warp-volatile':
      return detail;
  }
  if (rule === 'global-race' && other && (isExtra(at, context) || isExtra(other, context))) return 'extra-thread';
  const isBetween = detail === 'between-blocks';
  const isPairOfTwo = other !== null && other.block.join() !== at.block.join();
  if (rule === 'shared-race' && isBetween) return isPairOfTwo ? 'cluster-blocks' : 'also-cluster-blocks';
  if (other ? isPairOfTwo : isBetween) return 'two-blocks';
  // The pair that was seen first may be of one block where others are of two: no barrier helps these.
  return isBetween ? 'also-between-blocks' : 'one-block';
}

/** Returns the rank of the block in whose shared memory the place is, if it is another block's. */
function rankOf({ cluster }: DeviceFault, { visible }: FaultContext): { readonly blockRank?: number } {
  return cluster && visible ? { blockRank: cluster.rank } : {};
}

/** Returns an access to shared memory of a block that need not exist then. */
function lifetime(
  fault: DeviceFault,
  detail: 'block-ended' | 'block-not-started',
  context: FaultContext,
): DetailOf<'cluster-lifetime'> {
  return {
    kind: 'cluster-lifetime',
    when: detail === 'block-ended' ? 'ended' : 'not-started',
    access: fault.at.access,
    spot: spotOf(fault, context),
    ...rankOf(fault, context),
    ...ofThread(context),
  };
}

/** Returns a call of map_shared_rank that leads nowhere. */
function clusterMap({ detail, cluster }: DeviceFault, context: FaultContext): DetailOf<'cluster-map'> | null {
  if (detail !== 'no-such-block' && detail !== 'not-shared') return null;
  return {
    kind: 'cluster-map',
    reason: detail,
    ...(context.visible && cluster && { rank: cluster.rank }),
    blocks: cluster?.blocks ?? 1,
    ...ofThread(context),
  };
}

/** A thread that the launch has to spare stores where another thread's element is. */
function isExtra(end: AccessEnd, { elementOf }: FaultContext): boolean {
  return end.access === 'write' && elementOf?.(end) === 'none';
}

function barrier(fault: DeviceFault, context: FaultContext): FindingDetail {
  const { visible } = context;
  const { detail, mask, at } = fault;
  const waiting = visible ? fault.waiting : undefined;
  const thread = ofThread(context);
  if (mask !== undefined) {
    if (detail === 'not-in-mask') {
      // There a thread's x is its number in the block, and so tells its lane.
      const isInFirstRow = at.thread[1] === 0 && at.thread[2] === 0;
      const lane = visible && isInFirstRow && { lane: at.thread[0] % 32 };
      return { kind: 'not-in-mask', ...(visible && { mask }), ...lane, ...thread };
    }
    const lanes = waiting && { lanes: waiting.arrived, of: waiting.alive };
    return { kind: 'mask-not-reached', ...(visible && { mask }), ...(lanes && { waiting: lanes }), ...thread };
  }
  if (detail === 'exited-cluster') {
    const arrived = waiting && { threads: waiting.arrived, of: waiting.threads };
    return { kind: 'cluster-barrier', reason: 'exited', ...(arrived && { waiting: arrived }), ...thread };
  }
  if (detail === 'cluster-unpaired') return { kind: 'cluster-barrier', reason: 'unpaired', ...thread };
  if (detail === 'cluster-stuck') return { kind: 'cluster-barrier', reason: 'stuck', ...thread };
  if (detail === 'grid-sync') return { kind: 'grid-barrier', reason: 'ended-blocks' };
  if (detail === 'not-resident') return { kind: 'grid-barrier', reason: 'not-resident' };
  const threads = waiting && { threads: waiting.arrived, of: waiting.threads };
  const reason = (() => {
    if (detail === 'exited-grid' || detail === 'exited') return detail;
    return detail === 'different-barriers' ? 'other-barrier' : 'skipped';
  })();
  return { kind: 'block-barrier', reason, ...(threads && { waiting: threads }) };
}

function unwrittenCopy(
  fault: DeviceFault,
  { first, end, writer }: NonNullable<DeviceFault['unwritten']>,
  context: FaultContext,
): FindingDetail {
  const { buffer, bytes } = fault;
  const all = buffer?.bytes ?? 0;
  // Only whole elements have numbers.
  const isWhole = first % bytes === 0 && end % bytes === 0 && all % bytes === 0;
  const counts = isWhole && context.visible && { first: first / bytes, last: end / bytes - 1, elements: all / bytes };
  const grid = writer && { kernel: writer.kernel, grid: triple(writer.grid), block: triple(writer.block) };
  return {
    kind: 'unwritten-copy',
    spot: spotOf(fault, context),
    ...(counts && { counts, ...(grid && { writer: grid }) }),
  };
}

function triple([x, y, z]: Dim3): [number, number, number] {
  return [x, y, z];
}

function timeout(fault: DeviceFault, context: FaultContext): FindingDetail {
  const { detail, at } = fault;
  if (detail !== 'spin' && detail !== 'not-resident' && detail !== 'host-flag')
    return { kind: 'step-limit', isInLoop: at.position !== null, ...ofThread(context) };
  const spot = fault.buffer && spotOf(fault, context, true);
  return {
    kind: 'waiting-loop',
    spot,
    reason: detail === 'spin' ? 'all-wait' : detail === 'host-flag' ? 'host-code' : 'not-resident',
    ...ofThread(context),
  };
}

/** Returns the other end of a fault: where it is, and whose. */
export function faultRelated(fault: DeviceFault, context: FaultContext): RelatedFacts[] {
  const { other, rule, mask, otherGrid, belowZero } = fault;
  if (belowZero) return [belowZeroRelated(belowZero, context)];
  if (!other) return [];
  const { position } = other;
  const place = position && { file: position.file, line: position.line, column: position.column };
  if (rule === 'host-race') return [{ detail: { kind: asyncCopy(fault) ? 'copy' : 'launch' }, ...place }];
  if (fault.streams) return [{ detail: { kind: 'stream-call' }, ...place }];
  const waits = mask === undefined ? ('others-wait' as const) : ('other-waits' as const);
  const detail: RelatedFacts['detail'] =
    other.access === 'barrier'
      ? { kind: waits }
      : { kind: 'other-access', access: other.access, ...(otherGrid && { grid: otherGrid }) };
  return [{ detail, ...place, ...tellableThread(context, other) }];
}

function belowZeroRelated(
  { role, position: { file, line, column }, bits, exact, from, taken }: BelowZero,
  { visible }: FaultContext,
): RelatedFacts {
  const numbers = visible && { exact, ...(from !== undefined && taken !== undefined && { from, taken }) };
  return { file, line, column, detail: { kind: 'below-zero', role, bits, ...numbers } };
}
