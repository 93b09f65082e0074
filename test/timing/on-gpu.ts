import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../../grader/platform/root.ts';
import type { GradeResult } from '../../grader/result/index.ts';

const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');

/** Longest that one submission may take, milliseconds. */
export const GPU_TIMEOUT_MS = 240_000;

/**
 * Grades with the built program on this machine's GPU, in no container, with nothing cached.
 * @param file - absolute path of the submission
 * @throws Error with what the program says, where it gives no result
 */
export async function gradeOnGpu(assignment: string, file: string): Promise<GradeResult> {
  const folder = await mkdtemp(join(tmpdir(), 'grade-cheat-'));
  try {
    const target = ['--target', 'gpu', '--sandbox', 'none'];
    const { stdout, stderr } = await execa(
      process.execPath,
      [BIN, 'submit', assignment, file, ...target, '--report-dir', folder, '--json', '-'],
      { env: { GRADE_CACHE_DIR: 'off' }, reject: false, timeout: GPU_TIMEOUT_MS, stdin: 'ignore' },
    );
    if (stdout === '') throw new Error(`no result for ${file}: ${stderr}`);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
