import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';
import { z } from 'zod';
import { packageRoot } from '../../grader/platform/root.ts';

/** What receivers of our formats take: their own schemas where there are some, their documentation's words otherwise. */

const schemas = join(packageRoot, 'test', 'fixtures', 'schemas');

// Draft 4 differs from what ajv reads in the name of `id`, and the schema uses nothing else that changed.
const {
  id: _,
  $schema: __,
  ...sarifSchema
} = JSON.parse(readFileSync(join(schemas, 'sarif-2.1.0-rtm.5.json'), 'utf8')) as Record<string, unknown>;
// Its patterns are of before Unicode mode.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
ajvFormats.default(ajv);
const isSarif = ajv.compile(sarifSchema);

/** Mistakes by the SARIF schema. */
export function sarifMistakes(log: unknown): unknown[] {
  return isSarif(log) ? [] : (isSarif.errors ?? []);
}

/**
 * Jenkins' schema, with what GitLab and GitHub's readers take besides: the place of a case
 * (https://docs.gitlab.com/ci/testing/unit_test_reports/), and the sum of skipped cases.
 */
const junitSchema = readFileSync(join(schemas, 'jenkins-junit.xsd'), 'utf8')
  .trim()
  .replace(
    '<xs:attribute name="classname"',
    '<xs:attribute name="file" type="xs:string"/><xs:attribute name="line" type="xs:positiveInteger"/>$&',
  )
  .replace(
    /(<xs:element name="testsuites">[\s\S]*?)(<xs:attribute)/,
    '$1<xs:attribute name="skipped" type="xs:nonNegativeInteger"/>$2',
  );

/** Mistakes by the schema of JUnit's readers. */
export function junitMistakes(contents: string): Promise<string[]> {
  return xmlMistakes([contents]);
}

/** The same of several files. */
export async function xmlMistakes(files: readonly string[]): Promise<string[]> {
  const xml = files.map((contents, at) => ({ fileName: `junit-${at}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema: [junitSchema] });
  return errors.map(({ rawMessage }) => rawMessage);
}

const visibility = z.enum(['hidden', 'after_due_date', 'after_published', 'visible']);
const outputFormat = z.enum(['text', 'html', 'simple_format', 'md', 'ansi']);
const extraData = z.record(z.string(), z.unknown());

/** https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output format"; one of the scores has to be there. */
export const gradescopeSchema = z.strictObject({
  score: z.number().optional(),
  execution_time: z.number().min(0).optional(),
  output: z.string().optional(),
  output_format: outputFormat.optional(),
  visibility: visibility.optional(),
  stdout_visibility: visibility.optional(),
  extra_data: extraData.optional(),
  tests: z
    .array(
      z.strictObject({
        score: z.number().optional(),
        max_score: z.number().optional(),
        status: z.enum(['passed', 'failed']).optional(),
        name: z.string().optional(),
        number: z.string().optional(),
        output: z.string().optional(),
        output_format: outputFormat.optional(),
        tags: z.array(z.string()).optional(),
        visibility: visibility.optional(),
        extra_data: extraData.optional(),
      }),
    )
    .optional(),
  leaderboard: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.union([z.number(), z.string()]),
        order: z.enum(['asc', 'desc']).optional(),
      }),
    )
    .optional(),
});

/** https://docs.prairielearn.com/externalGrading/, "Grading results". */
const images = z.array(z.strictObject({ label: z.string().optional(), url: z.string().startsWith('data:image/') }));
export const prairielearnSchema = z
  .strictObject({
    gradable: z.boolean().optional(),
    score: z.number().min(0).max(1).optional(),
    message: z.string().optional(),
    output: z.string().optional(),
    images: images.optional(),
    format_errors: z.union([z.string(), z.array(z.string())]).optional(),
    tests: z
      .array(
        z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          points: z.number(),
          max_points: z.number(),
          message: z.string().optional(),
          output: z.string().optional(),
          images: images.optional(),
        }),
      )
      .optional(),
  })
  .refine(({ gradable, score }) => gradable === false || score !== undefined, 'a gradable result has a score');

export interface ReadCommand {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Lines as the runner of GitHub Actions reads them (actions/runner, ActionCommand.TryParseV2); null for other output. */
export function readCommands(text: string): (ReadCommand | null)[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const match = /^::([^\s:]+)(?: ([^\n]*?))?::(.*)$/.exec(line.trimStart());
      if (!match) return null;
      const [, command = '', list = '', message = ''] = match;
      const pairs = list
        .split(',')
        .filter(Boolean)
        .map((pair) => pair.split(/=(.*)/s));
      return {
        command,
        properties: Object.fromEntries(
          pairs.map(([name = '', value = '']) => [
            name,
            unescaped(value.replaceAll('%3A', ':').replaceAll('%2C', ',')),
          ]),
        ),
        message: unescaped(message),
      };
    });
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
