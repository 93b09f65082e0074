import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILD_LIMITS } from '../../grader/limits/index.ts';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import { type BuildResult, openSandbox } from '../../grader/sandbox/index.ts';
import { FakeEngine, type Mood, STEPS, type Step } from './fake-engine.ts';

let engine: FakeEngine;
beforeEach(async () => {
  engine = await FakeEngine.start();
});
afterEach(() => engine.stop());

/** Compiles a submission in a container, as grading does. */
async function build(url = engine.url): Promise<BuildResult> {
  const sandbox = await openSandbox({
    environment: { DOCKER_HOST: url },
    pingTimeoutMs: 250,
    requestTimeoutMs: 250,
  });
  return sandbox.buildFatbin({
    source: '__global__ void k() {}\n',
    fileName: 'mine.cu',
    prototype: null,
    architectures: ['sm_90'],
    limits: { ...BUILD_LIMITS, wallTimeMs: 250 },
  });
}

async function faultOf(mood: Mood, step: Step): Promise<InfrastructureError> {
  engine.be(mood, step);
  const fault = await build().then(
    ({ status }) => expect.unreachable(`nvcc was asked all the same: ${status}`),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(InfrastructureError);
  return fault as InfrastructureError;
}

/** That a command has ended is seen at its streams as well. */
const HARMLESS: ReadonlySet<string> = new Set(['hangs wait']);

describe('a container engine that, while a submission is compiled,', () => {
  const moods: readonly Mood[] = ['hangs', 'refuses', 'breaks off', 'dies', 'talks nonsense'];
  for (const mood of moods) {
    it.each(STEPS.filter((step) => !HARMLESS.has(`${mood} ${step}`)))(`${mood} at: %s`, async (step) => {
      const undisturbed = await build();
      expect(undisturbed.status).toBe('compiled');
      const fault = await faultOf(mood, step);
      expect(fault.exitCode).toBe(3);
      expect(fault.message).toContain('container engine');
      // Somebody has to do something, and it is not the student.
      expect(fault.details.join('\n')).toMatch(/[.`)]/);
      // Another one, or the same one started anew, gives what would have been given.
      const another = await FakeEngine.start();
      try {
        expect(await build(another.url)).toEqual(undisturbed);
        expect(another.left).toBe(0);
      } finally {
        another.stop();
      }
    });
  }

  it('is slow at everything, gives what a fast one gives', async () => {
    const undisturbed = await build();
    engine.delayMs = 60;
    expect(await build()).toEqual(undisturbed);
  });
});

describe('a container engine that learns late that memory was short', () => {
  it('is asked again, and nothing is compiled a second time', async () => {
    await build();
    const once = engine.asked.filter((step) => step === 'create').length;
    engine.killedToldAt = 3;
    expect(await build()).toMatchObject({ status: 'exhausted', limit: 'memory' });
    expect(engine.asked.filter((step) => step === 'create').length).toBe(2 * once);
  });
});
