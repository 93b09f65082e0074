// Writes the JSON schemas that editors use, from the zod schemas, what reports say of rules, from
// their pages, and docs/reference/. Run as `npm run schemas` after a change of either;
// a test compares the committed files with what this would write.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { assignmentJsonSchema } = await import('../grader/spec/json-schema.ts');
const { courseJsonSchema } = await import('../grader/batch/course-schema.ts');
const { submissionsJsonSchema } = await import('../grader/authoring/submissions.ts');
const { resultJsonSchema, runResultJsonSchema } = await import('../grader/result/json-schema.ts');

const { referencePages } = await import('../grader/cli/reference/pages.ts');
const { writeRuleMeanings } = await import('./rule-meanings.mjs');

const root = new URL('../', import.meta.url);
const files = {
  'grader/spec/assignment.schema.json': assignmentJsonSchema(),
  'grader/authoring/manifest.schema.json': submissionsJsonSchema(),
  'grader/batch/course.schema.json': courseJsonSchema(),
  'grader/result/result.schema.json': resultJsonSchema(),
  'grader/result/run.schema.json': runResultJsonSchema(),
};
for (const [file, schema] of Object.entries(files)) {
  writeFileSync(new URL(file, root), `${JSON.stringify(schema, null, 2)}\n`);
}
for (const [file, text] of Object.entries(referencePages())) {
  mkdirSync(new URL('./', new URL(file, root)), { recursive: true });
  writeFileSync(new URL(file, root), text);
}
const written = [...Object.keys(files), writeRuleMeanings()];
const biome = new URL('node_modules/@biomejs/biome/bin/biome', root);
execFileSync(process.execPath, [fileURLToPath(biome), 'format', '--write', ...written], {
  cwd: fileURLToPath(root),
});
