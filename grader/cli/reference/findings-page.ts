import { z } from 'zod';
import { DETAIL_PARTS, findingDetailSchema, relatedDetailSchema, summaryDetailSchema } from '../../result/index.ts';
import { keyLines } from './page.ts';

const PARTS = new Set(Object.keys(DETAIL_PARTS));
const { pattern, ...OTHER_PARTS } = DETAIL_PARTS;

interface Kind {
  readonly properties: Readonly<Record<string, { readonly const?: string }>>;
}

const draft7 = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output', target: 'draft-7' });

/** The reference of the data of findings, as Markdown, made from the schema of results. */
export function findingsPage(): string {
  return [
    '# The data of findings',
    '',
    'A finding in `result.json` has sentences: its `message`, its `hint`, and the `message` of each place in `related`. It',
    'also has the data that they are made from: its `detail`, and the `detail` of each such place. The `kind` of a detail',
    'says which keys it has. The sentences follow from the rule, the place, the count and the details, so another program',
    'can make them again, also in another language. Kinds and keys are added freely, and none changes its meaning.',
    '',
    '`a.b` is the key `b` inside of `a`, and `a[]` an element of the list `a`. For a',
    'student, no key has a size or a value of a hidden case: these keys are absent or `null` there. For staff, the bytes of',
    '`host-made` and the value of `refused-launch` can follow from one. JSON has no `NaN`, no infinity and no negative zero; they are',
    'the texts `NaN`, `Infinity`, `-Infinity` and `-0`.',
    '',
    '## `detail`',
    '',
    ...table(findingDetailSchema),
    '',
    '## `related[].detail`',
    '',
    ...table(relatedDetailSchema),
    '',
    '## `checks[].summaryDetail`',
    '',
    'The `summary` of a check is made from this, its `id` and its `status`.',
    '',
    ...table(summaryDetailSchema),
    '',
    '## Parts',
    '',
    '| part | key | type | |',
    '| --- | --- | --- | --- |',
    ...Object.entries(OTHER_PARTS).flatMap(([name, schema]) =>
      rows(name, keyLines(draft7(schema), new Set(['buffer']))),
    ),
    '',
    '`pattern` has a kind too:',
    '',
    ...table(pattern),
    '',
  ].join('\n');
}

function table(schema: z.ZodType): string[] {
  const kinds = (draft7(schema).oneOf ?? []) as unknown as readonly Kind[];
  return [
    '| kind | key | type | |',
    '| --- | --- | --- | --- |',
    ...kinds.flatMap((kind) =>
      rows(
        kind.properties.kind?.const ?? '',
        keyLines(kind, PARTS).filter((line) => !line.startsWith('`kind` |')),
      ),
    ),
  ];
}

/** The lines of one name, which stands in the first of them. */
function rows(name: string, lines: readonly string[]): string[] {
  const [first = ' | | |', ...rest] = lines;
  return [`| \`${name}\` | ${first}`, ...rest.map((line) => `| | ${line}`)];
}
