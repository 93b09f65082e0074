import { assignmentJsonSchema } from '../../spec/index.ts';
import { submissionsJsonSchema } from '../submissions.ts';

/** Files that people write and editors complete, by the name under which their JSON schema can be asked for. */
export const SCHEMAS = ['assignment', 'manifest', 'course'] as const;
export type SchemaName = (typeof SCHEMAS)[number];

/** Where this package keeps each schema: what the first line of a file names. */
export const SCHEMA_FILES: Readonly<Record<SchemaName, string>> = {
  assignment: 'assignment.schema.json',
  manifest: 'manifest.schema.json',
  course: 'course.schema.json',
};

/** JSON Schema, draft 7. */
export async function jsonSchema(name: SchemaName): Promise<Record<string, unknown>> {
  if (name === 'assignment') return assignmentJsonSchema();
  if (name === 'manifest') return submissionsJsonSchema();
  return (await import('../../batch/index.ts')).courseJsonSchema();
}
