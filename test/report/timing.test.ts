import { describe, expect, it } from 'vitest';
import { type ReportInput, renderReports, renderText } from '../../grader/report/index.ts';
import { timingPlots } from '../../grader/report/plots.ts';
import { timingWords } from '../../grader/report/timing.ts';
import type { TimingEvidence } from '../../grader/timing/index.ts';
import { inputs } from './fixtures.ts';
import { withoutScript } from './rendered.ts';
import { measured, rounds, slower, timings } from './timing-fixtures.ts';

const withTiming = (timing: TimingEvidence | null): ReportInput => ({ ...inputs.accepted, timing });
const fileOf = (timing: TimingEvidence | null, format: string) =>
  renderReports(withTiming(timing), [format])[0]?.content ?? '';
const html = (timing: TimingEvidence | null) => fileOf(timing, 'html');
const plain = (timing: TimingEvidence | null) => renderText(withTiming(timing), { color: false, width: 80 });
const flat = (text: string) => text.replace(/\s+/g, ' ');

function plotOf(timing: TimingEvidence, name: string) {
  const plot = timingPlots(timing).find((candidate) => candidate.name === name);
  if (!plot) throw new Error(`there is no ${name}`);
  return plot;
}

function marksOf(timing: TimingEvidence, name: string, kind: string) {
  return plotOf(timing, name).marks.filter((mark) => mark.kind === kind);
}

/** What is the one element of a list. */
function only<T>(items: readonly T[]): T {
  expect(items).toHaveLength(1);
  return items[0] as T;
}

describe.each(Object.entries<TimingEvidence>(timings))('a timing that is %s', (_name, timing) => {
  it('keeps to 80 columns on the terminal', () => {
    const lines = plain(timing).split('\n');
    expect(lines).toContain('Speed');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('has the same sentence, GPU and tiers in every format', () => {
    const { sentence, tiers, facts } = timingWords(timing);
    const pages = [flat(plain(timing)), fileOf(timing, 'md'), html(timing).replaceAll('&quot;', '"')];
    for (const page of pages) {
      expect(page).toContain(sentence);
      expect(page).toContain('NVIDIA H200');
      expect(page).toContain('CUDA 13.0');
      for (const { name, asks, result } of tiers) {
        expect(page).toContain(name);
        expect(page).toContain(asks);
        expect(page).toContain(result);
      }
    }
    expect(facts.map(({ name }) => name)).toEqual(expect.arrayContaining(['Rounds', 'Dropped rounds', 'SM clock']));
  });

  it('is drawn inside its plots, with a text alternative and no foreign parts', () => {
    const page = html(timing);
    expect(withoutScript(page)).not.toMatch(/<script|<link|https?:|\sstyle=|\son\w+=|NaN|Infinity|undefined/);
    const plots = timingPlots(timing);
    expect(page.split('<svg').length - 1).toBe(plots.length + html(null).split('<svg').length - 1);
    for (const { width, height, alt, lines, marks, labels } of plots) {
      expect(alt.length).toBeGreaterThan(40);
      const ends = lines.flatMap(({ x1, y1, x2, y2 }) => [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
      ]);
      for (const { x, y } of [...ends, ...marks, ...labels]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(height);
      }
    }
  });
});

describe('the words', () => {
  it('say times, ratio and interval, and which tier was reached', () => {
    const words = timingWords(measured);
    expect(words.sentence).toBe(
      'It takes 2.11 ms on NVIDIA H200 and the baseline 3.14 ms: 1.489 times as fast (95 % interval 1.485 to 1.492), which reaches the tier "fast".',
    );
    expect(words.times).toEqual([
      { name: 'Submission', median: '2.11 ms', ratio: '1.489 (1.485 to 1.492)' },
      { name: 'Baseline', median: '3.14 ms', ratio: null },
      { name: 'Reference', median: '1.86 ms', ratio: '1.69' },
      { name: 'Plain CPU loop', median: '11,500 ms', ratio: '1/3,660' },
    ]);
    expect(words.tiers.map(({ name, points, result }) => [name, points, result])).toEqual([
      ['fast', '10 points', 'reached'],
      ['good', '7 points', 'surpassed'],
      ['fair', '4 points', 'surpassed'],
    ]);
    expect(Object.fromEntries(words.facts.map(({ name, value }) => [name, value]))).toEqual({
      GPU: 'NVIDIA H200',
      Driver: 'CUDA 13.0',
      Size: 'n = 2,048',
      Rounds: '12',
      'Dropped rounds': 'none',
      'SM clock': '1,965 to 1,980 MHz',
      'Least time possible': '0.257 ms',
    });
  });

  it('say that a tier was too close to call', () => {
    const { sentence, tiers } = timingWords(timings['too close']);
    expect(sentence).toMatch(/which reaches the tier "fast", too close to call\.$/);
    expect(tiers[0]?.result).toBe('reached, too close to call');
  });

  it('say whether thresholds are those of this GPU', () => {
    expect(timingWords(measured).calibration).toBe('The thresholds were measured on NVIDIA H200.');
    expect(timingWords(timings['too close']).calibration).toContain('were not measured on NVIDIA H200');
    expect(timingWords(timings['no tiers']).calibration).toBeNull();
  });

  it('say that no tier was reached', () => {
    const { sentence, tiers } = timingWords(timings['too slow']);
    expect(sentence).toContain('which reaches no tier');
    expect(tiers.map(({ result }) => result)).toEqual(['not reached', 'not reached', 'not reached']);
  });

  it.each(['wrong', 'failed', 'not replayable'] as const)('give no times and no tier where it is %s', (name) => {
    const { sentence, times, tiers } = timingWords(timings[name]);
    expect(sentence).toMatch(/^No speed is given: /);
    expect(times).toEqual([]);
    expect(tiers.every(({ result }) => result === 'not judged')).toBe(true);
    expect(timingPlots(timings[name])).toEqual([]);
  });

  it.each(['below floor', 'unsteady'] as const)('show what does not count where it is %s', (name) => {
    const { sentence, times, tiers } = timingWords(timings[name]);
    expect(sentence).toMatch(/^The speed does not count: /);
    expect(times).toHaveLength(4);
    expect(tiers.every(({ result }) => result === 'not judged')).toBe(true);
  });

  it('leave out a reference and a CPU loop that there are not', () => {
    const { times } = timingWords(timings['no reference']);
    expect(times.map(({ name }) => name)).toEqual(['Submission', 'Baseline']);
    for (const { marks } of timingPlots(timings['no reference']))
      expect(marks.filter(({ kind }) => kind === 'reference')).toEqual([]);
  });

  it('give as many digits as tell the ends of an interval apart', () => {
    const ratioOf = (ratio: number, interval: readonly [number, number]) =>
      timingWords({ ...measured, ratio, interval }).times[0]?.ratio;
    expect(ratioOf(2.004, [1.9, 2.1])).toBe('2 (1.9 to 2.1)');
    expect(ratioOf(2.00414, [2.0041, 2.0042])).toBe('2.0041 (2.0041 to 2.0042)');
    expect(ratioOf(2, [2, 2])).toBe('2 (2 to 2)');
  });
});

describe('the report', () => {
  it.each(['html', 'md'])('has no section on speed where nothing was timed (%s)', (format) => {
    expect(fileOf(null, format)).not.toMatch(/\bSpeed\b/);
    expect(plain(null)).not.toMatch(/\bSpeed\b/);
  });

  it('has tables in Markdown', () => {
    const text = fileOf(measured, 'md');
    expect(text).toContain('| Submission | 2.11 ms | 1.489 (1.485 to 1.492) |');
    expect(text).toContain('| fast | 10 points | 1.38 times as fast as the baseline | reached |');
    expect(text).toContain('| SM clock | 1,965 to 1,980 MHz |');
  });

  it('takes names that are out to do harm as names', () => {
    const gpu = { ...measured.gpu, name: '<script>x</script>\u001b[31m' };
    const timing = { ...measured, gpu, tiers: measured.tiers.map((tier) => ({ ...tier, name: `<b>|${tier.name}` })) };
    expect(withoutScript(html(timing))).not.toMatch(/<script|<b>/);
    expect(plain(timing)).not.toContain('\u001b');
    expect(fileOf(timing, 'md')).not.toMatch(/(?<!\\)<b>/);
  });
});

describe('the distribution', () => {
  it('has a point for each round of each program', () => {
    for (const kind of ['submission', 'baseline', 'reference'])
      expect(marksOf(measured, 'distribution', kind)).toHaveLength(rounds.length);
  });

  it('puts a longer time further right, and equal factors equally far apart', () => {
    const times = [1, 2, 4].map((studentMs) => ({ studentMs, baselineMs: 5, referenceMs: null }));
    const timing = { ...measured, rounds: times, studentMs: 2, baselineMs: 5, referenceMs: null };
    const [one = 0, two = 0, four = 0] = marksOf(timing, 'distribution', 'submission').map(({ x }) => x);
    expect(two).toBeGreaterThan(one + 20);
    expect(four - two).toBeCloseTo(two - one, 1);
  });

  it('marks the median between the first and the last of its points', () => {
    const timing = slower(1.1);
    const median = plotOf(timing, 'distribution').lines.filter(({ kind }) => kind === 'median')[0];
    const places = marksOf(timing, 'distribution', 'submission').map(({ x }) => x);
    expect(median?.x1).toBe(median?.x2);
    expect(median?.x1).toBeGreaterThanOrEqual(Math.min(...places));
    expect(median?.x1).toBeLessThanOrEqual(Math.max(...places));
  });

  it('keeps the points of a program in its row', () => {
    const rows = ['submission', 'baseline', 'reference'].map((kind) =>
      marksOf(measured, 'distribution', kind).map(({ y }) => y),
    );
    const [first = [], second = [], third = []] = rows;
    expect(Math.max(...first)).toBeLessThan(Math.min(...second));
    expect(Math.max(...second)).toBeLessThan(Math.min(...third));
  });
});

describe('the interval', () => {
  const { lines, labels } = plotOf(measured, 'interval');
  const thresholds = lines.filter(({ kind }) => ['threshold', 'reached', 'baseline'].includes(kind));

  it('has thresholds in their order, with the baseline among them', () => {
    const places = thresholds.map(({ x1 }) => x1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(4);
    expect(labels.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['fair 0.8', 'baseline 1', 'good 1.04', 'fast 1.38']),
    );
    expect(thresholds.map(({ kind }) => kind)).toEqual(['threshold', 'baseline', 'threshold', 'reached']);
  });

  it('is past a reached threshold, and across one that is too close to call', () => {
    const ends = (timing: TimingEvidence) => {
      const plot = plotOf(timing, 'interval');
      const span = plot.lines.filter(({ kind }) => kind === 'span')[0];
      return [only(plot.lines.filter(({ kind }) => kind === 'reached')).x1, span?.x1 ?? 0, span?.x2 ?? 0] as const;
    };
    const [sure, low, high] = ends(measured);
    expect(sure).toBeLessThan(low);
    expect(low).toBeLessThan(high);
    const [close, from, to] = ends(timings['too close']);
    expect(from).toBeLessThan(close);
    expect(close).toBeLessThan(to);
  });

  it('has its point between its ends', () => {
    const point = only(marksOf(timings['too close'], 'interval', 'submission'));
    const span = plotOf(timings['too close'], 'interval').lines.filter(({ kind }) => kind === 'span')[0];
    expect(point.x).toBeGreaterThan(span?.x1 ?? 0);
    expect(point.x).toBeLessThan(span?.x2 ?? 0);
  });

  it('never has two names over each other', () => {
    const crowded = [1.38, 1.36, 1.34, 1.32, 1.3].map((minRatio, at) => ({
      name: `tier-${at}`,
      points: 1,
      of: 'baseline' as const,
      minRatio,
    }));
    const names = plotOf({ ...measured, tiers: crowded, tier: null }, 'interval').labels.filter(({ kind }) =>
      ['threshold', 'baseline'].includes(kind),
    );
    expect(names).toHaveLength(6);
    const places = names.map(({ x, y }) => ({ x, y }));
    for (const [at, one] of places.entries())
      for (const other of places.slice(at + 1))
        expect(one.y !== other.y || Math.abs(one.x - other.x) >= 60, JSON.stringify([one, other])).toBe(true);
  });

  it('puts thresholds of other kinds where the medians meet them', () => {
    const timing = timings['no operations'];
    const copy = timing.bytes / timing.gpu.measuredBandwidth;
    const fast = (0.8 * timing.baselineMs) / (1e3 * copy);
    const good = (0.5 * timing.baselineMs) / timing.referenceMs;
    const texts = plotOf(timing, 'interval').labels.map(({ text }) => text);
    expect(texts).toContain(`fast ${Number(fast.toPrecision(3))}`);
    expect(texts).toContain(`good ${Number(good.toPrecision(3))}`);
    expect(plotOf(timing, 'interval').caption).toContain('where the medians put them');
  });
});

describe('the roofline', () => {
  const { lines, marks, labels } = plotOf(measured, 'roofline');
  const [slope, level] = lines.filter(({ kind }) => kind === 'roof');
  const byKind = new Map(marks.map((mark) => [mark.kind, mark]));

  it('rises with the memory and is level where arithmetic is the shorter one', () => {
    expect(slope?.y2).toBeLessThan(slope?.y1 ?? 0);
    expect([level?.x1, level?.y1]).toEqual([slope?.x2, slope?.y2]);
    expect(level?.y2).toBe(level?.y1);
    expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['4,190 GB/s', 'roof 66,900 GFLOP/s']));
  });

  it('has points at the same intensity, under the roof, the faster one higher', () => {
    expect(marks).toHaveLength(3);
    expect(new Set(marks.map(({ x }) => x)).size).toBe(1);
    expect(marks[0]?.x).toBeGreaterThan(level?.x1 ?? 0);
    for (const { y } of marks) expect(y).toBeGreaterThan(level?.y1 ?? 0);
    expect(byKind.get('reference')?.y).toBeLessThan(byKind.get('submission')?.y ?? 0);
    expect(byKind.get('submission')?.y).toBeLessThan(byKind.get('baseline')?.y ?? 0);
  });

  it('says operations a second as they follow from the time', () => {
    const texts = labels.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Submission 8,140', 'Baseline 5,470', 'Reference 9,230']));
  });

  it('keeps names that are close a line apart', () => {
    const { labels: close } = plotOf({ ...measured, referenceMs: 2.109, baselineMs: 2.11 }, 'roofline');
    const places = close.filter(({ kind }) => kind === 'name').map(({ y }) => y);
    const [first = 0, second = 0, third = 0] = places.toSorted((a, b) => a - b);
    expect(second - first).toBeGreaterThanOrEqual(14.9);
    expect(third - second).toBeGreaterThanOrEqual(14.9);
  });

  it('puts a point that memory bounds left of the corner and under the slope', () => {
    const timing = { ...measured, operations: 50_331_648 * 4 };
    const plot = plotOf(timing, 'roofline');
    const roof = plot.lines.filter(({ kind }) => kind === 'roof')[0];
    const point = only(plot.marks.filter(({ kind }) => kind === 'submission'));
    const { x1 = 0, y1 = 0, x2 = 0, y2 = 0 } = roof ?? {};
    expect(point.x).toBeLessThan(x2);
    expect(point.y).toBeGreaterThan(y1 + ((y2 - y1) * (point.x - x1)) / (x2 - x1));
  });

  it('has a point over the roof where a measurement is not believed', () => {
    const plot = plotOf(timings['below floor'], 'roofline');
    const roof = plot.lines.filter(({ kind }) => kind === 'roof')[1];
    expect(only(plot.marks.filter(({ kind }) => kind === 'submission')).y).toBeLessThan(roof?.y1 ?? 0);
  });
});

describe('without operations', () => {
  const timing = timings['no operations'];

  it('has bars of bandwidth in the place of the roofline', () => {
    expect(timingPlots(timing).map(({ name }) => name)).toEqual(['distribution', 'interval', 'bandwidth']);
    expect(timingPlots(measured).map(({ name }) => name)).toEqual(['distribution', 'interval', 'roofline']);
  });

  it('has bars as long as the bandwidths that were reached', () => {
    const { marks, lines } = plotOf(timing, 'bandwidth');
    const from = Math.min(...lines.map(({ x1 }) => x1));
    const copy = only(lines.filter(({ kind }) => kind === 'roof')).x1 - from;
    const student = only(marks.filter(({ kind }) => kind === 'submission')).x - from;
    const reached = timing.bytes / (timing.studentMs / 1e3);
    expect(student / copy).toBeCloseTo(reached / timing.gpu.measuredBandwidth, 2);
  });
});
