import { describe, expect, it } from 'vitest';
import { HOSTILE, inputs, nastyInput } from './fixtures.ts';
import { junitMistakes } from './readers.ts';
import { fileOf } from './rendered.ts';

describe('JUnit', () => {
  it('tells a failure of the student from an error of the machine', () => {
    const failed = fileOf(inputs['guard missing'], 'junit');
    expect(failed).toMatch(/<testsuite name="grayscale"[^>]* tests="7" failures="1" errors="0" skipped="1">/);
    expect(failed).toContain('<failure message="About guards." type="out-of-bounds-write">');
    expect(failed).toContain('course/week 3/mine.cu:5:5: error: Thread 214 of block 131');
    expect(failed).toMatch(/<testcase name="guards" classname="grayscale" file="course\/week 3\/mine\.cu" line="5">/);
    const broken = fileOf(inputs.infrastructure, 'junit');
    expect(broken).toMatch(/failures="0" errors="1" skipped="6">/);
    expect(broken).toContain('<error message="About compile." type="infrastructure">');
  });

  it('has the time that it took, and when', () => {
    expect(fileOf(inputs.accepted, 'junit')).toMatch(/timestamp="2026-11-21T16:25:36" time="0.005"/);
  });

  it('has no test case of a student, however often the text ends its section', async () => {
    const forged = ']]></failure></testcase><testcase name="forged"/><testcase name="x"><failure>';
    const text = fileOf(nastyInput(forged.repeat(3)), 'junit');
    expect(await junitMistakes(text)).toEqual([]);
    const markup = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
    expect(markup).not.toContain('forged');
    expect(markup.match(/<testcase /g)).toHaveLength(inputs.accepted.result.checks.length);
  });

  it('lets no text end its section', () => {
    const text = fileOf(nastyInput(HOSTILE), 'junit');
    expect(text.match(/<failure/g)).toHaveLength(1);
    expect(text.match(/<\/testsuites>/g)).toHaveLength(1);
    const sections = [...text.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)].map(([, inside = '']) => inside);
    expect(sections.join('')).toContain(']] > <![CDATA[ &amp; </failure>');
    const markup = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
    const elements = [...markup.matchAll(/<\/?([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(elements)]).toEqual(['testsuites', 'testsuite', 'testcase', 'failure', 'skipped', 'system-out']);
  });
});
