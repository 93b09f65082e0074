import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderClassPage } from '../../../grader/batch/class-page/index.ts';
import { check, HOSTILE, inputs, SOURCE } from '../../report/fixtures.ts';
import { attempt, book, broken, CLASS, grade, hostile, passed, roster } from '../export/fixtures.ts';
import { failedWith, finding, linksOf, render, renderGrades, rowOf, textOf, worth } from './fixtures.ts';
import { generatedClass } from './generated.ts';

const page = render(CLASS, () => SOURCE);

describe('a class on a page', () => {
  it('counts who passed, did not, is open, and handed nothing in', () => {
    const text = textOf(page);
    expect(text).toContain('passed 1 25 % not passed 1 25 % open 1 25 % nothing handed in 1 25 %');
    expect(text).toContain('Students 4');
    expect(text).toContain('Mean points 76.5');
    expect(text).toContain('Median points 76.5');
  });

  it('shows points, result, first failed check, lateness and attempts', () => {
    expect(rowOf(page, 'ada, Name of')).toBe('ada, Name of ada 90 passed 2: 1 2'.replace('90', String(passed.score)));
    expect(rowOf(page, 'ben, Name of')).toBe('ben, Name of ben 63 not passed guards 2 days, −7 1');
    expect(rowOf(page, 'cem, Name of')).toBe('cem, Name of cem open 1');
    expect(rowOf(page, 'dee, Name of')).toBe('dee, Name of dee nothing handed in 0');
  });

  it('says that it names people only if it does', () => {
    const options = { readSource: () => SOURCE, report: 'report.html' };
    expect(textOf(page)).toContain('It names people, their points and their code.');
    const anonymous = textOf(renderClassPage(CLASS, { ...options, isAnonymous: true }));
    expect(anonymous).not.toContain('It names people');
    expect(anonymous).toContain('under pseudonyms');
  });

  it('says which check most fail', () => {
    expect(textOf(page)).toMatch(/guards No thread [^.]*\. 1 50 % 0/);
    const races = [1, 2, 3].map((at) => grade(`r${at}`, [failedWith([finding('A race.')], 'races')]));
    const html = renderGrades([...races, grade('g', [failedWith([finding('It writes.')])])]);
    expect(html.indexOf('<th scope="row">races')).toBeLessThan(html.indexOf('<th scope="row">guards'));
  });

  it('shows a common finding with one student, the line and the hint', () => {
    const text = textOf(page);
    expect(text).toContain('1 student, 50 %');
    expect(text).toContain('Thread 214 of block 131 writes just past the end of out.');
    expect(text).toContain('out[i] &#x3D; 0.2989f * x[i]');
    expect(text).toContain('Which condition keeps the extra threads');
    expect(page).toContain('<a href="students/ben/1/report.html#L5"><bdi>ben, Name of</bdi>, line 5</a>');
  });

  it('counts only the attempt that counts', () => {
    const html = renderGrades([grade('ada', [failedWith([finding('Once upon a time.')]), passed])]);
    expect(html).not.toContain('Once upon a time.');
  });

  it('puts what is open at the top, by its reason, with what to do', () => {
    const lost = ['x', 'y'].map((id) => grade(id, [null], { open: 'attempt 1: not graded yet' }));
    const unsupported = failedWith([]);
    const texture = finding('A texture.', { rule: 'unsupported-feature' });
    const needsGpu = {
      ...unsupported,
      verdict: 'error' as const,
      responsible: 'infrastructure' as const,
      checks: [check('compile', [texture], { status: 'error' })],
    };
    const html = renderGrades([
      ...lost,
      grade('z', [needsGpu], { open: 'attempt 1: It uses a texture.' }),
      grade('w', [{ ...broken, responsible: 'assignment' }], { open: 'attempt 1: The baseline fails.' }),
    ]);
    const text = textOf(html);
    expect(text).toContain('4 open grades: what to do');
    expect(text).toMatch(/2 grades not graded yet .*? grade batch run --resume --out \. .*? x, Name of .*? y, Name of/);
    expect(text).toMatch(/It uses a texture\. .*? with a GPU.*? grade batch diff \. grade batch apply \./);
    expect(text).toMatch(/The baseline fails\. .*? assignment itself has a mistake/);
    expect(html.indexOf('id="open"')).toBeLessThan(html.indexOf('id="assignment-1"'));
    expect(renderGrades([worth('ada', 90)])).not.toContain('id="open"');
  });

  it.each([
    ['owner', 'grade batch review .', /Say whose this hand-in is/],
    ['needs-review', 'grade batch review .', /A person has to decide/],
    ['undecided', 'grade batch review .', /Say which file counts/],
    ['unreadable', 'grade batch run submissions.zip --resume --out .', /Download the files again/],
    ['infrastructure', 'grade batch run --resume --out .', /The machine failed/],
  ] as const)('says what to do about a grade that is open for the cause %s', (openCause, command, words) => {
    const html = renderGrades([grade('ada', [passed], { open: 'it waits', openCause })]);
    const text = textOf(html);
    expect(text).toMatch(words);
    expect(text).toContain(`${command} `);
  });

  it('says nothing about time where nothing was timed', () => {
    expect(page).not.toContain('baseline, logarithmic');
    expect(textOf(page)).not.toContain('Fastest');
  });

  it('shows the fastest and the slowest where there was a GPU', () => {
    const timed = [1, 2, 4, 8, 16, 32, 64].map((ratio) =>
      grade(`t${ratio}`, [
        {
          ...passed,
          timing: {
            gpu: 'NVIDIA H200',
            studentMs: 64 / ratio,
            baselineMs: 64,
            ratio,
            interval: [ratio, ratio] as [number, number],
            repetitions: 12,
            tier: ratio > 4 ? 'fast' : null,
            referenceMs: null,
            cpuMs: null,
          },
        },
      ]),
    );
    const text = textOf(renderGrades(timed));
    expect(text).toContain('7 submissions timed on NVIDIA H200. Half of them are at least 8 times as fast');
    expect(text).toMatch(/Fastest .*? t64, Name of 64 1 ms fast t32, Name of/);
    expect(text).toMatch(/Slowest .*? t1, Name of 1 64 ms none t2, Name of/);
    expect(text).toContain('fast 4 none 3');
  });

  it('finds who loads many times what the median loads', () => {
    const loads = [100, 100, 100, 1600].map((sectors, at) => {
      const one: [number, number, number] = [1, 1, 1];
      const counters = { globalLoadSectors: sectors };
      const launch = { kernel: 'k', grid: one, block: one, sharedBytes: 0, case: 'small', counters };
      return grade(`l${at}`, [{ ...passed, launches: [launch] }]);
    });
    const text = textOf(renderGrades(loads));
    expect(text).toContain('the median loads 100 sectors');
    expect(text).toMatch(/Load more: 1, .*? l3, Name of 1,600 16 times/);
    expect(text).not.toContain('Load less');
  });

  it('shows a class without any attempt', () => {
    const html = renderGrades([grade('dee', [])]);
    expect(textOf(html)).toContain('No attempt counts yet.');
    expect(rowOf(html, 'dee, Name of')).toContain('nothing handed in');
  });

  it('says of other totals what they are out of', () => {
    const grades = [worth('ada', 80), worth('ben', 70), grade('cem', [passed], { points: 60, maxPoints: 80 })];
    const html = renderGrades(grades);
    expect(html).toContain(`Points of ${passed.maxScore}</th>`);
    expect(rowOf(html, 'cem, Name of')).toContain('60 of 80');
  });

  it('is the same page for the same book', () => {
    const [one, other] = [generatedClass(40), generatedClass(40)];
    expect(render(one.book, one.readSource)).toBe(render(other.book, other.readSource));
  });
});

describe('what the page gives away', () => {
  it('says at its top that it is for staff', () => {
    const body = page.slice(page.indexOf('<body'));
    expect(textOf(body.slice(0, body.indexOf('<main')))).toContain('For staff: not for students.');
    expect(page).toContain('<meta name="robots" content="noindex">');
  });

  it('has no seed, no address of e-mail, and nothing of hidden cases', () => {
    const { result } = inputs['guard missing'];
    const secret: typeof result = {
      ...failedWith([finding('It writes beyond out.', { case: 'ragged-hidden-7' })]),
      cases: [
        { name: 'ragged-hidden-7', visible: false, status: 'failed', maxError: 3, firstMismatch: null, pattern: null },
      ],
      environment: { ...result.environment, seed: 'seed-of-the-course', key: 'key-of-the-result' },
    };
    const html = renderGrades([grade('ada', [secret])], { ada: SOURCE });
    expect(html).toContain('It writes beyond out.');
    for (const hidden of ['ragged-hidden-7', 'seed-of-the-course', 'key-of-the-result', 'ada@school.example'])
      expect(html).not.toContain(hidden);
  });
});

describe('what students wrote', () => {
  const nasty = grade('ada', [hostile(HOSTILE), hostile(HOSTILE)], {
    student: HOSTILE,
    roster: roster(HOSTILE, { name: HOSTILE }),
    open: `attempt 9: ${HOSTILE}`,
  });
  const html = render(
    book([nasty, { ...nasty, student: `${HOSTILE}2`, open: null }], {
      title: HOSTILE,
      assignments: [{ id: 'grayscale', title: HOSTILE, canvasId: null }],
    }),
    () => `// ${HOSTILE}\n`.repeat(6),
  );

  it('is never markup, an attribute or a script', () => {
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|onerror=y>/);
  });

  it('has no control characters, half surrogate pairs or direction overrides', () => {
    expect(Buffer.from(html, 'utf8').toString('utf8')).toBe(html);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  it('never leads out of the batch’s folder', () => {
    for (const link of linksOf(html)) expect(link).toMatch(/^(#|students\/)/);
  });

  it('is shortened where nobody would read it', () => {
    const long = renderGrades([grade('ada', [failedWith([finding('x'.repeat(1e6), { line: 1 })])])], {
      ada: 'y'.repeat(1e6),
    });
    expect(long.length).toBeLessThan(100_000);
  });
});

describe('links', () => {
  it('lead to the report of each attempt, and encode folder names', () => {
    const folder = 'students/a%2fb%20#?&é/week 1-1';
    const one = { ...attempt('ada', '1', passed), folder };
    const html = renderGrades([{ ...grade('ada', [passed]), attempts: [one], counted: one }]);
    const [link] = linksOf(html).filter((found) => found.startsWith('students/'));
    expect(link).toBe('students/a%252fb%2520%23%3F%26%C3%A9/week%201-1/report.html');
    expect(decodeURIComponent(link ?? '')).toBe(`${folder}/report.html`);
  });

  it('go to every attempt, and say which one counts', () => {
    expect(page).toContain('<a href="students/ada/1/report.html">1</a>');
    expect(page).toContain('<a href="students/ada/2/report.html" class="counts" aria-label="2, counts">2</a>');
  });

  it('lead to the folder where there is no report', () => {
    const html = renderGrades([grade('ada', [null], { open: 'attempt 1: not graded yet' })]);
    expect(linksOf(html)).toContain('students/ada/1/');
  });

  it('name a line only where the report has anchors', () => {
    const json = renderClassPage(CLASS, { readSource: () => SOURCE, report: 'result.json' });
    expect(linksOf(page)).toContain('students/ben/1/report.html#L5');
    expect(linksOf(json)).toContain('students/ben/1/result.json');
    expect(linksOf(json).join(' ')).not.toContain('#L');
  });
});

describe('the page itself', () => {
  it('allows its own style and script, by their hashes, and nothing else', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const hash = (tag: string): string => {
      const content = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    };
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/ style="| on\w+="/);
  });

  it('stays small and quick for 1,000 students and three assignments', () => {
    const made = generatedClass(1000);
    const started = performance.now();
    const html = render(made.book, made.readSource);
    const seconds = (performance.now() - started) / 1000;
    expect(Buffer.byteLength(html)).toBeLessThan(4e6);
    // A machine may have other work: ten times what it takes alone.
    expect(seconds).toBeLessThan(10);
  });
});
