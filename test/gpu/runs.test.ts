import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Channel } from '../../grader/pipeline/gpu/channel.ts';
import { type GpuProgram, GpuTarget, type HelperEnd, type RepeatableRun } from '../../grader/pipeline/gpu/index.ts';
import type { HelperRequest } from '../../grader/pipeline/gpu/messages.ts';

const program = { program: { device: { heapBytes: 0 }, host: {} }, image: new Uint8Array() } as unknown as GpuProgram;

/** A case whose host code has set the heap of device code to so many bytes. */
function caseOf(heapBytes: number | null): RepeatableRun {
  const plan = heapBytes === null ? {} : { limits: [{ limit: 2, value: heapBytes }] };
  const recorded = [{ args: [], executed: { run: { plan } } }];
  return { request: { limits: { wallMs: 1000 } }, recorded } as unknown as RepeatableRun;
}

it('shares a process between cases with the same limits of the context', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grade-runs-'));
  /** The helper of each case, by number. */
  const used: number[] = [];
  let helpers = 0;
  const gpu = new GpuTarget(
    async () => {
      const number = helpers++;
      const [input, output] = [new PassThrough(), new PassThrough()];
      const answers: Partial<Record<HelperRequest['kind'], unknown>> = {
        describe: { driver: '1.0', gpu: { uuid: 'GPU-runs' } },
        run: { executed: { replayed: { differs: 'host code' } }, mustEnd: false, hasRoom: true },
      };
      const answer = ({ kind }: HelperRequest) => {
        if (kind === 'run') used.push(number);
        channel.send({ status: 'done', result: answers[kind] ?? null });
      };
      const channel = new Channel(
        input,
        output,
        (request) => answer(request as HelperRequest),
        () => undefined,
      );
      let kill = (): void => undefined;
      const ended = new Promise<HelperEnd>((end) => {
        kill = () => end({ how: 'killed', said: '' });
      });
      return { input, output, ended, kill };
    },
    { folder },
  );
  const runs = gpu.runs(program, async () => []);
  for (const heapBytes of [null, null, 1 << 24, 1 << 24, 1 << 25]) await runs.run(caseOf(heapBytes));
  await runs.dispose();
  await gpu.dispose();
  rmSync(folder, { recursive: true, force: true });
  const [first, , second, , third] = used;
  expect(used).toEqual([first, first, second, second, third]);
  expect(new Set(used).size).toBe(3);
});
