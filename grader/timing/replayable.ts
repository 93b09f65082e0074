import type { LaunchPlan, PlanStep } from '../host/plan/index.ts';
import { ReplayFailure } from './session.ts';

/** @throws ReplayFailure for what only host code could do again */
export function checkReplayable({ steps, unlisted }: LaunchPlan): void {
  if (unlisted) throw new ReplayFailure('plan', `it makes ${steps.length + unlisted.steps} calls, which are too many`);
  let hasRead = false;
  for (const step of steps) {
    hasRead ||= step.step === 'read';
    if (step.step !== 'write' && step.step !== 'symbol') continue;
    if (step.step === 'write' && step.from) continue;
    if (step.data === undefined)
      throw new ReplayFailure(
        'plan',
        `it copies ${step.bytes} bytes that host code made to the GPU${lineOf(step.position)}`,
      );
    // They may depend on what was read, which is another in each repetition.
    if (hasRead)
      throw new ReplayFailure(
        'plan',
        `it copies ${step.bytes} bytes to the GPU${lineOf(step.position)} after host code has read results`,
      );
  }
  if (!steps.some(({ step }) => step === 'launch')) throw new ReplayFailure('plan', 'it launches no kernel');
}

/** The line of a call, to follow what it does: ` in line 12`; empty if it is not known. */
export function lineOf(position: Extract<PlanStep, { step: 'launch' }>['position']): string {
  return position && position.line > 0 ? ` in line ${position.line}` : '';
}
