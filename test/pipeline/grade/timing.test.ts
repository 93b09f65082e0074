import { describe, expect, it } from 'vitest';
import type { GpuTarget } from '../../../grader/pipeline/gpu/index.ts';
import { measureAlone, type TimedTasks, type TimingRequest } from '../../../grader/pipeline/grade/timing.ts';
import { InfrastructureError } from '../../../grader/platform/errors.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';
import { type Replay, ReplayFailure, type ReplayTask } from '../../../grader/timing/index.ts';
import { Clock, gpu as model, options, replay, rightElement, type Simulated } from '../../timing/simulated.ts';

const assignment = resolveAssignment('vector-add');
const [{ name: output } = { name: '' }] = assignment.spec.entry.parameters.filter(
  (parameter) => 'role' in parameter && parameter.role === 'output',
);

/** A task that its image names: `baseline`, `reference` or a student. */
function taskOf(name: string): ReplayTask {
  return { image: new TextEncoder().encode(name), plan: { steps: [] } } as unknown as ReplayTask;
}

const nameOf = ({ image }: ReplayTask) => new TextDecoder().decode(image);

/** A GPU whose processes are simulated; what happens there is told in order. */
class TestGpu {
  readonly told: string[] = [];
  hasRoom = true;
  /** Cannot rest, as a process whose context is gone. */
  restless: string | null = null;
  /** Of the timing that took a replay that waited. */
  readonly signals: (AbortSignal | undefined)[] = [];
  /** Fails once, as a process whose context is gone. */
  broken: string | null = null;
  /** Gives no output any more. */
  unreadable: string | null = null;
  readonly #waiting = new Map<string, Replay>();

  takeWaiting(key: string, signal?: AbortSignal): Replay | null {
    const found = this.#waiting.get(key) ?? null;
    if (found) this.signals.push(signal);
    this.#waiting.delete(key);
    return found;
  }

  async keepWaiting(key: string, waiting: Replay): Promise<void> {
    this.#waiting.set(key, waiting);
  }

  async turn() {
    return { release: async () => undefined };
  }

  async waitForOthers() {
    return false;
  }

  async prepareReplay() {
    return { open: async (task: ReplayTask) => this.#open(nameOf(task)), close: async () => undefined };
  }

  #open(name: string): Replay {
    this.told.push(`open ${name}`);
    const simulated: Simulated = {
      ms: () => (name === 'baseline' ? 8 : 2),
      element: rightElement,
      fail: () => {
        if (this.broken !== name) return;
        this.broken = null;
        throw new ReplayFailure('launch', 'its context is gone');
      },
    };
    const process = replay(name, simulated, { rounds: [], reads: [], kept: [] }, new Clock());
    return {
      ...process,
      read: async (output, at) => {
        if (this.unreadable === name) throw new ReplayFailure('hang', 'it does not answer');
        return process.read(output, at);
      },
      rest: async () => {
        if (this.restless === name) throw new ReplayFailure('launch', 'its context is gone');
        return this.hasRoom;
      },
      close: async () => void this.told.push(`close ${name}`),
    };
  }
}

const engine = {
  now: () => performance.now(),
  sha256: (...parts: readonly (string | Uint8Array)[]) => parts.map(String).join(),
};

async function time(gpu: TestGpu, student: string, signal?: AbortSignal) {
  const request = { assignment, engine, gpu: gpu as unknown as GpuTarget, signal } as unknown as TimingRequest;
  const tasks: TimedTasks = { baseline: taskOf('baseline'), reference: null, student: taskOf(student) };
  const own = options({ outputs: [{ name: output, type: 'float32', count: 1000 }] });
  return await measureAlone(request, { ...own, gpu: model }, tasks);
}

describe('timings one after the other', () => {
  it('use the process of the baseline again, and that of a submission once', async () => {
    const gpu = new TestGpu();
    for (const student of ['ada', 'alan']) {
      expect(await time(gpu, student)).toMatchObject({ outcome: { status: 'measured' }, ratio: 4 });
    }
    expect(gpu.told).toEqual(['open baseline', 'open ada', 'close ada', 'open alan', 'close alan']);
  });

  it('end the process of the baseline if the GPU has no room for it', async () => {
    const gpu = new TestGpu();
    gpu.hasRoom = false;
    await time(gpu, 'ada');
    expect(gpu.told.sort()).toEqual(['close ada', 'close baseline', 'open ada', 'open baseline']);
  });

  it("end a baseline that cannot pause, which is not a submission's mistake", async () => {
    const gpu = new TestGpu();
    gpu.restless = 'baseline';
    expect(await time(gpu, 'ada')).toMatchObject({ outcome: { status: 'measured' }, ratio: 4 });
    expect(gpu.told.sort()).toEqual(['close ada', 'close baseline', 'open ada', 'open baseline']);
  });

  it('give a process that waited their own signal', async () => {
    const gpu = new TestGpu();
    const [first, second] = [new AbortController(), new AbortController()];
    await time(gpu, 'ada', first.signal);
    first.abort();
    await time(gpu, 'alan', second.signal);
    expect(gpu.signals).toEqual([second.signal]);
  });

  it('begin again with new processes if one that waited fails', async () => {
    const gpu = new TestGpu();
    await time(gpu, 'ada');
    gpu.told.length = 0;
    gpu.broken = 'baseline';
    expect(await time(gpu, 'alan')).toMatchObject({ outcome: { status: 'measured' }, ratio: 4 });
    expect(gpu.told).toEqual(['open alan', 'close baseline', 'close alan', 'open baseline', 'open alan', 'close alan']);
  });

  it('are a fault of the machine if a new process of the baseline fails', async () => {
    const gpu = new TestGpu();
    gpu.broken = 'baseline';
    await expect(time(gpu, 'ada')).rejects.toThrow(InfrastructureError);
  });

  it('are a fault of the machine if a baseline output is unreadable', async () => {
    const gpu = new TestGpu();
    gpu.unreadable = 'baseline';
    const timing = time(gpu, 'ada');
    await expect(timing).rejects.toThrow(InfrastructureError);
    await expect(timing).rejects.toThrow('The baseline could not be timed: it does not answer.');
    gpu.unreadable = 'ada';
    await expect(time(gpu, 'ada')).rejects.toThrow(InfrastructureError);
  });
});
