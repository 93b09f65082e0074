import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Channel } from '../../grader/pipeline/gpu/channel.ts';
import { GpuHelper, HelperHung, type HelperProcess } from '../../grader/pipeline/gpu/client.ts';
import type { HelperAnswer, HelperRequest } from '../../grader/pipeline/gpu/messages.ts';

/** A helper that answers as it is told, with the time that each answer takes. */
async function helper(answers: readonly (readonly [ms: number, answer: HelperAnswer])[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let end = () => {};
  let killed = false;
  const ended = new Promise<{ how: string; said: string }>((resolve) => {
    end = () => resolve({ how: 'killed', said: '' });
  });
  const channel = new Channel(
    input,
    output,
    async () => {
      for (const [ms, answer] of answers) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        channel.send(answer);
      }
    },
    (why) => {
      throw new Error(why);
    },
  );
  const kill = () => {
    killed = true;
    end();
  };
  const client = await GpuHelper.start(async () => ({ input, output, ended, kill }) satisfies HelperProcess);
  return { client, killed: () => killed };
}

const STARTED: HelperAnswer = { status: 'started' };
const DONE: HelperAnswer = { status: 'done', result: null };
const request = { kind: 'run', task: {} } as unknown as Extract<HelperRequest, { kind: 'run' }>;

describe('a helper that is asked for a run', () => {
  it('has the time of its start, however long the program may take', async () => {
    const { client } = await helper([
      [400, STARTED],
      [0, DONE],
    ]);
    expect(await client.ask(request, { ready: 5_000, run: 100 })).toBeNull();
    expect(client.usable).toBe(true);
  });

  it('has all of its time where there is one limit for start and run', async () => {
    const { client } = await helper([
      [0, STARTED],
      [200, DONE],
    ]);
    expect(await client.ask(request, 5_000)).toBeNull();
    expect(client.usable).toBe(true);
  });

  it('is ended when its program, once it has started, takes too long', async () => {
    const { client, killed } = await helper([[0, STARTED]]);
    const began = performance.now();
    await expect(client.ask(request, { ready: 60_000, run: 200 })).rejects.toThrow(HelperHung);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect({ killed: killed(), usable: client.usable }).toEqual({ killed: true, usable: false });
  });

  it('is ended where it never starts', async () => {
    const { client } = await helper([]);
    await expect(client.ask(request, { ready: 100, run: 100 })).rejects.toThrow('no answer within 200 ms');
  });
});
