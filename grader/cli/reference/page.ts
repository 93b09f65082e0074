/** The reference of a file's keys, as Markdown, made from the JSON schema that editors use. */

/** As far as zod's schemas use it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

interface Row {
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** The variant that has it, e.g. `distribution: uniform`; absent where all have it. */
  readonly only?: string;
}

export interface ReferencePage {
  readonly title: string;
  /** Markdown before the table. */
  readonly about: string;
  readonly schema: unknown;
}

/** A line for each key of a schema, without the keys inside of `parts`: its path, type and what it says. */
export function keyLines(given: unknown, parts: ReadonlySet<string>): string[] {
  const root = given as Schema;
  return rowsOf(root, '', root)
    .filter(({ path }) => !path.split(/[.[]/).some((name, depth, names) => depth < names.length - 1 && parts.has(name)))
    .map(({ path, schema, required, only }) => {
      const type = parts.has(path.split('.').at(-1) ?? '') ? '[below](#parts)' : typeOf(schema, root);
      const says = [only === undefined ? '' : `With \`${only}\``, schema.description ?? ''].filter(Boolean).join('; ');
      return `\`${path}\` | ${type}${required ? '' : ', optional'} | ${cell(says)} |`;
    });
}

/** A page with a line for each key: its path, type, default, what it says and an example. */
export function referencePage({ title, about, schema: given }: ReferencePage): string {
  const root = given as Schema;
  const lines = rowsOf(root, '', root).map(({ path, schema, required, only }) => {
    const standard = schema.default === undefined ? (required ? '**required**' : '') : code(schema.default);
    const [example] = schema.examples ?? [];
    const says = [
      only === undefined ? '' : `With \`${only}\``,
      schema.description ?? '',
      example === undefined ? '' : `e.g. ${code(example)}`,
    ];
    return `| \`${path}\` | ${typeOf(schema, root)} | ${standard} | ${cell(says.filter(Boolean).join('; '))} |`;
  });
  return [
    `# ${title}`,
    '',
    about,
    '',
    '`a.b` is the key `b` inside of `a`, `a[]` an element of the list `a`, and `<name>` stands for any name. What is',
    'neither required nor has a default may be left out.',
    '',
    '| key | type | default | |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** The keys in an object, those in its keys, and so on, in the schema's order; none of what is no object. */
function rowsOf(given: Schema, path: string, root: Schema): Row[] {
  const schema = resolved(given, root);
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]): Row[] => {
    const at = path === '' ? name : `${path}.${name}`;
    const required = schema.required?.includes(name) === true;
    return [{ path: at, schema: described(property, root), required }, ...rowsOf(property, at, root)];
  });
  const any = schema.additionalProperties;
  const named = typeof any === 'object' && Object.keys(any).length > 0 ? rowsOf(any, `${path}.<name>`, root) : [];
  const elements = Array.isArray(schema.items)
    ? []
    : schema.items
      ? rowsOf(schema.items as Schema, `${path}[]`, root)
      : [];
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return unique([...inside, ...named, ...elements, ...variantRows(variants, path, root)]);
}

/** Of the keys that not every variant has, it is told which one does. */
function variantRows(variants: readonly Schema[], path: string, root: Schema): Row[] {
  const rows = variants.map((variant) => rowsOf(variant, path, root));
  return rows.flatMap((mine, at) => {
    const fixed = mine.find(({ schema }) => schema.const !== undefined);
    const only = fixed && `${fixed.path.split('.').at(-1)}: ${fixed.schema.const}`;
    return mine.map((row) => {
      const everywhere = rows.every((others, other) => other === at || others.some((one) => one.path === row.path));
      return everywhere || only === undefined || row.only !== undefined ? row : { ...row, only };
    });
  });
}

/** Keys that variants share are told once, with all of their fixed values. */
function unique(rows: readonly Row[]): Row[] {
  const byPath = new Map<string, Row>();
  for (const row of rows) {
    const before = byPath.get(row.path);
    byPath.set(row.path, before ? { ...before, schema: either(before.schema, row.schema) } : row);
  }
  return [...byPath.values()];
}

function either(one: Schema, other: Schema): Schema {
  const values = [...valuesOf(one), ...valuesOf(other)];
  if (values.length === 0) return one;
  const { const: _, ...rest } = one;
  return { ...rest, enum: [...new Set(values)] };
}

const valuesOf = ({ const: fixed, enum: values }: Schema): readonly unknown[] =>
  values ?? (fixed === undefined ? [] : [fixed]);

function described(schema: Schema, root: Schema): Schema {
  return schema.$ref === undefined ? schema : { ...resolved(schema, root), ...schema };
}

function resolved(schema: Schema, root: Schema): Schema {
  const name = /^#\/definitions\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? schema : (root.definitions?.[name] ?? schema);
}

function typeOf(given: Schema, root: Schema): string {
  const schema = resolved(given, root);
  const values = valuesOf(schema);
  if (values.length > 0) return values.map(code).join(' or ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map((variant) => typeOf(variant, root)))].join(' or ');
  if (Array.isArray(schema.items)) {
    return `${schema.items.length} values: ${schema.items.map((item: Schema) => typeOf(item, root)).join(', ')}`;
  }
  if (schema.type === 'array') {
    const element = schema.items ? typeOf(schema.items as Schema, root) : 'anything';
    return `list of ${element}`;
  }
  if (schema.type === 'object') return 'keys';
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'anything');
  return [type === 'string' ? 'text' : type === 'integer' ? 'whole number' : type, boundsOf(schema)].join('').trim();
}

function boundsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): string {
  const real = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return [
    real(minimum) ? ` from ${minimum}` : real(exclusiveMinimum) ? ` above ${exclusiveMinimum}` : '',
    real(maximum) ? ` to ${maximum}` : real(exclusiveMaximum) ? ` below ${exclusiveMaximum}` : '',
  ].join('');
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Text in a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replace(/<(\w)/g, '&lt;$1');
}
