import { type Helper, type Pace, type PartResult, PartRunner } from '../../grader/device/emulator/index.ts';

/** Runs its part at once, in this thread. */
export class PromptHelper implements Helper {
  readonly #runner = new PartRunner();
  #result: PartResult | null = null;
  begun = 0;

  begin(...[device, part]: Parameters<Helper['begin']>): void {
    this.begun++;
    // What it gets and gives must be fit for another thread.
    const { id, program } = structuredClone({ id: device.id, program: device.program });
    const result = this.#runner.run({ id, program, module: device.module }, structuredClone(part), () => false);
    this.#result = structuredClone(result);
  }

  result(): PartResult | null {
    return this.#result;
  }

  release(): void {}
}

/** Divides every launch, once that many of its blocks were run. */
export function dividingAfter(first: (total: number) => number): () => Pace {
  return () => ({
    slice: (done, total) => (done === 0 ? Math.min(total, Math.max(1, first(total))) : total - done),
    expectedMs: () => Number.MAX_SAFE_INTEGER,
  });
}
