import fc from 'fast-check';
import {
  type ArrayShape,
  type Builtin,
  type Expression,
  type FuzzKernel,
  LOOP_DEPTH,
  type Place,
  type Size3,
  type Statement,
  VARIABLES,
} from './kernel.ts';

const AXES = ['x', 'y', 'z'] as const;
const BUILTINS: readonly Builtin[] = [
  ...AXES.flatMap((axis) => [`threadIdx.${axis}`, `blockIdx.${axis}`, `blockDim.${axis}`, `gridDim.${axis}`] as const),
  'thread',
  'block',
  'global',
  'n',
];
const variable = fc.nat({ max: VARIABLES - 1 });
const builtin = (...names: readonly Builtin[]): fc.Arbitrary<Expression> =>
  fc.constantFrom(...names).map((name) => ({ kind: 'builtin', name }));

/** What does not hang on memory: indexes and conditions are mostly made of it. */
const plain = tree(
  fc.oneof(
    builtin('thread', 'global', 'block', 'n'),
    builtin(...BUILTINS),
    fc.nat({ max: 40 }).map((value): Expression => ({ kind: 'constant', value })),
    fc.nat({ max: LOOP_DEPTH - 1 }).map((up): Expression => ({ kind: 'counter', up })),
  ),
);
const anything = tree(
  fc.oneof(
    variable.map((number): Expression => ({ kind: 'variable', number })),
    builtin('thread', 'global', 'block', 'n'),
    fc
      .oneof(fc.nat({ max: 40 }), fc.nat({ max: 2 ** 32 - 1 }))
      .map((value): Expression => ({ kind: 'constant', value })),
    fc.nat({ max: LOOP_DEPTH - 1 }).map((up): Expression => ({ kind: 'counter', up })),
  ),
);

function tree(leaf: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc.letrec<{ tree: Expression; leaf: Expression }>((tie) => ({
    leaf,
    tree: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: tie('leaf') },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('binary' as const),
          operator: fc.constantFrom('+', '-', '*', '&', '|', '^', '<', '<=', '==', '!='),
          a: tie('tree'),
          b: tie('tree'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('by' as const),
          operator: fc.constantFrom('%', '/', '<<', '>>'),
          a: tie('tree'),
          constant: fc.integer({ min: 1, max: 31 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constantFrom('call' as const, 'float' as const),
          a: tie('tree'),
          b: tie('tree'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('select' as const),
          condition: tie('tree'),
          yes: tie('tree'),
          no: tie('tree'),
        }),
      },
    ),
  })).tree;
}

const condition: fc.Arbitrary<Expression> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('<', '<=', '==', '!='),
      a: plain,
      b: plain,
    }),
  },
  { weight: 2, arbitrary: plain },
  { weight: 1, arbitrary: anything },
);

/** As kernels are: a thread's own element, a neighbour's, every second one, or anywhere in the array or just outside. */
const index: fc.Arbitrary<Expression> = fc.oneof(
  { weight: 4, arbitrary: builtin('thread', 'global', 'threadIdx.x') },
  {
    weight: 3,
    arbitrary: fc
      .record({ base: builtin('thread', 'global', 'threadIdx.x', 'threadIdx.y'), by: fc.nat({ max: 3 }), plus: plain })
      .map(
        ({ base, by, plus }): Expression => ({
          ...{ kind: 'binary', operator: '+', b: { kind: 'by', operator: '%', a: plus, constant: 7 } },
          a: { kind: 'binary', operator: '*', a: base, b: { kind: 'constant', value: by } },
        }),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        a: fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: anything }),
        constant: fc.integer({ min: 1, max: 80 }),
      })
      .map(({ a, constant }): Expression => ({ kind: 'by', operator: '%', a, constant })),
  },
);
const place: fc.Arbitrary<Place> = fc.record({
  array: fc.nat({ max: 5 }),
  view: fc.oneof(
    { weight: 10, arbitrary: fc.constant('elements' as const) },
    { weight: 2, arbitrary: fc.constant('bytes' as const) },
    { weight: 1, arbitrary: fc.constant('shifted' as const) },
    { weight: 2, arbitrary: fc.constantFrom('pairs' as const, 'quads' as const) },
  ),
  index,
  back: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) }),
});

const simple = (kernelWaits: boolean): fc.WeightedArbitrary<Statement>[] => [
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('load' as const), variable, place }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('store' as const), place, value: anything }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('set' as const), variable, value: anything }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('atomic' as const),
      name: fc.constantFrom('atomicAdd', 'atomicSub', 'atomicMax', 'atomicMin', 'atomicOr', 'atomicXor'),
      place: place.map((at): Place => ({ ...at, view: 'elements' })),
      value: anything,
      result: fc.oneof(fc.constant<number | null>(null), variable),
    }),
  },
  ...(kernelWaits
    ? [{ weight: 2, arbitrary: fc.boolean().map((group): Statement => ({ kind: 'syncthreads', group })) }]
    : []),
];
const warpStatements: fc.WeightedArbitrary<Statement>[] = [
  { weight: 1, arbitrary: fc.constant(null).map((): Statement => ({ kind: 'syncwarp' })) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('shuffle' as const),
      name: fc.constantFrom('__shfl_sync', '__shfl_up_sync', '__shfl_down_sync', '__shfl_xor_sync'),
      variable,
      value: anything,
      lane: fc.nat({ max: 31 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ballot' as const), variable, value: condition }) },
];

/** Statements of a kernel that has barriers, or has none; warp functions stand outside of branches and loops. */
function body(waits: boolean, warps: boolean): fc.Arbitrary<Statement[]> {
  const { nested } = fc.letrec<{ nested: Statement[]; statement: Statement }>((tie) => ({
    nested: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }),
    statement: fc.oneof(
      { maxDepth: LOOP_DEPTH, depthSize: 'small' },
      ...simple(waits),
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('if' as const),
          condition,
          yes: tie('nested'),
          no: fc.oneof(fc.constant([]), tie('nested')),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('for' as const), turns: plain, body: tie('nested') }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const), condition }) },
    ),
  }));
  // A statement of its own each, among those that may nest.
  const one = nested.map((statements) => statements.slice(0, 1));
  const top = warps
    ? fc.oneof({ weight: 4, arbitrary: one }, { weight: 2, arbitrary: fc.oneof(...warpStatements).map((s) => [s]) })
    : one;
  return fc.array(top, { minLength: 1, maxLength: 9 }).map((statements) => statements.flat());
}

const size = (...sizes: readonly Size3[]) => fc.constantFrom(...sizes);
const grid = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((x): Size3 => [x, 1, 1]),
  size([1, 1, 1], [2, 1, 1], [3, 1, 1], [2, 2, 1], [1, 3, 1], [2, 1, 2]),
);
const block = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((x): Size3 => [x, 1, 1]),
  size([32, 1, 1], [33, 1, 1], [64, 1, 1], [70, 1, 1], [8, 4, 1], [5, 7, 1], [16, 3, 1], [3, 4, 3], [2, 2, 9]),
);
const type = fc.constantFrom('u32', 'u32', 'u32', 'u8', 'u16', 'u64', 'f32');
const length = fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constantFrom(32, 64, 128));
const first: fc.Arbitrary<ArrayShape> = fc.record({
  memory: fc.constant('global' as const),
  type: fc.constant('u32' as const),
  length: fc.oneof(fc.integer({ min: 1, max: 160 }), fc.constant(280)),
  filled: fc.boolean(),
});
const further: fc.Arbitrary<ArrayShape> = fc.oneof(
  fc.record({ memory: fc.constant('global' as const), type, length, filled: fc.boolean() }),
  fc.record({ memory: fc.constant('shared' as const), type, length, filled: fc.constant(false) }),
);
const dynamic: fc.Arbitrary<ArrayShape[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<ArrayShape[]>([]) },
  {
    weight: 1,
    arbitrary: fc
      .record({ memory: fc.constant('dynamic' as const), type, length, filled: fc.constant(false) })
      .map((a) => [a]),
  },
);

export const anyKernel: fc.Arbitrary<FuzzKernel> = fc.record({
  grid,
  block,
  n: fc.nat({ max: 200 }),
  arrays: fc
    .tuple(first, fc.array(further, { maxLength: 3 }), dynamic)
    .map(([one, more, last]) => [one, ...more, ...last]),
  body: fc.oneof(body(false, false), body(true, false), body(true, true)),
});
