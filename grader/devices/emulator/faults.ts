import type { DeviceProgram, SourcePosition } from '../../compile/index.ts';
import type { Rule } from '../../result/index.ts';
import type { AccessEnd, DeviceFault, Dim3, NearBuffer } from '../device.ts';
import { DETAIL_NAMES, FAULT_BYTES, RULE_NAMES } from './control.ts';
import type { Heap } from './heap.ts';

const NO_SITE = 0xffff_ffff;
const ACCESSES = ['read', 'write', 'atomic', 'barrier'] as const;

/** What is needed to say of a row of the fault table what it means. */
export interface FaultContext {
  readonly program: DeviceProgram;
  readonly heap: Heap;
  readonly kernel: string;
  readonly launch: number;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** The block's shared region: address, offset of dynamic shared memory, and its size. */
  readonly shared: {
    readonly address: number;
    readonly bytes: number;
    readonly dynamicOffset: number;
    readonly dynamicBytes: number;
  };
  readonly variables: readonly { readonly name: string; readonly address: number; readonly bytes: number }[];
}

export function readFaults(
  memory: WebAssembly.Memory,
  table: number,
  count: number,
  context: FaultContext,
): DeviceFault[] {
  const view = new DataView(memory.buffer);
  return Array.from({ length: count }, (_, row) => readFault(view, table + row * FAULT_BYTES, context));
}

function readFault(view: DataView, at: number, context: FaultContext): DeviceFault {
  const word = (index: number) => view.getUint32(at + 4 * index, true);
  const name = RULE_NAMES[word(0)] ?? null;
  if (name === null) throw new Error(`the emulator reports an unknown rule ${word(0)}`);
  const detail = DETAIL_NAMES[word(1)] ?? null;
  const rule: Rule = name === 'device-trap' ? 'device-assert' : name;
  const { block, grid, program } = context;
  const end = (site: number, access: number, thread: number, blockNumber: number): AccessEnd => ({
    position: positionOf(program, site),
    access: ACCESSES[access] ?? 'read',
    thread: coordinates(thread, block),
    block: coordinates(blockNumber, grid),
  });
  const address = word(7);
  const isBarrier = rule === 'barrier-divergence';
  const hasOther = word(3) !== NO_SITE || detail === 'exited';
  return {
    rule,
    kernel: context.kernel,
    launch: context.launch,
    at: end(word(2), word(4), word(8), word(9)),
    other: hasOther && detail !== 'exited' ? end(word(3), word(5), word(10), word(11)) : null,
    count: Number(view.getBigUint64(at + 56, true)),
    bytes: word(6),
    buffer: address === 0 || rule === 'timeout' || isBarrier ? null : nearBuffer(address, rule, context),
    detail: name === 'device-trap' ? 'trap' : detail,
    ...(isBarrier && { waiting: { arrived: word(12), alive: word(13), threads: block[0] * block[1] * block[2] } }),
  };
}

function positionOf(program: DeviceProgram, site: number): SourcePosition | null {
  return program.sites[site]?.position ?? null;
}

/** x runs fastest, as in CUDA's numbering of threads. */
export function coordinates(index: number, [x, y]: Dim3): Dim3 {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}

function nearBuffer(address: number, rule: Rule, context: FaultContext): NearBuffer | null {
  const { shared, program, heap } = context;
  if (rule === 'local-out-of-bounds') return null;
  const inShared = address >= shared.address && address < shared.address + shared.bytes;
  if (inShared || rule === 'shared-out-of-bounds' || rule === 'shared-race') {
    const offset = address - shared.address;
    const arrays = [
      ...program.sharedArrays.map(({ name, offset: start, bytes }) => ({ name, start, bytes })),
      { name: 'dynamic shared memory', start: shared.dynamicOffset, bytes: shared.dynamicBytes },
    ];
    const distance = ({ start, bytes }: { start: number; bytes: number }) =>
      offset < start ? start - offset : Math.max(0, offset - start - bytes + 1);
    const [nearest] = arrays.sort((a, b) => distance(a) - distance(b) || a.start - b.start);
    return nearest
      ? { label: nearest.name, role: 'shared', bytes: nearest.bytes, offset: offset - nearest.start }
      : null;
  }
  const variable = context.variables.find(({ address: start, bytes }) => address >= start && address < start + bytes);
  if (variable)
    return { label: variable.name, role: 'variable', bytes: variable.bytes, offset: address - variable.address };
  const buffer = heap.nearest(address);
  return buffer && { label: buffer.label, role: buffer.role, bytes: buffer.bytes, offset: address - buffer.pointer };
}
