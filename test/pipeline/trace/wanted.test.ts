import { describe, expect, it } from 'vitest';
import type { DeviceFault } from '../../../grader/device/index.ts';
import type { BlockRecording, RecordingRequest } from '../../../grader/device/recording/index.ts';
import { emptyRun, type RunResult } from '../../../grader/host/index.ts';
import { recordBlock, type Wanted } from '../../../grader/pipeline/trace/wanted.ts';

const position = { file: 'k.cu', line: 5, column: 1 };
const FAULT: DeviceFault = {
  ...{
    rule: 'out-of-bounds-read',
    kernel: 'k',
    launch: 2,
    count: 1,
    bytes: 4,
    detail: null,
    other: null,
    buffer: null,
  },
  at: { block: [3, 0, 0], thread: [1, 0, 0], position, access: 'read' },
};
const NOTHING: Wanted = { block: null, thread: null, kernel: null, finding: null };

/** Runs with one fault, and keeps what each of them was asked to record. */
async function record(wanted: Partial<Wanted>, faults: readonly DeviceFault[], change: Partial<BlockRecording> = {}) {
  const asked: RecordingRequest[] = [];
  const recorded = await recordBlock({ ...NOTHING, ...wanted }, async (request): Promise<RunResult> => {
    asked.push(request);
    const recording = { launch: request.launch ?? 0, at: request.block, isCut: false, fault: null, ...change };
    return { ...emptyRun({ status: 'returned', value: 0 }), faults, recording: recording as BlockRecording };
  });
  return { asked: asked.map(({ launch, block, aroundFault }) => ({ launch, block, aroundFault })), recorded };
}

describe('recordBlock', () => {
  it('records the first block once if there is no fault', async () => {
    const { asked, recorded } = await record({}, []);
    expect(asked).toEqual([{ launch: null, block: [0, 0, 0], aroundFault: false }]);
    expect(recorded.fault).toBeNull();
  });

  it('runs again for the launch and the block of a fault', async () => {
    const { asked, recorded } = await record({}, [FAULT]);
    expect(asked.slice(1)).toEqual([{ launch: 2, block: [3, 0, 0], aroundFault: true }]);
    expect(recorded.fault).toBe(FAULT);
  });

  it('runs again if the recording ends before the fault', async () => {
    const { asked } = await record({ block: [3, 0, 0] }, [{ ...FAULT, launch: 0 }], { isCut: true });
    expect(asked.map(({ aroundFault }) => aroundFault)).toEqual([false, true]);
  });

  it('looks for no fault of another block if one was asked for', async () => {
    const { asked, recorded } = await record({ block: [1, 0, 0] }, [FAULT]);
    expect(asked).toEqual([{ launch: null, block: [1, 0, 0], aroundFault: false }]);
    expect(recorded.fault).toBeNull();
  });

  it('takes a fault for the finding only if rule, line and thread agree', async () => {
    const finding = { rule: 'out-of-bounds-read', line: 5, block: [3, 0, 0], thread: [1, 0, 0] } as const;
    const same = await record({ finding: { ...finding, block: [3, 0, 0], thread: [1, 0, 0] } }, [FAULT]);
    expect(same.recorded.fault).toBe(FAULT);
    for (const change of [{ line: 6 }, { rule: 'out-of-bounds-write' as const }]) {
      const wanted = { ...finding, ...change, block: [3, 0, 0] as [number, number, number] };
      const other = await record({ finding: { ...wanted, thread: [1, 0, 0] } }, [FAULT]);
      expect(other.recorded.fault).toBeNull();
    }
  });
});
