import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { systemCode } from '../../platform/index.ts';

const texts = z.array(z.string());

const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('graded'),
    attempt: z.string(),
    summary: z.object({
      key: z.string(),
      verdict: z.enum(['passed', 'failed', 'error']),
      responsible: z.enum(['student', 'assignment', 'infrastructure']).nullable(),
      score: z.number(),
      maxScore: z.number(),
      durationMs: z.number(),
      note: z.string().exactOptional(),
    }),
  }),
  z.object({ kind: z.literal('fault'), attempt: z.string(), key: z.string(), message: z.string(), details: texts }),
  /** This node cannot grade anything of the chunk: it lacks what is needed, or is of another kind than was planned. */
  z.object({ kind: z.literal('unusable'), node: z.string(), message: z.string(), details: texts }),
]);

/** What a task of the array tells of a submission, a line each in a file of its own. */
export type OutcomeLine = z.infer<typeof lineSchema>;

/** Appends to a task's file. A line that a killed predecessor tore is closed first. */
export async function appendOutcome(path: string, line: OutcomeLine): Promise<void> {
  const handle = await open(path, 'a+');
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const isTorn = size > 0 && last[0] !== 0x0a;
    await handle.write(`${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads a task's file while it grows. Lines that are torn or no outcomes tell nothing. */
export class OutcomeTail {
  readonly #path: string;
  #seen = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** What is new. Opened each time: that is when a shared file system looks whether another host has written. */
  async read(): Promise<OutcomeLine[]> {
    const bytes = await readOrEmpty(this.#path);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end <= this.#seen) return [];
    const text = bytes.subarray(this.#seen, end).toString('utf8');
    this.#seen = end;
    return text.split('\n').flatMap((line) => parse(line) ?? []);
  }
}

function parse(line: string): OutcomeLine | null {
  if (line === '') return null;
  try {
    return lineSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

async function readOrEmpty(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    // A shared file system may have made another handle of it in between.
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ESTALE') return Buffer.alloc(0);
    throw error;
  }
}
