import type { DevicePointer } from '../../../device/index.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import { assertBeyondMachines } from '../refused-memory.ts';
import type { Graph, Node } from './graph.ts';
import { withAncestors } from './graph.ts';

/** Memory of an allocation node: its address is known when the node is made, and it may be used once the node has run. */
export interface Reservation {
  readonly pointer: DevicePointer;
  readonly bytes: number;
  readonly label: string;
  live: boolean;
  /** Graphs that have a node for it, executable ones too. */
  readonly holders: Set<Graph>;
}

/** cudaGraphMemAttributeType. */
const ATTRIBUTES = ['used', 'usedHigh', 'reserved', 'reservedHigh'] as const;

/** What the allocation nodes of all graphs have. */
export class GraphMemory {
  readonly #context: Context;
  readonly #all = new Map<DevicePointer, Reservation>();
  readonly #bytes = { used: 0, usedHigh: 0, reserved: 0, reservedHigh: 0 };
  #count = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Finds a place for a node that is to come: that of an allocation of the same graph which is free by then, or a new one.
   * @returns null where device memory is full
   */
  reserve(graph: Graph, dependencies: Iterable<Node>, bytes: number): Reservation | null {
    const before = withAncestors(dependencies);
    const isFree = (pointer: DevicePointer) => {
      const uses = graph.nodes.filter(
        ({ work }) => (work.type === 'alloc' && work.memory.pointer === pointer) || isFreeOf(work, pointer),
      );
      return uses.every((node) => before.has(node)) && uses.at(-1)?.work.type === 'free';
    };
    for (const { work } of graph.nodes) {
      if (work.type === 'alloc' && work.memory.bytes === bytes && isFree(work.memory.pointer)) return work.memory;
    }
    const { device } = this.#context;
    this.#count += 1;
    const label = `graph allocation ${this.#count}`;
    const pointer = device.alloc(bytes, label, 'student');
    if (pointer === null) {
      assertBeyondMachines('deviceMemory', bytes);
      return null;
    }
    device.suspend?.(pointer);
    const reservation = { pointer, bytes, label, live: false, holders: new Set([graph]) };
    this.#all.set(pointer, reservation);
    return reservation;
  }

  /** An allocation node runs. @returns a CUDA error code */
  allocate(memory: Reservation): number {
    if (memory.live) return CUDA.invalidValue;
    const { device, buffers, recorder } = this.#context;
    const { pointer, bytes, label } = memory;
    memory.live = true;
    device.resume?.(pointer);
    const position = this.#context.here();
    const { number } = buffers.add({ pointer, bytes, label, role: 'student', allocatedAt: position });
    recorder.step({ step: 'alloc', buffer: number, bytes, label, role: 'student', position });
    this.#bytes.used += bytes;
    this.#bytes.usedHigh = Math.max(this.#bytes.usedHigh, this.#bytes.used);
    this.#bytes.reserved = Math.max(this.#bytes.reserved, this.#bytes.used);
    this.#bytes.reservedHigh = Math.max(this.#bytes.reservedHigh, this.#bytes.reserved);
    return CUDA.success;
  }

  /** Memory goes, by a node or a call, and keeps its place. @returns false for what no node has allocated */
  free(pointer: DevicePointer): boolean {
    const memory = this.#all.get(pointer);
    if (!memory) return false;
    this.#bytes.used -= memory.live ? memory.bytes : 0;
    memory.live = false;
    this.#context.device.suspend?.(pointer);
    this.#giveUnheld(memory);
    return true;
  }

  /** A copy of a graph has the same memory. */
  hold(copy: Graph): void {
    for (const part of copy.all) for (const memory of reservationsIn(part)) memory.holders.add(part);
  }

  /** A graph goes: places that nobody can use any more are free for others. */
  drop(graph: Graph): void {
    for (const part of graph.all) {
      for (const memory of reservationsIn(part)) {
        memory.holders.delete(part);
        this.#giveUnheld(memory);
      }
    }
  }

  #giveUnheld(memory: Reservation): void {
    const { pointer, live, holders } = memory;
    if (live || holders.size > 0 || !this.#all.delete(pointer)) return;
    const { device } = this.#context;
    device.resume?.(pointer);
    device.free(pointer);
  }

  /** cudaDeviceGraphMemTrim. */
  trim(): void {
    this.#bytes.reserved = this.#bytes.used;
  }

  attribute(which: number): number | null {
    const name = ATTRIBUTES[which];
    return name ? this.#bytes[name] : null;
  }

  /** What a mark of the highest value is set back to: what there is now. @returns false for what is no such mark */
  resetHigh(which: number): boolean {
    const name = ATTRIBUTES[which];
    if (name === 'usedHigh') this.#bytes.usedHigh = this.#bytes.used;
    else if (name === 'reservedHigh') this.#bytes.reservedHigh = this.#bytes.reserved;
    else return false;
    return true;
  }
}

function reservationsIn({ nodes }: Graph): Reservation[] {
  return nodes.flatMap(({ work }) => (work.type === 'alloc' ? [work.memory] : []));
}

function isFreeOf(work: Node['work'], pointer: DevicePointer): boolean {
  return work.type === 'free' && work.pointer === pointer;
}
