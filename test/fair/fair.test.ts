import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../grader/pipeline/grade/index.ts';
import { loadAssignment, resolveAssignment } from '../../grader/spec/index.ts';

/** Right programs in many styles, by exercise: none of them may lose a point or be told of a mistake. */
const FOLDER = import.meta.dirname;
const exercises = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
/** What the engine says of itself, for instance that it tried something again. */
const notes: string[] = [];

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null }, { log: (line) => notes.push(line) });
});
afterAll(() => local.dispose());

describe.each(exercises.map(({ name }) => name))('%s', (exercise) => {
  const assignment = loadAssignment(resolveAssignment(exercise).folder);
  const programs = readdirSync(join(FOLDER, exercise)).filter((file) => file.endsWith('.cu'));

  it.each(programs)('%s gets all points and no finding', async (fileName) => {
    const { engine } = local;
    const source = readFileSync(join(FOLDER, exercise, fileName), 'utf8');
    notes.length = 0;
    const { result } = await gradeSubmission({
      ...{ assignment, source, fileName, sha256: engine.sha256(source) },
      ...{ seed: '1', seedIsPublic: true, engine },
    });
    expect(result.checks.flatMap(({ findings }) => findings)).toEqual([]);
    expect(result).toMatchObject({ verdict: 'passed', score: result.maxScore });
    expect(notes).toEqual([]);
  });
});
