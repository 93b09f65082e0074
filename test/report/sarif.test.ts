import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../../grader/report/index.ts';
import { RULES } from '../../grader/result/index.ts';
import { check, guardFinding, HOSTILE, inputs, nastyInput, SOURCE } from './fixtures.ts';
import { commands, sarif } from './rendered.ts';

describe('SARIF', () => {
  const first = (input: ReportInput) => sarif(input).runs[0]?.results[0];

  it('has every rule, with an address that explains it', () => {
    const rules = sarif(inputs.accepted).runs[0]?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual(Object.keys(RULES));
    for (const { helpUri } of rules) expect(new URL(helpUri).protocol).toBe('https:');
  });

  it('places a finding and what is related to it', () => {
    const result = first(inputs.race);
    expect(result?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'course/week%203/mine.cu' },
      region: { startLine: 5, startColumn: 5 },
    });
    expect(result?.relatedLocations?.[0]?.physicalLocation.region).toEqual({ startLine: 4, startColumn: 9 });
  });

  it('counts columns as editors do', () => {
    const base = inputs['guard missing'];
    const before = '/* größer 😀 */ ';
    const column = before.length + 1;
    const result = { ...base.result, checks: [check('guards', [{ ...guardFinding, line: 1, column }])] };
    const place = first({ ...base, source: `${before}int i;\n`, result })?.locations[0]?.physicalLocation;
    expect(place?.region.startColumn).toBe(before.length + 1);
    expect(commands({ ...base, source: `${before}int i;\n`, result })[1]?.properties.col).toBe(
      String(before.length + 1),
    );
  });

  it('knows a problem again when the lines before it have moved', () => {
    const base = inputs['guard missing'];
    const moved = (lines: number, change = {}) => {
      const finding = { ...guardFinding, line: 5 + lines, ...change };
      const result = { ...base.result, checks: [check('guards', [finding])] };
      return first({ ...base, source: '// more\n'.repeat(lines) + SOURCE, result })?.partialFingerprints['grade/v1'];
    };
    expect(moved(3)).toBe(moved(0));
    expect(moved(3, { message: 'Thread 1 of block 2 writes.' })).toBe(moved(0));
    expect(moved(0, { rule: 'out-of-bounds-read' })).not.toBe(moved(0));
    expect(moved(0, { line: 4 })).not.toBe(moved(0));
  });

  it('tells two equal problems apart', () => {
    const base = inputs['guard missing'];
    const findings = [guardFinding, { ...guardFinding, message: 'Another thread does so too.' }];
    const results = sarif({ ...base, result: { ...base.result, checks: [check('guards', findings)] } }).runs[0]
      ?.results;
    expect(new Set(results?.map(({ partialFingerprints }) => partialFingerprints['grade/v1'])).size).toBe(2);
  });

  it('says that a machine failed, not that all is well', () => {
    expect(sarif(inputs.infrastructure).runs[0]?.invocations[0]?.executionSuccessful).toBe(false);
    expect(sarif(inputs['guard missing']).runs[0]?.invocations[0]?.executionSuccessful).toBe(true);
  });

  it('makes neither links nor arguments of what students wrote', () => {
    for (const { message } of sarif(nastyInput(HOSTILE)).runs[0]?.results ?? []) {
      expect(message.text).not.toMatch(/\]\(|(?<!\{)\{\d+\}/);
      expect(message.text).toContain('e.example');
    }
  });
});
