import { AssignmentError } from '../platform/index.ts';
import { elementBytes, isBasicType } from '../spec/index.ts';
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
  if (!isBasicType(request.type)) backend = twin;
  const { got, state, want, type, tolerance, shape } = request;
  const job: CompareJob = { got, state, want, type, tolerance, marks: null };
  const tally = await backend.compare(job);
  if (tally.badWant >= 0) {
    const index = unravel(tally.badWant, shape).join(', ');
    throw new AssignmentError(
      `The expected output is ${want[tally.badWant]} at [${index}]: expected outputs must be finite numbers.`,
    );
  }
  const { wrong, unwritten, nan, infinite } = tally;
  const counted = { checked: want.length, wrong, unwritten, nan, infinite };
  const maxError = tally.maxError < 0 ? null : tally.maxError;
  if (tally.firstBad < 0) {
    return { ...counted, maxError, firstMismatch: null, firstWrong: null, pattern: null, unwrittenPattern: null };
  }
  // Only a failing output is worth a byte an element, and a second pass.
  const marks = new Uint8Array(want.length);
  await backend.compare({ ...job, marks });
  const elements = viewElements(got, type);
  const first = marks.indexOf(MARK.wrong);
  const firstWrong =
    first < 0 ? null : { index: unravel(first, shape), got: elements[first] as number, want: want[first] as number };
  const patterns = findPatterns(request, elements, marks, counted);
  return { ...counted, maxError, firstMismatch: unravel(tally.firstBad, shape), firstWrong, ...patterns };
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
  if (!(tolerance >= 0)) throw new RangeError(`A tolerance cannot be ${tolerance}.`);
}
