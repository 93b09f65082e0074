import { describe, expect, it } from 'vitest';
import { AssignmentError } from '../../grader/platform/errors.ts';
import {
  type AssignmentSpec,
  type Calibration,
  calibrationPath,
  calibrationSchema,
  loadCalibration,
  operationsOf,
  parseAssignment,
  resolveAssignment,
  thresholdsFor,
} from '../../grader/spec/index.ts';
import { validSpec, yaml } from './specs.ts';

const TIERS = [
  { name: 'best', points: 9, minReferenceRatio: 0.9 },
  { name: 'lean', points: 8, minBandwidth: 0.6 },
  { name: 'busy', points: 7, minPeak: 0.3 },
  { name: 'fast', points: 6, minRatio: 2 },
];
const TIMING = { baseline: 'a.cu', reference: 'b.cu', dims: { h: 64, w: 32, k: 16 }, tiers: TIERS };

function specWith(change: Record<string, unknown> = {}): AssignmentSpec {
  const text = yaml({ ...validSpec(), timing: TIMING, ...change });
  const result = parseAssignment(text, { folder: null, siblings: () => 1 });
  if (result.status !== 'valid') throw new Error(JSON.stringify(result.problems));
  return result.spec;
}

const calibration = (change: Record<string, unknown> = {}) => ({
  schemaVersion: 1,
  gpu: 'NVIDIA H200',
  driver: '13.0',
  nvcc: '12.4.131',
  date: '2026-11-21',
  dims: TIMING.dims,
  baselineMs: 3.5,
  tiers: [{ name: 'fast', minRatio: 2.83, above: 0.4, below: null }],
  measured: [{ file: 'x.cu', tier: 'fast', kind: 'accepted', ms: 1, ratio: 3.5, interval: [3.4, 3.6] }],
  ...change,
});
const reads = (text: string) => () => new TextEncoder().encode(text);
const loaded = (change: Record<string, unknown> = {}) =>
  loadCalibration(specWith(), 'NVIDIA H200', reads(JSON.stringify(calibration(change), null, 2)));

/** Details of the error that a file is refused with. */
function refusal(text: string): { readonly message: string; readonly details: readonly string[] } {
  try {
    loadCalibration(specWith(), 'NVIDIA H200', reads(text));
  } catch (error) {
    if (error instanceof AssignmentError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}
const refused = (change: Record<string, unknown>) => refusal(JSON.stringify(calibration(change), null, 2)).details;

describe('the file of a calibration', () => {
  it.each([
    ['NVIDIA H200', 'calibration/nvidia-h200.json'],
    ['NVIDIA A100-SXM4-80GB', 'calibration/nvidia-a100-sxm4-80gb.json'],
    ['NVIDIA GeForce RTX 4090 (Laptop)', 'calibration/nvidia-geforce-rtx-4090-laptop.json'],
    ['../../etc/passwd', 'calibration/etc-passwd.json'],
  ])('of %s is %s', (gpu, path) => {
    expect(calibrationPath(gpu)).toBe(path);
  });

  it('is read with its defaults', () => {
    expect(loaded()).toMatchObject({ baselineMs: 3.5, referenceMs: null, tiers: [{ name: 'fast', of: 'baseline' }] });
  });

  it('is asked for by its name, and need not be there', () => {
    const asked: string[] = [];
    const found = loadCalibration(specWith(), 'NVIDIA T4', (path) => {
      asked.push(path);
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    });
    expect([found, asked]).toEqual([null, ['calibration/nvidia-t4.json']]);
  });

  it('is the assignment’s fault where it cannot be read', () => {
    const load = () =>
      loadCalibration(specWith(), 'NVIDIA H200', () => {
        throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
      });
    expect(load).toThrow(AssignmentError);
    expect(load).toThrow(/calibration\/nvidia-h200\.json of matmul-demo cannot be read: permission denied/);
  });
});

describe('a broken calibration', () => {
  it.each([
    ['another version', { schemaVersion: 2 }, /nvidia-h200\.json:2:20: .*expected 1; found 2/],
    ['a time of nothing', { baselineMs: 0 }, /:\d+:\d+: `baselineMs` is too small; expected more than 0/],
    ['a threshold in words', { tiers: [{ name: 'fast', minRatio: 'two', above: 0, below: 0 }] }, /minRatio.*number/],
    ['another date', { date: '21.11.2026' }, /`date` has the wrong form; expected a date, e\.g\. 2026-11-21/],
    ['a key of its own', { speed: 3 }, /unknown key `speed`/],
    [
      'a tier that the assignment does not have',
      { tiers: [{ name: 'faster', minRatio: 2, above: 0, below: 0 }] },
      /nvidia-h200\.json:15:\d+: assignment\.yaml has no tier faster; expected one of best, lean, busy, fast; found faster/,
    ],
    [
      'a tier twice',
      { tiers: [calibration().tiers[0], calibration().tiers[0]] },
      /this tier is there twice; expected each tier once; found fast/,
    ],
    [
      'a tier about something else',
      { tiers: [{ name: 'lean', of: 'peak', minRatio: 0.5, above: 0, below: 0 }] },
      /the tier lean is about something else; expected bandwidth; found peak/,
    ],
  ])('has its line and what was expected told: %s', (_, change, expected) => {
    const details = refused(change);
    expect(details).toHaveLength(1);
    expect(details[0]).toMatch(expected);
  });

  it('is reported with all its mistakes, in order', () => {
    const lines = refused({ gpu: 3, baselineMs: -1 }).map((detail) => Number(detail.split(':')[1]));
    expect(lines).toEqual([3, 12]);
  });

  it('is reported if it is empty or not JSON', () => {
    expect(refusal('').details).toEqual([
      'calibration/nvidia-h200.json:1:1: the file is empty; expected a calibration, as `grade calibrate` writes it',
    ]);
    const { message, details } = refusal('{"schemaVersion": 1,\n "gpu": "x"');
    expect(message).toMatch(/calibration\/nvidia-h200\.json of matmul-demo cannot be used/);
    expect(details[0]).toMatch(/^calibration\/nvidia-h200\.json:\d+:\d+: /);
  });
});

describe('the thresholds', () => {
  const points = [9, 8, 7, 6];

  it('are those of the specification where there is no calibration, best first', () => {
    expect(thresholdsFor(specWith(), null)).toEqual([
      { name: 'best', points: points[0], of: 'reference', minRatio: 0.9 },
      { name: 'lean', points: points[1], of: 'bandwidth', minRatio: 0.6 },
      { name: 'busy', points: points[2], of: 'peak', minRatio: 0.3 },
      { name: 'fast', points: points[3], of: 'baseline', minRatio: 2 },
    ]);
  });

  it('are those of the calibration if it has one, in specified order', () => {
    const tiers = [
      { name: 'fast', minRatio: 2.83, above: 0.2, below: null },
      { name: 'best', of: 'reference', minRatio: 0.85, above: 0.2, below: null },
    ];
    const ratios = thresholdsFor(specWith(), loaded({ tiers })).map(({ name, of, minRatio }) => [name, of, minRatio]);
    expect(ratios).toEqual([
      ['best', 'reference', 0.85],
      ['lean', 'bandwidth', 0.6],
      ['busy', 'peak', 0.3],
      ['fast', 'baseline', 2.83],
    ]);
  });

  it('are none where no tier is declared', () => {
    expect(thresholdsFor(specWith({ timing: { baseline: 'a.cu', dims: TIMING.dims } }), null)).toEqual([]);
  });

  it('do not change the calibration', () => {
    const before: Calibration = calibrationSchema.parse(calibration());
    const copy = structuredClone(before);
    thresholdsFor(specWith(), before);
    expect(before).toEqual(copy);
  });
});

describe('the number of operations', () => {
  it('of a matrix product is two a term, whatever the dimensions are called', () => {
    expect(operationsOf(specWith(), TIMING.dims)).toBe(2 * 64 * 32 * 16);
    const renamed = yaml({ ...validSpec(), timing: { ...TIMING, dims: { h: 64, w: 32, k: 16 } } })
      .replaceAll(/\bh\b/g, 'rows')
      .replaceAll(/\bw\b/g, 'columns')
      .replaceAll(/\bk\b/g, 'inner');
    const result = parseAssignment(renamed, { folder: null, siblings: () => 1 });
    if (result.status !== 'valid') throw new Error(JSON.stringify(result.problems));
    expect(operationsOf(result.spec, { rows: 64, columns: 32, inner: 16 })).toBe(2 * 64 * 32 * 16);
  });

  it('of a grey picture is five a pixel', () => {
    expect(operationsOf(resolveAssignment('grayscale').spec, { height: 10, width: 20 })).toBe(1000);
  });

  it('is what the specification says where it does', () => {
    const timing = { ...TIMING, operations: '3*h*w' };
    expect(operationsOf(specWith({ timing }), TIMING.dims)).toBe(3 * 64 * 32);
  });

  it('is not known of an operation that is not built in', () => {
    const timing = { baseline: 'a.cu', dims: TIMING.dims };
    expect(operationsOf(specWith({ expected: { operation: 'simulator' }, timing }), TIMING.dims)).toBeNull();
  });
});
