import { z } from 'zod';
import { submissionsSchema } from '../../authoring/index.ts';
import { courseJsonSchema } from '../../batch/index.ts';
import { assignmentJsonSchema } from '../../spec/index.ts';
import { configSchema } from '../config-schema.ts';
import { findingsPage } from './findings-page.ts';
import { limitsPage } from './limits-page.ts';
import { referencePage } from './page.ts';

const json = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });

/** Every page of docs/reference/, and docs/limits.md, by its path from the package's root. Written by `npm run schemas`. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'docs/limits.md': limitsPage(),
    'docs/reference/findings.md': findingsPage(),
    'docs/reference/assignment.md': referencePage({
      title: 'assignment.yaml',
      about:
        'What an exercise is: its entry point, inputs, cases, points and thresholds. `assignments/` has three to look at. Its\nfirst line names the JSON schema, so that editors complete and check it.',
      schema: assignmentJsonSchema(),
    }),
    'docs/reference/submissions.md': referencePage({
      title: 'submissions/manifest.yaml',
      about: 'Which verdict each example submission of an assignment must get.',
      schema: json(submissionsSchema),
    }),
    'docs/reference/course.md': referencePage({
      title: 'course.yaml',
      about: 'A course, for `grade batch`: roster, due dates, late policy, attempts, and a cluster if there is one.',
      schema: courseJsonSchema(),
    }),
    'docs/reference/config.md': referencePage({
      title: 'grade.config.yaml',
      about:
        'What a machine or a course sets for all commands. It is looked for in the working folder and in those above it. Flags\nand environment variables, in parentheses, go before it.',
      schema: json(configSchema),
    }),
  };
}
