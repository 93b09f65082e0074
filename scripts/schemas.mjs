// Writes the JSON schemas that editors use, from the zod schemas. Run as `npm run schemas` after a change of either;
// a test compares the committed files with what this would write.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { assignmentJsonSchema } = await import('../grader/spec/json-schema.ts');
const { courseJsonSchema } = await import('../grader/batch/course-schema.ts');
const { resultJsonSchema, runResultJsonSchema } = await import('../grader/result/json-schema.ts');

const root = new URL('../', import.meta.url);
const files = {
  'grader/spec/assignment.schema.json': assignmentJsonSchema(),
  'grader/batch/course.schema.json': courseJsonSchema(),
  'grader/result/result.schema.json': resultJsonSchema(),
  'grader/result/run.schema.json': runResultJsonSchema(),
};
for (const [file, schema] of Object.entries(files)) {
  writeFileSync(new URL(file, root), `${JSON.stringify(schema, null, 2)}\n`);
}
const biome = new URL('node_modules/@biomejs/biome/bin/biome', root);
execFileSync(process.execPath, [fileURLToPath(biome), 'format', '--write', ...Object.keys(files)], {
  cwd: fileURLToPath(root),
});
