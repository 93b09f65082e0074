import { describe, expect, it } from 'vitest';
import { inputs } from './fixtures.ts';
import { gradescopeSchema, junitMistakes, prairielearnSchema, readCommands, sarifMistakes } from './readers.ts';
import { fileOf, sarif } from './rendered.ts';

/** The other tests say little if these take anything. */
describe('the readers refuse', () => {
  it('SARIF without what it needs, or with what it does not know', () => {
    const log = sarif(inputs['guard missing']);
    expect(sarifMistakes({ ...log, version: '2.0.0' })).not.toEqual([]);
    expect(sarifMistakes({ ...log, runs: [{ ...log.runs[0], tool: {} }] })).not.toEqual([]);
    expect(sarifMistakes({ ...log, runs: [{ ...log.runs[0], columns: 'bytes' }] })).not.toEqual([]);
  });

  it('JUnit that is not well formed, or has what they do not know', async () => {
    const text = fileOf(inputs['guard missing'], 'junit');
    expect(await junitMistakes(text.replace('</testcase>', ''))).not.toEqual([]);
    expect(await junitMistakes(text.replace('<testcase ', '<testcase column="3" '))).not.toEqual([]);
    expect(await junitMistakes(text.replaceAll('failure', 'fault'))).not.toEqual([]);
  });

  it('results with other fields, and a PrairieLearn result without a score', () => {
    expect(gradescopeSchema.safeParse({ score: 1, tests: [{ points: 1 }] }).success).toBe(false);
    expect(gradescopeSchema.safeParse({ score: 1, visibility: 'public' }).success).toBe(false);
    expect(prairielearnSchema.safeParse({ gradable: true }).success).toBe(false);
    expect(prairielearnSchema.safeParse({ score: 2 }).success).toBe(false);
  });

  it('output that is no workflow command', () => {
    expect(readCommands('x ::error::y\n::error file=a%3Ab,line=1::c%0A%25::d\n')).toEqual([
      null,
      { command: 'error', properties: { file: 'a:b', line: '1' }, message: 'c\n%::d' },
    ]);
  });
});
