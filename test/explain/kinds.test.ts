import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { factsOf, worded } from '../../grader/explain/index.ts';
import { type FindingDetail, findingDetailSchema, type Rule } from '../../grader/result/index.ts';

/** A JSON schema, as far as details use one. */
interface Schema {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema | readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const KINDS = (z.toJSONSchema(findingDetailSchema, { io: 'output', target: 'draft-7' }) as Schema).oneOf ?? [];

/** Returns a value that a schema admits: with or without all that is optional, and the choice of each list. */
function sample(schema: Schema, whole: boolean, choice: number): unknown {
  const of = (list: readonly unknown[]) => list[choice % list.length];
  if ('const' in schema) return schema.const;
  if (schema.enum) return of(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return sample(of(options) as Schema, whole, choice);
  switch (typeof schema.type === 'string' ? schema.type : of(schema.type ?? [])) {
    case 'object': {
      const required = new Set(schema.required);
      const fields = Object.entries(schema.properties ?? {}).filter(([name]) => whole || required.has(name));
      return Object.fromEntries(fields.map(([name, field]) => [name, sample(field, whole, choice)]));
    }
    case 'array': {
      const items = schema.items ?? [];
      return 'map' in items
        ? items.map((item) => sample(item, whole, choice))
        : [sample(items as Schema, whole, choice)];
    }
    case 'string':
      return 'name';
    case 'boolean':
      return choice % 2 === 0;
    case 'null':
      return null;
    default:
      return 3 + choice;
  }
}

const kindOf = (schema: Schema): string => String(schema.properties?.kind?.const);
const RULES: readonly Rule[] = ['out-of-bounds-read', 'global-race', 'uninitialized-read', 'policy-violation'];

describe('every kind of detail', () => {
  it.each(KINDS.map((schema) => [kindOf(schema), schema] as const))('%s is rendered from its data', (_, schema) => {
    for (const whole of [false, true])
      for (let choice = 0; choice < 12; choice++) {
        const detail = findingDetailSchema.parse(sample(schema, whole, choice)) as FindingDetail;
        for (const rule of RULES) {
          const place = whole && ({ line: 7, kernel: 'k', block: [1, 0, 0], thread: [2, 0, 0] } as const);
          const finding = worded({ rule, severity: 'error', ...place, detail } as Parameters<typeof worded>[0]);
          expect(finding.message).toMatch(/(?:[.!?]|: name)$/s);
          expect(`${finding.message} ${finding.hint}`).not.toMatch(/\[object|NaN\b(?! \(|\))|\bnull\b(?! pointer)/);
          const facts = factsOf(finding);
          expect(facts && worded(facts)).toEqual(finding);
        }
      }
  });
});
