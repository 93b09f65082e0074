import { z } from 'zod';

const instant = z.iso
  .datetime({ offset: true })
  .describe('A moment with its offset from UTC')
  .meta({ examples: ['2026-10-14T23:59:00+02:00'] });

const id = z.string().min(1);

const missing = z.enum(['zero', 'empty', 'excused']);

/** `course.yaml`: what a course knows and a submission does not. */
export const courseSchema = z.strictObject({
  schemaVersion: z.literal(1).describe('Version of this format'),
  title: z.string().optional().describe("The course's name, for exports and the class page"),
  roster: z
    .string()
    .optional()
    .describe(
      'CSV file of the students, from this file; columns id, and as far as known name, email, canvas_id, sis_user_id, sis_login_id, section, id_number, github',
    )
    .meta({ examples: ['roster.csv'] }),
  assignments: z
    .record(
      z.string(),
      z.strictObject({
        due: instant.optional().describe('When it is due; without one nothing is late'),
        canvasId: id.optional().describe("Canvas: the assignment's number, so that an import fills its own column"),
        counts: z.enum(['best', 'last']).optional().describe('Which attempt counts; default: as under attempts'),
        missing: missing.optional().describe('What nothing handed in is worth; default: as for the course'),
      }),
    )
    .optional()
    .describe('By id of the assignment'),
  attempts: z
    .strictObject({
      counts: z
        .enum(['best', 'last'])
        .default('last')
        .describe('Which attempt counts: most points after the late policy, or handed in last'),
      max: z.int().min(1).optional().describe('Attempts beyond this number do not count; the first ones do'),
    })
    .prefault({})
    .describe('Several attempts of a student'),
  late: z
    .strictObject({
      graceMinutes: z.number().min(0).default(0).describe('Minutes after the due date that are not late'),
      penaltyPercentPerDay: z
        .number()
        .min(0)
        .max(100)
        .default(0)
        .describe('Percent of the full points taken for each day that has begun'),
      maxDays: z.int().min(0).optional().describe('The maximum of days late; later submissions get 0 points'),
    })
    .prefault({})
    .describe('What being late costs'),
  missing: missing
    .default('empty')
    .describe('What nothing handed in is worth after the due date: 0 points, an empty cell, or excused'),
  anonymous: z
    .boolean()
    .default(false)
    .describe('The class page, its reports and similarity show pseudonyms, and names are masked in sources'),
  overrides: z
    .string()
    .optional()
    .describe(
      'CSV file of decisions about grades, from this file; columns student, and as needed assignment, set, add, excused, comment, reason, by, date, until',
    )
    .meta({ examples: ['overrides.csv'] }),
  extensions: z
    .array(
      z.strictObject({
        student: id.describe('As in the roster'),
        assignment: z.string().optional().describe('Id; default: every assignment'),
        due: instant.describe('When it is due for this student'),
      }),
    )
    .default([])
    .describe('Later due dates of single students'),
  limits: z
    .strictObject({
      secondsPerSubmission: z
        .number()
        .min(1)
        .max(24 * 3600)
        .default(900)
        .describe('A submission that takes longer is a fault of the machine, and is graded again'),
      workerMiB: z
        .int()
        .min(512)
        .default(1536)
        .describe('A worker that holds more memory than this, MiB, is replaced after its submission'),
    })
    .prefault({})
    .describe('Far bounds for the machine; what bounds a submission is in its assignment'),
  slurm: z
    .strictObject({
      partition: z.string().optional().describe('sbatch --partition'),
      account: z.string().optional().describe('sbatch --account'),
      gres: z
        .string()
        .optional()
        .describe('sbatch --gres of each task; default on GPUs: gpu:1')
        .meta({ examples: ['gpu:1'] }),
      time: z
        .string()
        .regex(/^(\d+-)?\d+(:\d+){0,2}$/)
        .default('01:00:00')
        .describe('sbatch --time of each task'),
      cpus: z.int().min(1).default(2).describe('sbatch --cpus-per-task; so many submissions at once in a task'),
      memoryMiB: z.int().min(1024).optional().describe('sbatch --mem, MiB'),
      submissionsPerTask: z.int().min(1).default(25).describe('Submissions that one task of the array grades'),
      tasksAtOnce: z.int().min(1).optional().describe('Tasks of the array that may run at the same time'),
      setup: z.string().optional().describe('Shell lines before the grader, e.g. module load nodejs'),
      extra: z.array(z.string()).default([]).describe('Further options of sbatch, one each'),
    })
    .prefault({})
    .describe('For --engine slurm'),
});

/** JSON Schema of `course.yaml`, draft 7, for editors. */
export function courseJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(courseSchema, { io: 'input', target: 'draft-7' });
  return { $id: 'urn:cuda-course-grade:schema:course:1', ...schema, title: 'A course, for grade batch' };
}

export type Course = z.infer<typeof courseSchema>;
export type SlurmSettings = Course['slurm'];
