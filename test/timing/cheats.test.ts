import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grader } from '../../grader/cli/grader.ts';
import { createGrader } from '../../grader/cli/local-grader.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';
import { CHEATS, readManifest } from './manifest.ts';
import { GPU_TIMEOUT_MS, gradeOnGpu } from './on-gpu.ts';

/** Submissions that look fast without being fast: right on small cases, and never worth a point for speed. */
const cheats = readManifest();
const hasGpu = existsSync('/dev/nvidiactl');
if (!hasGpu) process.stderr.write('cheats are not timed: there is no /dev/nvidiactl, so no NVIDIA GPU\n');

describe('the cheats', () => {
  it('are at least 15 and all in the manifest, once each', () => {
    const files = readdirSync(CHEATS).filter((name) => name.endsWith('.cu'));
    expect(cheats.map(({ file }) => file)).toEqual(files.sort());
    expect(files.length).toBeGreaterThanOrEqual(15);
  });
});

describe('on the emulator', () => {
  let grader: Grader;
  beforeAll(async () => {
    grader = await createGrader({ dir: 'off', maxMiB: null });
  });
  afterAll(() => grader.dispose());

  it.each(cheats)('$file of $assignment is $emulator.verdict', async ({ file, assignment, emulator }) => {
    const source = readFileSync(join(CHEATS, file), 'utf8');
    const { result } = await grader.grade({
      assignment: resolveAssignment(assignment),
      source,
      fileName: file,
      sha256: createHash('sha256').update(source).digest('hex'),
      seed: '7',
      seedIsPublic: true,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    const failed = result.checks.filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect({ verdict: result.verdict, checks: failed }).toEqual(emulator);
    expect(result.checks.find(({ id }) => id === 'speedup')).toMatchObject({ status: 'skipped', score: 0 });
  });
});

describe.skipIf(!hasGpu)('on a GPU', () => {
  it.each(cheats)(
    '$file of $assignment gains nothing',
    async ({ file, assignment, gpu }) => {
      const result = await gradeOnGpu(assignment, join(CHEATS, file));
      const speedup = result.checks.find(({ id }) => id === 'speedup');
      expect(result.verdict).not.toBe('passed');
      expect(gpu).toContain(speedup?.status);
      expect(speedup?.score).toBe(0);
    },
    GPU_TIMEOUT_MS + 10_000,
  );
});
