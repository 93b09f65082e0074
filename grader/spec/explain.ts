import { z } from 'zod';
import { nearest } from '../platform/index.ts';
import { inline, type Locator, type Path, type Problem } from './problem.ts';

type Issue = z.core.$ZodIssue;
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Turns what zod found in a file into problems with position, expectation, example and what was found. */
export function explainIssues(
  issues: readonly Issue[],
  context: { readonly schema: z.ZodType; readonly data: unknown; readonly locator: Locator },
): Problem[] {
  const json = z.toJSONSchema(context.schema, { io: 'input', target: 'draft-7' });
  return issues.flatMap((issue) => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    return explain(issue, path, { ...context, json });
  });
}

interface Context {
  readonly json: JsonSchema;
  readonly data: unknown;
  readonly locator: Locator;
}

function explain(issue: Issue, path: Path, context: Context): Problem[] {
  const { json, data, locator } = context;
  const found = valueAt(data, path);
  const name = describePath(path);
  const schema = schemaAt(json, data, path);
  const example = exampleOf(schema);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(key, [...path, key], knownKeys(schema), locator));
  }
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message;
    const last = String(path.at(-1));
    return [
      { ...locator.key(path), problem: `the name ${inline(last)} cannot be used`, expected, found: inline(last) },
    ];
  }
  if (found === undefined) {
    const words = typeWords(schema);
    const expected = schema?.description ? `${words} (${lower(schema.description)})` : words;
    return [{ ...locator.value(path), problem: `${name} is missing`, expected, example }];
  }
  const at = locator.value(path);
  const said = { ...at, found: inline(found) };
  switch (issue.code) {
    case 'invalid_type':
      return [
        {
          ...said,
          problem: `${name} is of the wrong type`,
          expected: TYPE_WORDS[issue.expected] ?? issue.expected,
          example,
        },
      ];
    case 'invalid_value':
      return [{ ...said, problem: `${name} has an unknown value`, ...oneOf(issue.values.map(String), found) }];
    case 'invalid_format': {
      // Schemas word their own forms; zod's sentence for others names no example.
      const form = (issue.message.startsWith('Invalid ') && FORMS[issue.format]) || { expected: issue.message };
      return [{ ...said, problem: `${name} has the wrong form`, ...form }];
    }
    case 'too_small':
      return [
        {
          ...said,
          problem: `${name} is too ${sizeWord(issue.origin, false)}`,
          expected: bound(issue, 'at least', 'more than'),
          example,
        },
      ];
    case 'too_big':
      return [
        {
          ...said,
          problem: `${name} is too ${sizeWord(issue.origin, true)}`,
          expected: bound(issue, 'at most', 'less than'),
          example,
        },
      ];
    case 'invalid_union': {
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
      if (options.length > 0) return [{ ...said, problem: `${name} has an unknown value`, ...oneOf(options, found) }];
      return [{ ...said, problem: `${name} is of the wrong type`, expected: typeWords(schema), example }];
    }
    default:
      return [{ ...said, problem: `${name} is not valid: ${issue.message}`, example }];
  }
}

function unknownKey(key: string, path: Path, known: readonly string[], locator: Locator): Problem {
  const meant = nearest(key, known);
  return {
    ...locator.key(path),
    problem: `unknown key ${describePath(path)}${meant === null ? '' : `, did you mean ${meant}?`}`,
    expected: known.length === 0 ? 'no such key' : `one of ${known.join(', ')}`,
  };
}

function oneOf(options: readonly string[], found: unknown): { expected: string } {
  const meant = typeof found === 'string' ? nearest(found, options) : null;
  const words = options.length === 1 ? `${options[0]}` : `one of ${options.join(', ')}`;
  return { expected: meant === null ? words : `${words} (did you mean ${meant}?)` };
}

function bound(
  issue: { origin: string; inclusive?: boolean | undefined } & (
    | { minimum: number | bigint }
    | { maximum: number | bigint }
  ),
  inclusive: string,
  exclusive: string,
): string {
  const limit = 'minimum' in issue ? issue.minimum : issue.maximum;
  const unit =
    issue.origin === 'array' ? ` ${limit === 1 ? 'entry' : 'entries'}` : issue.origin === 'string' ? ' characters' : '';
  return `${issue.inclusive === false ? exclusive : inclusive} ${limit}${unit}`;
}

function sizeWord(origin: string, big: boolean): string {
  if (origin === 'array' || origin === 'string') return big ? 'long' : 'short';
  return big ? 'large' : 'small';
}

/** Forms that zod knows by name. */
const FORMS: Readonly<Record<string, { readonly expected: string; readonly example: string }>> = {
  date: { expected: 'a date', example: '2026-10-16' },
  datetime: { expected: 'a date and a time with an offset from UTC', example: '2026-10-16T23:59:00+02:00' },
  email: { expected: 'an email address', example: 'ada@example.edu' },
  url: { expected: 'a web address', example: 'https://example.edu/' },
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map of keys and values',
  record: 'a map of keys and values',
  array: 'a list',
  tuple: 'a list',
};

function typeWords(schema: JsonSchema | null): string {
  const options = schema?.anyOf ?? schema?.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeWords))].join(' or ');
  if (schema?.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (schema?.const !== undefined) return String(schema.const);
  return (typeof schema?.type === 'string' ? TYPE_WORDS[schema.type] : undefined) ?? 'a value';
}

/** `cases[2].dims.h` as people read it, in backquotes. */
export function describePath(path: Path): string {
  if (path.length === 0) return 'the file';
  const text = path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`));
  return `\`${text.join('')}\``;
}

function exampleOf(schema: JsonSchema | null): string | undefined {
  const example: unknown = schema?.examples?.[0];
  return example === undefined ? undefined : inline(example);
}

function knownKeys(schema: JsonSchema | null): string[] {
  if (schema?.properties !== undefined) return Object.keys(schema.properties);
  const names = schema?.propertyNames;
  return typeof names === 'object' && names.enum !== undefined ? names.enum.map(String) : [];
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) value = isObject(value) ? value[step] : undefined;
  return value;
}

/** The part of the JSON schema that describes `path`; of alternatives, the one whose constants agree with the data. */
function schemaAt(root: JsonSchema, data: unknown, path: Path): JsonSchema | null {
  let schema: JsonSchema | null = choose(root, data);
  let value = data;
  for (const step of path) {
    value = isObject(value) ? value[step] : undefined;
    const next: JsonSchema | boolean | undefined = schema === null ? undefined : childSchema(schema, step);
    schema = typeof next === 'object' ? choose(next, value) : null;
  }
  return schema;
}

function childSchema(schema: JsonSchema, step: string | number): JsonSchema | boolean | undefined {
  if (typeof step === 'number') {
    return Array.isArray(schema.items) ? schema.items[step] : schema.items;
  }
  return schema.properties?.[step] ?? schema.additionalProperties;
}

function choose(schema: JsonSchema, value: unknown): JsonSchema {
  const options = schema.oneOf ?? schema.anyOf;
  if (options === undefined || !isObject(value)) return schema;
  const fitting = options.find((option) =>
    Object.entries(option.properties ?? {}).every(
      ([key, property]) =>
        typeof property !== 'object' || property.const === undefined || property.const === value[key],
    ),
  );
  return fitting ?? schema;
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A description used in the middle of a sentence: "expected one sentence for ...". */
function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
