import { z } from 'zod';
import { runResultSchema } from './run-schema.ts';
import { resultSchema } from './schema.ts';

const OPTIONS = {
  io: 'output',
  target: 'draft-7',
  // Who reads a result does not care which arrays the code must not change.
  override: ({ jsonSchema }: { jsonSchema: { readOnly?: unknown } }) => {
    delete jsonSchema.readOnly;
  },
} as const;

/** JSON Schema of `result.json`, draft 7. */
export function resultJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(resultSchema, OPTIONS);
  return { $id: 'urn:cuda-course-grade:schema:result:1', ...schema, title: 'Result of one submission' };
}

/** JSON Schema of what `grade run --json` prints, draft 7. */
export function runResultJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(runResultSchema, OPTIONS);
  return { $id: 'urn:cuda-course-grade:schema:run:1', ...schema, title: 'Result of one run of a program' };
}
