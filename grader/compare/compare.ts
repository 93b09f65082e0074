import { AssignmentError } from '../platform/index.ts';
import { absoluteTolerance, elementBytes, isAbsolute, isBasicType } from '../spec/index.ts';
import { type CompareBackend, type CompareJob, MARK } from './backend.ts';
import type { CompareRequest, Comparison } from './comparison.ts';
import { unravel, viewElements } from './elements.ts';
import { findPatterns } from './patterns/index.ts';
import { compareBackend } from './select.ts';
import { twin } from './twin.ts';

/**
 * Compares one output with what is expected, and says what its wrong elements have in common. The work is done off the
 * event loop where the native addon is built.
 * @throws AssignmentError where an expected element is not finite
 * @throws RangeError where sizes do not agree
 */
export async function compareOutput(
  request: CompareRequest,
  backend: CompareBackend = compareBackend(),
): Promise<Comparison> {
  checkSizes(request);
  const { got, state, want, type, shape } = request;
  const tolerance = typeof request.tolerance === 'number' ? absoluteTolerance(request.tolerance) : request.tolerance;
  const { absolute, relative, ulps } = tolerance;
  if (!isBasicType(type) || !isAbsolute(tolerance)) backend = twin;
  const bySize = isAbsolute(tolerance) ? {} : { bySize: { relative, ulps } };
  const job: CompareJob = { got, state, want, type, tolerance: absolute, ...bySize, marks: null };
  const tally = await backend.compare(job);
  if (tally.badWant >= 0) {
    const index = unravel(tally.badWant, shape).join(', ');
    throw new AssignmentError(
      `The expected output is ${want[tally.badWant]} at [${index}]: expected outputs must be finite numbers.`,
    );
  }
  const { wrong, unwritten, nan, infinite } = tally;
  const share = tally.maxShare === undefined ? {} : { maxShare: tally.maxShare };
  const counted = { checked: want.length, wrong, unwritten, nan, infinite };
  const maxError = tally.maxError < 0 ? null : tally.maxError;
  if (tally.firstBad < 0) {
    return {
      ...counted,
      ...share,
      maxError,
      firstMismatch: null,
      firstWrong: null,
      pattern: null,
      unwrittenPattern: null,
    };
  }
  // Only a failing output is worth a byte an element, and a second pass.
  const marks = new Uint8Array(want.length);
  await backend.compare({ ...job, marks });
  const elements = viewElements(got, type);
  const first = marks.indexOf(MARK.wrong);
  const firstWrong =
    first < 0 ? null : { index: unravel(first, shape), got: elements[first] as number, want: want[first] as number };
  const patterns =
    request.anyOrder === true
      ? { pattern: null, unwrittenPattern: null }
      : findPatterns(request, elements, marks, counted);
  return { ...counted, ...share, maxError, firstMismatch: unravel(tally.firstBad, shape), firstWrong, ...patterns };
}

function checkSizes({ got, state, want, shape, type, tolerance }: CompareRequest): void {
  const elements = shape.reduce((product, extent) => product * extent, 1);
  const bytes = elements * elementBytes(type);
  const agree = want.length === elements && got.length === bytes && state.length === bytes;
  if (!agree) {
    throw new RangeError(
      `An output of [${shape.join(', ')}] ${type} has ${elements} elements and ${bytes} bytes; ` +
        `given were ${want.length} expected elements, ${got.length} bytes and ${state.length} flags.`,
    );
  }
  const parts = typeof tolerance === 'number' ? [tolerance] : [tolerance.absolute, tolerance.relative, tolerance.ulps];
  const bad = parts.find((part) => !(part >= 0));
  if (bad !== undefined) throw new RangeError(`A tolerance cannot be ${bad}.`);
}
