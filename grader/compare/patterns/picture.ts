import { lumaInput } from '../reference.ts';
import type { Guess } from './guess.ts';
import type { Sample } from './sample.ts';
import type { Sight } from './sight.ts';

const WEIGHTS = [0.2989, 0.587, 0.114] as const;
/** Weights that differ by less than this are the right ones, rounded. */
const SAME_WEIGHT = 0.005;

/** What goes wrong where planes of a picture are added up: the wrong planes, pixels for planes, other weights. */
export function* lumaGuesses({ request, got, marks }: Sight, { wrong }: Sample): Generator<Guess> {
  if (request.operation !== 'luma' || !request.inputs) return;
  const [x, pixels] = lumaInput(request.inputs);
  if (pixels !== marks.length) return;
  const weigh = (weights: readonly number[], at: (plane: number) => number) =>
    weights.reduce((sum, weight, plane) => sum + weight * (x[at(plane)] as number), 0);

  yield {
    pattern: { kind: 'interleaved-planes', of: 'input', planes: 3 },
    predict: (i) => weigh(WEIGHTS, (plane) => 3 * i + plane),
  };
  for (const order of orders(3)) {
    yield {
      pattern: { kind: 'swapped-planes', of: 'input', order },
      predict: (i) => weigh(WEIGHTS, (plane) => (order[plane] as number) * pixels + i),
    };
  }
  for (const [name, stride] of Object.entries(request.dims ?? {})) {
    if (stride === pixels) continue;
    yield {
      pattern: { kind: 'plane-stride', name },
      predict: (i) => weigh(WEIGHTS, (plane) => plane * stride + i),
    };
  }
  for (const plane of [0, 1, 2]) {
    const weights = WEIGHTS.map((weight, index) => (index === plane ? 0 : weight));
    yield {
      pattern: { kind: 'ignored-plane', plane, planes: 3 },
      predict: (i) => weigh(weights, (index) => index * pixels + i),
    };
  }
  const fitted = fit(
    wrong,
    (i, plane) => x[plane * pixels + i] as number,
    (i) => got[i] as number,
  );
  if (fitted?.every((weight) => weight > -SAME_WEIGHT)) {
    const weights = fitted.map((weight) => Math.round(weight * 1000) / 1000);
    const same = weights.every((weight, plane) => Math.abs(weight - (WEIGHTS[plane] as number)) < SAME_WEIGHT);
    if (same) return;
    yield {
      pattern: { kind: 'other-weights', weights },
      predict: (i) => weigh(weights, (plane) => plane * pixels + i),
    };
  }
}

/** Every order of `count` things but the natural one. */
export function orders(count: number): number[][] {
  const extend = (order: number[]): number[][] =>
    order.length === count
      ? [order]
      : Array.from({ length: count }, (_, next) => next)
          .filter((next) => !order.includes(next))
          .flatMap((next) => extend([...order, next]));
  return extend([]).slice(1);
}

/** Least squares: the three weights that come nearest to the values; null where the planes are not independent. */
function fit(
  indexes: readonly number[],
  plane: (i: number, index: number) => number,
  value: (i: number) => number,
): number[] | null {
  const rows = [0, 1, 2].map(() => [0, 0, 0, 0]);
  for (const i of indexes) {
    // Half a level more: most conversions to an integer round down.
    const values = [plane(i, 0), plane(i, 1), plane(i, 2), value(i) + 0.5];
    rows.forEach((row, a) => {
      values.forEach((other, b) => {
        row[b] = (row[b] as number) + (values[a] as number) * other;
      });
    });
  }
  return solve(rows);
}

/** Gauss-Jordan elimination of three equations; null where they are (nearly) dependent. */
function solve(rows: number[][]): number[] | null {
  const scale = Math.max(...rows.flat().map(Math.abs));
  for (const pivot of [0, 1, 2]) {
    const best = [0, 1, 2]
      .slice(pivot)
      .reduce((a, b) => (Math.abs(rows[b]?.[pivot] ?? 0) > Math.abs(rows[a]?.[pivot] ?? 0) ? b : a));
    [rows[pivot], rows[best]] = [rows[best] as number[], rows[pivot] as number[]];
    const row = rows[pivot];
    const head = row[pivot] as number;
    if (!(Math.abs(head) > 1e-9 * scale)) return null;
    for (const other of rows) {
      if (other === row) continue;
      const factor = (other[pivot] as number) / head;
      row.forEach((value, column) => {
        other[column] = (other[column] as number) - factor * value;
      });
    }
  }
  return rows.map((row, index) => (row[3] as number) / (row[index] as number));
}
