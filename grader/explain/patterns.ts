import type { PatternFacts } from '../result/index.ts';
import { list, number, ordinal, plural } from './text.ts';

/** Names of the dimensions of an output, slowest first. */
function axisName(axis: number | null, dimensions: number, many: boolean): string {
  const names = dimensions === 2 ? ['row', 'column'] : dimensions === 3 ? ['plane', 'row', 'column'] : [];
  const name = axis === null ? 'element' : (names[axis] ?? 'element');
  return many ? `${name}s` : name;
}

/** What the failing elements of an output have in common, as a clause: "the last 14 columns", "every 4th element". */
export function wordPattern(pattern: PatternFacts, dimensions: number, components: readonly string[] = []): string {
  const component = componentOf(pattern, dimensions, components);
  const noun = component === null ? wordExact(pattern, dimensions) : `component ${component} of each vector`;
  const { elsewhere = 0, partly = false } = isPlace(pattern) ? pattern : {};
  if (elsewhere === 0 && !partly) {
    if (pattern.kind === 'triangle') return `everything ${noun}`;
    return pattern.kind === 'whole-tiles' || pattern.kind === 'whole-blocks' ? `${noun}, each as a whole` : noun;
  }
  const share = elsewhere === 0 ? 'all of them' : `all but ${number(elsewhere)} of them`;
  if (pattern.kind === 'triangle') return `${share} ${noun}`;
  if (pattern.kind === 'all-but-every-kth') return `${share} ${noun.replace('all but', 'outside')}`;
  return `${share} ${pattern.kind === 'every-kth' ? 'at' : 'within'} ${noun}`;
}

/** Returns the one component in which all vectors are wrong; `null` if there is none. */
function componentOf(pattern: PatternFacts, dimensions: number, components: readonly string[]): string | null {
  if (components.length === 0) return null;
  const isOfVector = (axis: number | null) => axis === dimensions - 1;
  switch (pattern.kind) {
    case 'slice':
      return isOfVector(pattern.axis) ? (components[pattern.index] ?? null) : null;
    case 'tail': {
      const [tail, ...others] = pattern.tails;
      const isOne = others.length === 0 && tail !== undefined && isOfVector(tail.axis);
      return isOne && tail.extent - tail.from === 1 ? (components[tail.from] ?? null) : null;
    }
    case 'every-kth':
      return pattern.axis === null && pattern.step === components.length ? (components[pattern.phase] ?? null) : null;
    default:
      return null;
  }
}

type Tail = Extract<PatternFacts, { kind: 'tail' }>['tails'][number];

function isPlace(pattern: PatternFacts): pattern is PatternFacts & { elsewhere?: number; partly?: true } {
  return 'elsewhere' in pattern || 'partly' in pattern;
}

/** Returns a place as a noun, and a value as a clause. */
function wordExact(pattern: PatternFacts, dims: number): string {
  const axis = (of: number | null, many = true) => axisName(of, dims, many);
  const tail = ({ axis: of, from, extent }: Tail) =>
    `the last ${extent - from === 1 ? axis(of, false) : `${number(extent - from)} ${axis(of)}`}`;
  switch (pattern.kind) {
    case 'everywhere':
      return 'all of them';
    case 'last-partial-block':
      return `${list(pattern.tails.map(tail))}, exactly the elements after the last full block`;
    case 'tail':
      return list(pattern.tails.map(tail));
    case 'range':
      return `${axis(pattern.axis)} ${number(pattern.from)} to ${number(pattern.to - 1)}`;
    case 'slice':
      return `${axis(pattern.axis, false)} ${number(pattern.index)}, counted from 0`;
    case 'every-kth':
      return `every ${ordinal(pattern.step)} ${axis(pattern.axis, false)}, starting with number ${number(pattern.phase)}`;
    case 'all-but-every-kth':
      return `all but every ${ordinal(pattern.step)} ${axis(pattern.axis, false)}`;
    case 'border':
      return pattern.width === 1
        ? 'the outermost rows and columns'
        : `the outermost ${number(pattern.width)} rows and columns`;
    case 'checkerboard':
      return `every second tile of ${number(pattern.rows)} × ${number(pattern.columns)} elements, like a chessboard`;
    case 'whole-tiles':
      return `${number(pattern.failing)} of ${plural(pattern.tiles, 'tile')} of ${number(pattern.rows)} × ${number(pattern.columns)} elements`;
    case 'every-other-block':
      return `every second block of ${number(pattern.block)} elements, starting with the ${pattern.first === 0 ? 'first' : 'second'}`;
    case 'whole-blocks':
      return `${number(pattern.failing)} of ${plural(pattern.blocks, 'block')} of ${number(pattern.block)} elements`;
    case 'triangle':
      return `${pattern.side === 'upper' ? 'above' : 'below'} the diagonal`;
    case 'not-a-number':
      return 'they are not a number (NaN)';
    case 'constant':
      return `they all hold ${pattern.varies ? 'one value, here ' : ''}${number(Number(pattern.value))}`;
    case 'constant-factor':
      return `they are ${number(Number(Number(pattern.factor).toPrecision(3)))} times what they should be`;
    case 'constant-offset':
      return `they are ${number(Math.abs(Number(pattern.offset)))} too ${Number(pattern.offset) > 0 ? 'large' : 'small'}`;
    case 'transposed':
      return 'rows and columns are swapped: the output is transposed';
    case 'shifted':
      return `they hold the value of the element ${plural(Math.abs(pattern.by), 'position')} ${pattern.by > 0 ? 'earlier' : 'later'}, if there is one`;
    case 'input-copy':
      return `they are a copy of ${pattern.planes > 1 ? `plane ${pattern.plane} of ` : ''}the input ${pattern.input}`;
    case 'swapped-planes':
      return `the planes of the ${pattern.of} are swapped (order ${pattern.order.join(', ')})`;
    case 'interleaved-planes':
      return `the ${pattern.of} was treated as pixel by pixel (RGBRGB…), but it is stored plane by plane (RRR…GGG…BBB…)`;
    case 'plane-stride':
      return `the planes of the input were treated as ${pattern.name} elements apart, which is wrong`;
    case 'ignored-plane':
      return `plane ${pattern.plane} of ${number(pattern.planes)} does not affect the result`;
    case 'other-weights':
      return `the planes were added up with other weights (about ${pattern.weights
        .map(Number)
        .map((weight) => number(Math.abs(weight) < 0.005 ? 0 : weight))
        .join(', ')})`;
    case 'partial-sum':
      return `only the first ${number(pattern.terms)} of ${plural(pattern.of, 'term')} were added up`;
    case 'input-transposed':
      return `${pattern.input} was read with its rows and columns swapped`;
    case 'input-stride':
      return `rows of ${pattern.input} were treated as ${pattern.name} elements long, which is wrong`;
    case 'accumulated':
      return 'the right value was added to the old contents of the output';
  }
}
