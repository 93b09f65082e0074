import { describe, expect, it } from 'vitest';
import { wordRemark, wordWarpAccess } from '../../grader/explain/index.ts';
import { renderText } from '../../grader/report/index.ts';
import { memoryLines, memoryWords, otherRemarks } from '../../grader/report/memory-words.ts';
import { drawTraffic, trafficOf } from '../../grader/report/traffic.ts';
import { drawBanks, drawSectors } from '../../grader/report/warp-drawing.ts';
import { inputs } from './fixtures.ts';
import { bank, column, lanes, row, sample, view } from './memory-fixtures.ts';
import { fileOf } from './rendered.ts';

describe('how warps use memory', () => {
  it('tells a column from a row, the worst first, and says what it costs', () => {
    const memory = view([row, column, bank]);
    expect(memory.accesses.map(({ line, wasteful }) => [line, wasteful])).toEqual([
      [5, true],
      [4, true],
      [3, false],
    ]);
    const lines = memoryLines({ ...inputs.accepted, memory });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Each warp’s load of tile in line 5 takes 32 wavefronts instead of 1');
    expect(lines[1]).toContain('Each warp’s load of m in line 4 touches 32 sectors instead of 4');
    expect(lines[1]).toContain('67 apart');
  });

  it('gives no distance that is not the reason for a bank conflict', () => {
    const facts = { line: 5, access: 'load', memory: 'shared', label: 't', requests: 1, units: 2 } as const;
    const words = (stride: number | null) =>
      wordWarpAccess({ ...facts, fewest: 1, sampleUnits: 2, stride, wasteful: true });
    expect(words(32)).toContain('elements that are 32 apart');
    for (const stride of [1, 0, 33, null]) expect(words(stride)).not.toContain('elements that are');
  });

  it('draws the good case beside a wasteful one, and alone what wastes nothing', () => {
    const { accesses, allWell } = memoryWords(view([row, column]), 9);
    expect(allWell).toBeNull();
    expect(accesses.map(({ figures }) => figures.length)).toEqual([2, 1]);
    expect(accesses[0]?.figures[0]?.alt).toContain('32 sectors: 128 of 1,024 bytes are used');
    expect(accesses[0]?.figures[1]?.alt).toContain('4 sectors: 128 of 128 bytes are used');
    expect(accesses[0]?.figures[0]?.caption).toContain('block (3, 1), threads (0, 2) to (15, 3)');
    expect(memoryWords(view([row]), 9).allWell).toContain('no access stands out');
  });

  it('says nothing against few lanes, a broadcast, or bytes in a row', () => {
    const few = {
      sample: sample({ offsets: lanes((lane) => (lane < 2 ? 400 * lane : null)) }),
      counters: { sectors: 200 },
    };
    const same = { sample: sample({ offsets: lanes(() => 8) }), counters: { sectors: 100 } };
    const bytes = { sample: sample({ bytes: 1, offsets: lanes((lane) => lane) }), counters: { sectors: 200 } };
    for (const one of [few, same, bytes]) expect(view([one]).accesses[0]?.wasteful).toBe(false);
  });

  it('does not say again what a remark on speed says', () => {
    const memory = view([column]);
    const remark = wordRemark({ kind: 'scattered', access: 'load', sectors: 32, needed: 4, line: 3 });
    const estimate = {
      ...{ gpu: 'g', case: 'large', microseconds: 1, baselineMicroseconds: null, ratio: null, filledRatio: null },
      remarks: [remark, 'Another.'],
    };
    const base = inputs.accepted;
    const input = { ...base, memory, timing: null, result: { ...base.result, estimate } };
    expect(otherRemarks(input)).toEqual(['Another.']);
    expect(memoryLines(input)).toEqual([]);
    const page = fileOf(input, 'html');
    expect(page.match(/touches 32 sectors/g)).toHaveLength(1);
  });

  it('has a box for each sector, and a cell for each lane', () => {
    const drawing = drawSectors(column.sample);
    expect(drawing.units.match(/z/g)).toHaveLength(32);
    expect(drawing.used.match(/z/g)).toHaveLength(32);
    expect(drawing.labels).toHaveLength(32);
    const banks = drawBanks(bank.sample, true);
    expect(new Set([...banks.used.matchAll(/M([\d.]+) /g)].map(([, x]) => x)).size).toBe(1);
    expect(drawBanks(sample({}), true).used.match(/z/g)).toHaveLength(32);
  });
});

describe('traffic beside the baseline', () => {
  const baseline = [
    {
      ...{ grid: [1, 1, 1], block: [32, 1, 1], sharedBytes: 0, steps: 1, bufferBytes: 1 },
      sites: [
        { requests: 1, sectors: 900, lines: 1, newSectors: 1, newRequests: 1, meetings: 1, stores: 0 },
        { requests: 1, sectors: 100, lines: 1, newSectors: 1, newRequests: 1, meetings: 1, stores: 1 },
      ],
    },
  ] as unknown as Parameters<typeof trafficOf>[1]['baseline'];
  const solution = {
    ...{ file: 'submissions/accepted/its-own-name.cu', entry: 'void f()', dims: { n: 9 } },
    ...{ globalLoadSectors: 250, globalStoreSectors: 100, sharedWavefronts: 0, sharedBankConflicts: 0 },
  };
  const alone = { baseline, solution: null };
  const bytes = { inputs: 3200, outputs: 3200 };

  it('draws bars in proportion', () => {
    const traffic = trafficOf([{ globalLoadSectors: 300, globalStoreSectors: 100 }], alone, bytes);
    expect(traffic.map(({ kind, yours, baseline: other, least }) => [kind, yours, other, least])).toEqual([
      ['loads', 300, 900, 100],
      ['stores', 100, 100, 100],
    ]);
    expect(drawTraffic(traffic)[0]?.bars.map(({ kind }) => kind)).toEqual(['submission', 'baseline', 'ideal']);
    const lengths = drawTraffic(traffic)[0]?.bars.map(({ path }) => Number(/h(\d+)v/.exec(path)?.[1])) ?? [];
    expect((lengths[0] ?? 0) / (lengths[1] ?? 1)).toBeCloseTo(1 / 3, 2);
    expect((lengths[2] ?? 0) / (lengths[1] ?? 1)).toBeCloseTo(1 / 9, 2);
  });

  it('has a bar for the reference solution, and says what it takes in words', () => {
    const counters = [{ globalLoadSectors: 300, globalStoreSectors: 300, sharedStoreBankConflicts: 70 }];
    const traffic = trafficOf(counters, { baseline, solution }, bytes);
    expect(traffic.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['loads', 250],
      ['stores', 100],
      ['conflicts', 0],
    ]);
    const [loads] = drawTraffic(traffic);
    expect(loads?.bars.map(({ kind }) => kind)).toEqual(['submission', 'baseline', 'reference', 'ideal']);
    expect(loads?.labels[2]?.text).toBe('reference solution: 250');
    expect(loads?.alt).toContain('; the reference solution has 250; 100 would touch each input once');
    const input = { ...inputs.accepted, memory: { ...view([row]), traffic } };
    for (const text of [renderText(input, { color: false, width: 80, verbose: true }), fileOf(input, 'md')].map((one) =>
      one.replace(/\s+/g, ' '),
    )) {
      expect(text).toContain('300, 3 times fewer than the baseline’s 900; the reference solution has 250;');
      expect(text).toContain(
        'Bank conflicts in shared memory: 70, where the baseline has none; the reference solution has none.',
      );
    }
    for (const format of ['md', 'html']) expect(fileOf(input, format)).not.toContain('its-own-name');
  });

  it('is in the text only if it differs clearly', () => {
    const memory = {
      ...view([row]),
      traffic: trafficOf([{ globalLoadSectors: 300, globalStoreSectors: 110 }], alone, bytes),
    };
    const lines = memoryLines({ ...inputs.accepted, memory });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('300, 3 times fewer than the baseline’s 900');
  });

  it('is no praise of what is wrong: that may only have done less', () => {
    const traffic = trafficOf([{ globalLoadSectors: 300, globalStoreSectors: 210 }], alone, bytes);
    const wrong = {
      ...inputs.accepted.result,
      checks: inputs.accepted.result.checks.map((check) =>
        check.id === 'correctness' ? { ...check, status: 'failed' as const } : check,
      ),
    };
    const lines = memoryLines({ ...inputs.accepted, result: wrong, memory: { ...view([row]), traffic } });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('210, 2.1 times the baseline’s 100');
  });
});
