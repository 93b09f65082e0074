import { z } from 'zod';
import { assignmentSchema } from './schema.ts';

/** JSON Schema of `assignment.yaml`, draft 7, which editors' YAML support understands best. */
export function assignmentJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(assignmentSchema, { io: 'input', target: 'draft-7' });
  return { $id: 'urn:cuda-course-grade:schema:assignment:1', ...schema, title: 'Assignment' };
}
