import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../grader/platform/root.ts';
import { CHECK_IDS } from '../../grader/result/index.ts';

/** Where the submissions lie that look fast without being fast. */
export const CHEATS = join(packageRoot, 'test', 'timing', 'cheats');

const schema = z.strictObject({
  schemaVersion: z.literal(1),
  cheats: z.array(
    z.strictObject({
      file: z.string().regex(/^[a-z0-9-]+\.cu$/),
      assignment: z.enum(['grayscale', 'matmul-2d', 'matmul-tiled']),
      tries: z.string().min(1),
      emulator: z.strictObject({ verdict: z.enum(['passed', 'failed', 'error']), checks: z.array(z.enum(CHECK_IDS)) }),
      gpu: z.array(z.enum(['failed', 'skipped', 'error'])).min(1),
      stoppedBy: z.string().min(1),
    }),
  ),
});

/** What `manifest.yaml` states of each cheat, in its order. */
export function readManifest() {
  return schema.parse(parse(readFileSync(join(CHEATS, 'manifest.yaml'), 'utf8'))).cheats;
}
