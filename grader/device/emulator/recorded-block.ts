import { TRACE_NO_FAULT, TRACE_RECORD_BYTES } from '../../abi/index.ts';
import type { DeviceProgram, Kernel } from '../../compile/index.ts';
import type { LaunchRequest } from '../device.ts';
import type { BlockRecording, RecordedMemory, RecordingRequest } from '../recording/index.ts';
import type { Buffer } from './heap.ts';
import type { Machine } from './machine.ts';

/** Content of buffers is kept up to this size, all of them together. */
const MOST_CONTENT = 32 * 2 ** 20;

/** Records one block of one launch. */
export class BlockRecorder {
  readonly #request: RecordingRequest;
  readonly #program: DeviceProgram;
  readonly #machine: Machine;
  #recording: BlockRecording | null = null;

  constructor(request: RecordingRequest, program: DeviceProgram, machine: Machine) {
    this.#request = request;
    this.#program = program;
    this.#machine = machine;
  }

  /** The recording; `null` if no launch had the block. */
  get recording(): BlockRecording | null {
    return this.#recording;
  }

  /**
   * Begins to record a launch if it is the one that is asked for.
   * @param stateOf - for each byte of a buffer, whether it was written
   * @param dynamicOffset - the place of dynamic shared memory in the block's region
   * @returns ends the recording; `null` if the launch is not recorded
   */
  begin(
    kernel: Kernel,
    request: LaunchRequest,
    launch: number,
    buffers: Iterable<Buffer>,
    stateOf: (buffer: Buffer) => Uint8Array,
    dynamicOffset: number,
  ): (() => void) | null {
    const { tables } = { tables: this.#program.recording };
    const { block: at, launch: wanted, kernel: name, rows, aroundFault } = this.#request;
    const isOther = this.#recording !== null || (wanted !== null && launch !== wanted);
    const isOutside = at.some((index, axis) => index >= (request.grid[axis] ?? 1));
    if (!tables || isOther || isOutside || (name !== null && name !== kernel.name)) return null;
    const { grid, block } = request;
    const memory = this.#memory(kernel, request, [...buffers], stateOf, dynamicOffset);
    const { control } = this.#machine;
    control.set('traceLimit', rows);
    control.set('traceBlock', (at[2] * grid[1] + at[1]) * grid[0] + at[0]);
    control.set('traceAround', aroundFault ? 1 : 0);
    return () => {
      control.set('traceLimit', 0);
      const made = control.get('traceCount');
      const address = control.table('trace', rows * TRACE_RECORD_BYTES, 8);
      const kept = address === 0 ? 0 : Math.min(made, rows);
      const content = this.#machine.bytes(address, rows * TRACE_RECORD_BYTES);
      const start = made > rows ? (made % rows) * TRACE_RECORD_BYTES : 0;
      const all = new Uint8Array(kept * TRACE_RECORD_BYTES);
      if (kept > 0) {
        all.set(content.subarray(start, kept * TRACE_RECORD_BYTES));
        all.set(content.subarray(0, start), kept * TRACE_RECORD_BYTES - start);
      }
      const fault = control.get('traceFault');
      this.#recording = {
        kernel: kernel.name,
        ...{ launch, grid, block, at, memory, tables },
        rows: all,
        dropped: made - kept,
        isCut: aroundFault ? fault !== TRACE_NO_FAULT && made - fault > rows / 2 : made >= rows,
        fault: fault === TRACE_NO_FAULT || fault < made - kept ? null : fault - (made - kept),
      };
    };
  }

  #memory(
    kernel: Kernel,
    { dynamicSharedBytes }: LaunchRequest,
    buffers: readonly Buffer[],
    stateOf: (buffer: Buffer) => Uint8Array,
    dynamicOffset: number,
  ): RecordedMemory[] {
    const machine = this.#machine;
    const isKept = buffers.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_CONTENT;
    const global = buffers.map((buffer): RecordedMemory => {
      const { label, role, pointer, bytes } = buffer;
      const before = isKept ? machine.bytes(pointer, bytes).slice() : null;
      const written = isKept ? stateOf(buffer).map((state) => (state & WRITTEN ? 1 : 0)) : null;
      return { name: label, space: 'global', role, address: pointer, bytes, before, written };
    });
    const shared = machine.control.get('shared');
    const none = { role: null, before: null, written: null };
    const arrays = this.#program.sharedArrays.map(
      ({ name, offset, bytes }): RecordedMemory => ({
        ...{ name, space: 'shared', address: shared + offset, bytes },
        ...none,
      }),
    );
    const dynamic: RecordedMemory[] =
      kernel.usesDynamicShared && dynamicSharedBytes > 0
        ? [
            {
              ...{ name: DYNAMIC, space: 'shared', address: shared + dynamicOffset, bytes: dynamicSharedBytes },
              ...none,
            },
          ]
        : [];
    const variables = machine.variables.map(
      ({ name, address, bytes }): RecordedMemory => ({
        ...{ name, space: 'variable', role: null, address, bytes },
        ...{ before: isKept ? machine.bytes(address, bytes).slice() : null, written: null },
      }),
    );
    return [...global, ...arrays, ...dynamic, ...variables];
  }
}

const DYNAMIC = 'shared memory';
/** The flag of a state for a byte that was written. */
const WRITTEN = 2;
