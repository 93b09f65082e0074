import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import * as grayscale from '../../assignments/grayscale/simulator.ts';
import * as plain from '../../assignments/matmul-2d/simulator.ts';
import * as tiled from '../../assignments/matmul-tiled/simulator.ts';
import type { TraceEvent } from '../../grader/simulator/index.ts';

/** The table that the tests of the Python package read too. */
const { launches } = z
  .object({
    launches: z.array(
      z.object({
        exercise: z.enum(['grayscale', 'matmul-2d', 'matmul-tiled']),
        dims: z.record(z.string(), z.number()),
        block: z.tuple([z.number(), z.number()]),
        inputs: z.record(z.string(), z.object({ count: z.number(), factor: z.number(), modulus: z.number() })),
        seen: z.record(z.string(), z.number()),
        out: z.array(z.number()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'numbers.json'), 'utf8')));

const elements = (exercise: string, values: number[]) =>
  exercise === 'grayscale' ? Uint8Array.from(values) : Float32Array.from(values);

const modules = { grayscale, 'matmul-2d': plain, 'matmul-tiled': tiled };

it.each(launches)('counts what the Python simulator counts: $exercise, $dims', ({ exercise, dims, block, ...row }) => {
  const inputs = Object.fromEntries(
    Object.entries(row.inputs).map(([name, { count, factor, modulus }]) => [
      name,
      elements(
        exercise,
        Array.from({ length: count }, (_, at) => (factor * at) % modulus),
      ),
    ]),
  );
  const seen = { blocks: 0, threads: 0, stored: 0, guard_yes: 0, guard_no: 0, loads: 0, stores: 0, barriers: 0 };
  const storing = new Set<string>();
  let thread = '';
  let within = '';
  const onStep = (event: TraceEvent): void => {
    if (event.step === 'block') within = JSON.stringify(event.block);
    if (event.step === 'thread') thread = `${within} ${JSON.stringify(event.thread)}`;
    if (event.step === 'guard') seen[event.inside ? 'guard_yes' : 'guard_no']++;
    if (event.step === 'access' && event.space === 'global') seen[event.access === 'load' ? 'loads' : 'stores']++;
    if (event.step === 'access' && event.space === 'global' && event.access === 'store') storing.add(thread);
    if (event.step === 'end')
      Object.assign(seen, { blocks: event.blocks, threads: event.threads, barriers: event.barriers });
  };
  const simulate = modules[exercise].simulate as (typeof plain)['simulate'];
  const { out } = simulate(inputs as Parameters<typeof simulate>[0], dims as Parameters<typeof simulate>[1], {
    block,
    trace: { detail: 'accesses', onStep },
  });
  expect({ seen: { ...seen, stored: storing.size }, out: [...out] }).toEqual({ seen: row.seen, out: row.out });
});
