import { afterEach, describe, expect, it } from 'vitest';
import type { Graders, GradingTask, Outcome } from '../../../grader/batch/index.ts';

/** The fate of a task, as its engine plays it. */
export type Fate = 'graded' | 'fault' | 'never';

/** An engine as a test opens it. */
export interface OpenEngine {
  readonly graders: Graders;
  /** Returns a task for each fate. */
  tasks(fates: readonly Fate[]): GradingTask[];
  /** Removes what the test made. */
  close(): void;
}

/**
 * Tests that an engine behind a batch does what `Graders` says. A new engine passes it too: open it with graders that
 * play the fates, and call this function in a test file of the project `engine`.
 */
export function describeEngine(name: string, open: (signal: AbortSignal) => Promise<OpenEngine>): void {
  describe(`the engine ${name}`, () => {
    let engine: OpenEngine | null = null;
    let controller = new AbortController();
    afterEach(() => {
      engine?.graders.dispose();
      engine?.close();
      controller = new AbortController();
    });

    const opened = async (): Promise<OpenEngine> => {
      engine = await open(controller.signal);
      return engine;
    };
    const grade = async ({ graders, tasks }: OpenEngine, fates: readonly Fate[]) => {
      const given = tasks(fates);
      const told: Outcome[] = [];
      await graders.grade(given, async (outcome) => void told.push(outcome));
      return { given, told };
    };

    it('has one identity that is data, before and after it grades', async () => {
      const own = await opened();
      const identity = await own.graders.identity();
      expect(JSON.parse(JSON.stringify(identity))).toEqual(identity);
      expect(Object.keys(identity).sort()).toEqual(
        ['clang', 'driver', 'engine', 'gpu', 'image', 'nvcc', 'sanitize', 'target'].sort(),
      );
      expect(Array.isArray(own.graders.skipped)).toBe(true);
      await grade(own, ['graded']);
      expect(await own.graders.identity()).toEqual(identity);
    });

    it('tells each task once, with the task that it was given', async () => {
      const { given, told } = await grade(await opened(), Array<Fate>(5).fill('graded'));
      expect(told).toHaveLength(5);
      expect(new Set(told.map(({ task }) => task))).toEqual(new Set(given));
      for (const outcome of told) {
        expect(outcome).toMatchObject({ kind: 'graded', summary: { key: outcome.task.key, verdict: 'passed' } });
      }
    });

    it('tells a fault as a fault, and grades the others', async () => {
      const { told } = await grade(await opened(), ['graded', 'fault', 'graded']);
      expect(told.map(({ kind }) => kind).sort()).toEqual(['fault', 'graded', 'graded']);
      const fault = told.find(({ kind }) => kind === 'fault');
      expect(fault).toMatchObject({ task: { attempt: 'students/s1/1' }, message: expect.stringMatching(/\w/) });
    });

    it('ends at once without tasks', async () => {
      expect((await grade(await opened(), [])).told).toEqual([]);
    });

    it('fails if what it tells cannot be recorded', async () => {
      const { graders, tasks } = await opened();
      const full = new Error('no space');
      await expect(graders.grade(tasks(['graded']), () => Promise.reject(full))).rejects.toBe(full);
    });

    it('stops if it is aborted, and keeps what it told', async () => {
      const { graders, tasks } = await opened();
      const told: Outcome[] = [];
      const ended = graders.grade(tasks(['graded', 'never']), async (outcome) => {
        told.push(outcome);
        controller.abort(new Error('Ctrl-C'));
      });
      await expect(ended).rejects.toThrow('Ctrl-C');
      expect(told.map(({ task }) => task.attempt)).toEqual(['students/s0/1']);
    });

    it('can be disposed of twice', async () => {
      const { graders } = await opened();
      await graders.identity();
      graders.dispose();
      expect(() => graders.dispose()).not.toThrow();
    });
  });
}
