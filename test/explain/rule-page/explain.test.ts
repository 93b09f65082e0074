import { describe, expect, it } from 'vitest';
import { parseRulePage, renderPage } from '../../../grader/explain/rule-page/index.ts';
import { RULES } from '../../../grader/result/index.ts';
import { session } from '../../cli/harness.ts';

async function explain(...rules: string[]) {
  const ran = session();
  const status = await ran.run('explain', ...rules);
  return { status, stdout: ran.stdout(), stderr: ran.stderr() };
}

describe('grade explain', () => {
  it('lists every rule with a sentence, in 80 columns', async () => {
    const { status, stdout } = await explain();
    expect(status).toBe(0);
    for (const rule of Object.keys(RULES)) expect(stdout).toMatch(new RegExp(`^  ${rule} +[A-Z]`, 'm'));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each(Object.keys(RULES))('has a page of %s, whose prose keeps to 80 columns', async (rule) => {
    const { status, stdout } = await explain(rule);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${rule}\n\n[A-Z].*\\.\n\nWhat it means\n`));
    const prose = stdout.split('\n').filter((line) => !line.startsWith('    '));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('takes rules as reports print them', async () => {
    const { stdout } = await explain('leak,', 'double-free');
    expect(stdout).toMatch(/^leak\n[\s\S]*\ndouble-free\n/);
  });

  it('suggests a rule for one that is misspelt', async () => {
    const { status, stdout, stderr } = await explain('out-of-bound-write');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/no rule or check "out-of-bound-write", did you mean out-of-bounds-write\?/);
  });

  it('marks the line in red where there are colours', () => {
    const page = '# leak\n\nUse `x`.\n\n```cuda\nint i;  // leak\n```\n';
    const text = renderPage(page, { color: true, width: 80 });
    expect(text).toContain('\u001b[31m    int i;  // leak\u001b[39m');
    expect(text).toContain('\u001b[36mx\u001b[39m');
    expect(renderPage(page, { color: false, width: 80 })).toContain('Use `x`.');
  });
});

describe('a page', () => {
  it('says what it lacks', () => {
    expect(() => parseRulePage('# leak\n')).toThrow(/begins with/);
    expect(() => parseRulePage('# leak\n\nIt leaks.\n\n## Example\n')).toThrow(
      /has the parts Example\. Expected: What/,
    );
  });
});
