import { z } from 'zod';
import { MACHINE_PARTS, type MachinePart } from '../../explain/index.ts';

/** `grade doctor --json`. */
export const inspectionSchema = z.strictObject({
  schemaVersion: z.literal(1),
  ready: z.boolean().describe('Everything is there that `grade submit` on the emulator needs'),
  abilities: z.strictObject({
    emulator: z.boolean(),
    nvcc: z.enum(['container', 'direct', 'none']).describe('direct: with `--sandbox none` alone'),
    gpu: z.boolean().describe('Correctness and speed can be judged on a GPU, in a container'),
    slurm: z.boolean(),
  }),
  parts: z.array(
    z.strictObject({
      id: z.enum(Object.keys(MACHINE_PARTS) as MachinePart[]),
      name: z.string(),
      status: z.enum(['ok', 'missing', 'broken']),
      needed: z.boolean().describe('Without it nothing can be graded'),
      purpose: z.string().describe('What it is needed for'),
      seen: z.string(),
      help: z.string().nullable().describe('The command that helps; null where the status is ok'),
    }),
  ),
});

export type Inspection = z.infer<typeof inspectionSchema>;
export type InspectedPart = Inspection['parts'][number];
