import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { submissionsJsonSchema } from '../../grader/authoring/submissions.ts';
import { courseJsonSchema } from '../../grader/batch/course-schema.ts';
import { referencePages } from '../../grader/cli/reference/pages.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { resultJsonSchema, runResultJsonSchema } from '../../grader/result/json-schema.ts';
import { assignmentJsonSchema } from '../../grader/spec/index.ts';

function committed(file: string): unknown {
  return JSON.parse(readFileSync(join(packageRoot, file), 'utf8'));
}

it.each([
  ['grader/spec/assignment.schema.json', assignmentJsonSchema],
  ['grader/authoring/manifest.schema.json', submissionsJsonSchema],
  ['grader/batch/course.schema.json', courseJsonSchema],
  ['grader/result/result.schema.json', resultJsonSchema],
  ['grader/result/run.schema.json', runResultJsonSchema],
])('%s is what the validator says (else: npm run schemas)', (file, schema) => {
  expect(committed(file)).toEqual(JSON.parse(JSON.stringify(schema())));
});

it.each(Object.entries(referencePages()))('%s is what the schema says (else: npm run schemas)', (file, page) => {
  expect(readFileSync(join(packageRoot, file), 'utf8')).toBe(page);
  // A line a key, and none without its words.
  expect(page.match(/^\| `[^`]+` \| [^|]+ \| [^|]* \| .* \|$/gm)?.length).toBeGreaterThan(5);
});

it('describes each field of an assignment, for editors', () => {
  const schema = assignmentJsonSchema() as { properties: Record<string, { description?: string }> };
  const silent = Object.entries(schema.properties).filter(([, { description }]) => description === undefined);
  expect(silent.map(([name]) => name)).toEqual([]);
});
