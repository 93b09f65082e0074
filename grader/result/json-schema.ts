import { z } from 'zod';
import { resultSchema } from './schema.ts';

/** JSON Schema of `result.json`, draft 7. */
export function resultJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(resultSchema, { io: 'output', target: 'draft-7' });
  return { ...schema, title: 'Result of one submission' };
}
