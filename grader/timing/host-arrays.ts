import type { CudaAddon, Handle } from '../device/gpu/index.ts';
import type { LaunchPlan, PlanArrayPlace } from '../host/plan/index.ts';
import { elementBytes } from '../spec/index.ts';
import { type FillRange, keyOf, poisonRange, rangeOf } from './inputs.ts';
import type { FillRequest } from './kernels.ts';
import { type ReplayArray, ReplayFailure, type ReplayTask } from './session.ts';

/**
 * Inputs and outputs that a plan copies from and to the host. They lie in ordinary memory, as those of an exercise do:
 * page-locked memory of a submission's own is no host array, and its copies cannot be replayed.
 */
export class HostArrays {
  readonly #inputs: ReplayTask['inputs'];
  readonly #outputs: readonly ReplayArray[];
  #content = new Map<string, Uint8Array>();

  constructor({ plan, inputs, outputs }: ReplayTask) {
    const onDevice = new Set(
      plan.steps.flatMap((step) => (step.step === 'alloc' ? [`${step.role} ${step.label}`] : [])),
    );
    this.#inputs = inputs.filter(({ name }) => !onDevice.has(`input ${name}`));
    this.#outputs = outputs.filter(({ name }) => !onDevice.has(`output ${name}`));
    for (const { name } of this.#outputs) requireCopies(plan, name);
  }

  /**
   * Fresh arrays, made on the GPU as those in its memory are: the same seed gives the same elements.
   * @param fill - carries a fill out
   */
  make(addon: CudaAddon, seed: number, fill: (to: Handle, what: FillRequest) => void): void {
    this.#content = new Map();
    const make = ({ name, type, count }: ReplayArray, keyName: string, range: FillRange) => {
      const bytes = new Uint8Array(count * elementBytes(type));
      this.#content.set(name, bytes);
      if (count === 0) return;
      const made = addon.allocate(bytes.length);
      try {
        fill(made, { type, count, key: keyOf(seed, keyName), range });
        addon.read(made, bytes);
      } finally {
        addon.release(made);
      }
    };
    for (const input of this.#inputs) make(input, input.name, rangeOf(input.distribution, input.type));
    for (const output of this.#outputs) make(output, `poison ${output.name}`, poisonRange(output.type));
  }

  /** @throws ReplayFailure for a place that is in none of the arrays */
  at({ array, offset }: PlanArrayPlace, bytes: number): Uint8Array {
    const content = this.#content.get(array);
    if (!content || offset + bytes > content.length)
      throw new ReplayFailure('plan', `it copies ${bytes} bytes at byte ${offset} of ${array}, which has fewer`);
    return content.subarray(offset, offset + bytes);
  }

  /** null for what lies on the device */
  output(name: string): Uint8Array | null {
    return this.#outputs.some((output) => output.name === name) ? (this.#content.get(name) ?? null) : null;
  }
}

/** @throws ReplayFailure where an output is filled in another way than by copies from the device */
function requireCopies({ steps }: LaunchPlan, output: string): void {
  if (steps.some((step) => step.step === 'read' && step.to?.array === output)) return;
  throw new ReplayFailure('plan', `nothing is copied from the GPU straight into ${output}`);
}
