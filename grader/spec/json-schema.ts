import { z } from 'zod';
import { assignmentSchema } from './schema.ts';

/** JSON Schema of `assignment.yaml`, draft 7, which editors' YAML support understands best. */
export function assignmentJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(assignmentSchema, { io: 'input', target: 'draft-7' });
  return { ...schema, title: 'Assignment' };
}
