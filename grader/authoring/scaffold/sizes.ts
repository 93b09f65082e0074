import type { Design, ScaffoldRequest } from './model.ts';

type Cases = Pick<Design, 'cases' | 'hidden' | 'timed' | 'example'>;

interface Size {
  readonly name: string;
  readonly about: string;
  readonly at: readonly number[];
}

/** Values of extents, in their order, become values by name; whatever else is an integer keeps its own. */
export function casesOf(
  { extents, numbers }: Pick<ScaffoldRequest, 'extents' | 'numbers'>,
  sizes: readonly Size[],
  ranges: readonly {
    readonly name: string;
    readonly count: number;
    readonly at: readonly (readonly [number, number])[];
  }[],
  { timed, example }: { readonly timed: readonly number[]; readonly example: readonly number[] },
): Cases {
  const fixed = Object.fromEntries(numbers.map(({ name, value }) => [name, value]));
  const dims = (at: readonly number[]) => ({
    ...Object.fromEntries(extents.map((name, index) => [name, at[index] ?? 1])),
    ...fixed,
  });
  return {
    cases: sizes.map(({ name, about, at }) => ({ name, about, dims: dims(at) })),
    hidden: ranges.map(({ name, count, at }) => ({
      name,
      count,
      dims: {
        ...Object.fromEntries(extents.map((extent, index) => [extent, at[index] ?? ([1, 3] as const)])),
        ...Object.fromEntries(numbers.map((number) => [number.name, [number.value, number.value] as const])),
      },
    })),
    timed: dims(timed),
    example: dims(example),
  };
}
