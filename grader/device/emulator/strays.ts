import type { Site } from '../../compile/index.ts';
import type { Rule } from '../../result/index.ts';
import type { AccessEnd, DeviceFault } from '../device.ts';
import type { Buffer, Heap } from './heap.ts';

/** Memory, and where the pointers of a kernel lead to. */
export interface Strays {
  readonly heap: Heap;
  /** The buffer that each pointer parameter of the kernel leads to; `null` for none. */
  readonly pointedAt: readonly (Buffer | null)[];
}

/** Rules of accesses to memory that is in use. */
const IN_USE: ReadonlySet<Rule> = new Set(['uninitialized-read', 'global-race']);

/**
 * Returns what a fault is if one of its accesses strays: its address is computed from a pointer to one buffer, and the
 * memory there belongs to another buffer. No order and no initial value makes such an access right, so it is out of
 * bounds and nothing else.
 * @param address - of the fault, on the device
 * @param site - of the access, and of the other one if the same launch made it
 */
export function withoutStray(
  fault: DeviceFault,
  address: number,
  site: { readonly at: Site | undefined; readonly other: Site | undefined },
  { heap, pointedAt }: Strays,
): DeviceFault {
  if (!IN_USE.has(fault.rule)) return fault;
  const holder = heap.holding(address);
  const leftBy = (one: Site | undefined): Buffer | null => {
    const from = one?.pointer === undefined ? null : (pointedAt[one.pointer] ?? null);
    return from !== null && holder !== null && from !== holder ? from : null;
  };
  const [own, others] = [leftBy(site.at), leftBy(site.other)];
  if (own) return outside(fault, fault.at, own, address);
  return others && fault.other ? outside(fault, fault.other, others, address) : fault;
}

function outside(
  { kernel, launch, count, bytes }: DeviceFault,
  at: AccessEnd,
  { label, role, bytes: size, pointer }: Buffer,
  address: number,
): DeviceFault {
  const rule = at.access === 'read' ? 'out-of-bounds-read' : 'out-of-bounds-write';
  const buffer = { label, role, bytes: size, offset: address - pointer };
  return { rule, kernel, launch, at, other: null, count, bytes, buffer, detail: null };
}
