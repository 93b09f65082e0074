import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compiledOf } from '../../grader/authoring/in-python.ts';
import { MANIFEST_PATH, parseSubmissions, SUBMISSIONS_FOLDER } from '../../grader/authoring/submissions.ts';
import { type LocalEngine, openEngine } from '../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../grader/pipeline/grade/index.ts';
import { packagedTemplates, renderHtml, reportInput } from '../../grader/report/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

/** Every submission of an exercise with matrices: its reports are sent by mail and kept by the hundred. */
vi.setConfig({ testTimeout: 300_000 });
const ASSIGNMENTS = ['matmul-tiled'];
const MOST_BYTES = 1_000_000;
const AT_ONCE = 2;

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

describe.each(ASSIGNMENTS)('report.html of %s', (id) => {
  const assignment = resolveAssignment(id);
  const manifest = parseSubmissions(readFileSync(join(assignment.folder, MANIFEST_PATH), 'utf8'), MANIFEST_PATH);

  async function bytesOf(path: string): Promise<number> {
    const text = readFileSync(join(assignment.folder, SUBMISSIONS_FOLDER, path), 'utf8');
    const handIn = await compiledOf(text, basename(path), assignment);
    const graded = await gradeSubmission({
      ...{ assignment, ...handIn, sha256: local.engine.sha256(text) },
      ...{ seed: '1', seedIsPublic: true, engine: local.engine },
    });
    return Buffer.byteLength(renderHtml(await reportInput(assignment, handIn.source, graded), packagedTemplates));
  }

  it.each(['accepted', 'rejected'] as const)('is at most a megabyte for each %s submission', async (kind) => {
    const left = manifest[kind].map(({ file }) => `${kind}/${file}`);
    expect(left.length).toBeGreaterThan(5);
    const sizes: Record<string, number> = {};
    const lane = async (): Promise<void> => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) sizes[path] = await bytesOf(path);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const tooLarge = Object.entries(sizes).filter(([, bytes]) => bytes > MOST_BYTES);
    expect(tooLarge).toEqual([]);
    // A page without its pictures, style and findings would be small.
    expect(Math.min(...Object.values(sizes))).toBeGreaterThan(20_000);
  });
});
