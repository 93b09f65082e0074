import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import {
  type FeedbackFormat,
  type FeedbackOptions,
  gradeSentences,
  makeFeedback,
  type PlatformName,
  parseSender,
  platformNames,
  rememberNames,
} from '../../../grader/batch/feedback/index.ts';
import { inputs } from '../../report/fixtures.ts';
import { fileOf } from '../../report/rendered.ts';
import { book, broken, CLASS, failed, grade, passed, roster } from '../export/fixtures.ts';

const DECISION = {
  ...{ student: 'ada', assignment: 'grayscale', set: null, add: null, excused: null, comment: null, reason: null },
  ...{ decidedBy: 'staff', date: null, until: null, line: 2 },
};
const REPORT = fileOf(inputs['guard missing'], 'html');
const NAMES: PlatformName[] = [
  { platform: 'moodle', assignment: 'grayscale', student: 'ada', name: 'Ada Lovelace_71' },
  { platform: 'moodle', assignment: 'grayscale', student: 'ben', name: 'José Bitdiddle_72' },
  { platform: 'canvas', assignment: 'grayscale', student: 'ben', name: 'bitdiddleben_1001_5555' },
];
const options: FeedbackOptions = {
  report: () => Buffer.from(REPORT),
  names: NAMES,
  sender: { name: 'Staff, of the course', address: 'staff@school.example' },
  now: new Date('2026-11-27T20:21:00Z'),
};

async function filesOf(format: FeedbackFormat, changes: Partial<FeedbackOptions> = {}, from = CLASS) {
  const files = await makeFeedback(from, format, { ...options, ...changes });
  return new Map(files.map(({ fileName, content }) => [fileName, content]));
}

/** The entries of a zip, as a reader that checks names sees them. */
function entriesOf(zip: string | Uint8Array | undefined): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(zip as Uint8Array), { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      const found = new Map<string, string>();
      file.on('entry', (entry) => {
        file.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const parts: Buffer[] = [];
          for await (const part of stream) parts.push(part as Buffer);
          found.set(entry.fileName, Buffer.concat(parts).toString('utf8'));
          file.readEntry();
        });
      });
      file.on('end', () => resolve(found));
      file.on('error', reject);
      file.readEntry();
    });
  });
}

/** The participant whom Moodle finds in a path: the second part between underscores, which must be a number. */
function participantOf(path: string): { participant: number; plugin: string; file: string } {
  const [folder = '', ...rest] = path.split('/');
  const [, participant = '', type, name] = folder.split('_');
  return { participant: Number(participant), plugin: `${type}_${name}`, file: rest.join('/') };
}

/** The user and the attachment that Canvas finds in a name: the first two numbers between underscores. */
function canvasIdsOf(name: string): number[] {
  return name
    .split('_')
    .filter((part) => /^\d+$/.test(part))
    .slice(0, 2)
    .map(Number);
}

describe('the sentences about a grade', () => {
  it('name points, the attempt that counts, and what lateness cost', () => {
    const [ada, ben, cem, dee] = CLASS.grades.map(gradeSentences);
    expect(ada).toEqual(['You have 90 of 90 points.', 'Attempt 2 counts. You handed in 2 attempts.']);
    expect(ben).toEqual(['You have 63 of 90 points.', '2 days late: 7 points taken off.']);
    expect(cem?.join()).toContain('It costs no points');
    expect(dee).toEqual(['No file was submitted.']);
  });
});

describe('decisions of staff', () => {
  const decision = { ...DECISION, comment: 'The handout had a mistake.' };

  it('are in the sentences, with their comments', () => {
    const decided = grade('ada', [failed], { points: 80, computed: 70, decisions: [{ ...decision, set: 80 }] });
    expect(gradeSentences(decided)).toEqual([
      'You have 80 of 90 points.',
      'Your course staff decided on 80 points of 90. The grader computed 70.',
      'Comment of your course staff: The handout had a mistake.',
    ]);
  });

  it('excuse a student without points, also from the sum of all', async () => {
    const assignments = [...CLASS.assignments, { id: 'matmul-2d', title: 'Product', canvasId: null }];
    const excused = grade('ada', [], { assignment: 'matmul-2d', isExcused: true, decisions: [decision] });
    const files = await filesOf('feedback', {}, book([grade('ada', [passed]), excused], { assignments }));
    const page = String(files.get('feedback/ada/index.html'));
    expect(page).toContain('<p>You are excused from this assignment. It does not count for your grade.</p>');
    expect(page).toContain('<p>Comment of your course staff: The handout had a mistake.</p>');
    expect(page).not.toContain('<strong>');
  });
});

describe('moodle-feedback', () => {
  it('has folders in which Moodle finds the participants', async () => {
    const files = await filesOf('moodle-feedback');
    expect([...files.keys()]).toEqual(['moodle-feedback.grayscale.zip', 'moodle-feedback-notes.txt']);
    const entries = await entriesOf(files.get('moodle-feedback.grayscale.zip'));
    expect([...entries.keys()]).toEqual([
      'Ada Lovelace_71_assignsubmission_file_/report.html',
      'José Bitdiddle_72_assignsubmission_file_/report.html',
    ]);
    expect([...entries.keys()].map(participantOf)).toEqual([
      { participant: 71, plugin: 'assignsubmission_file', file: 'report.html' },
      { participant: 72, plugin: 'assignsubmission_file', file: 'report.html' },
    ]);
    expect(entries.get('José Bitdiddle_72_assignsubmission_file_/report.html')).toContain('2 days late: 7 points');
  });

  it('names the students whom no download had', async () => {
    const notes = String((await filesOf('moodle-feedback')).get('moodle-feedback-notes.txt'));
    expect(notes).toMatch(/^cem, grayscale: left out, because no download of Moodle/);
    expect(notes.trim().split('\n')).toHaveLength(1);
  });

  it('has no archive, and names everybody, if no name is known', async () => {
    const files = await filesOf('moodle-feedback', { names: [] });
    expect([...files.keys()]).toEqual(['moodle-feedback-notes.txt']);
    expect(String(files.get('moodle-feedback-notes.txt')).trim().split('\n')).toHaveLength(3);
  });

  it('has the same bytes for the same class', async () => {
    const [one, two] = [await filesOf('moodle-feedback'), await filesOf('moodle-feedback')];
    expect(one).toEqual(two);
  });
});

describe('canvas-comments', () => {
  it('has names in which Canvas finds the user and what was handed in', async () => {
    const files = await filesOf('canvas-comments');
    const entries = await entriesOf(files.get('canvas-comments.grayscale.zip'));
    expect([...entries.keys()]).toEqual(['bitdiddleben_1001_5555_report.html']);
    expect(canvasIdsOf('bitdiddleben_1001_5555_report.html')).toEqual([1001, 5555]);
    expect(String(files.get('canvas-comments-notes.txt'))).toContain('ada, grayscale: left out');
  });
});

describe('names in a download', () => {
  let out = '';
  beforeEach(() => {
    out = mkdtempSync(join(tmpdir(), 'names-'));
  });
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  const store = { path: (...parts: readonly string[]) => join(out, ...parts) };
  const handed = (student: string, from: string, path = `${from}/mine.cu`) => ({
    student,
    assignment: 'grayscale',
    from,
    file: { path, read: async () => Buffer.alloc(0) },
  });

  it('are kept from folders and files of Moodle, old and new, and from Canvas', async () => {
    await rememberNames(store, [
      handed('ada', 'Ada Lovelace_71_assignsubmission_file_'),
      handed('ben', 'Ben Bitdiddle_72_assignsubmission_file'),
      handed('cem', 'Cem K_73_assignsubmission_file_mine.cu', 'Cem K_73_assignsubmission_file_mine.cu'),
      handed('dee', 'deed_LATE_1001_5555_mine.cu', 'deed_LATE_1001_5555_mine-2.cu'),
      handed('eve', '4711_1002_5556_mine.cu', '4711_1002_5556_mine.cu'),
      handed('fay', 'fay'),
    ]);
    const names = await platformNames(store);
    expect(names.map(({ student, platform, name }) => [student, platform, name])).toEqual([
      ['dee', 'canvas', 'deed_1001_5555'],
      ['eve', 'canvas', 'student_1002_5556'],
      ['ada', 'moodle', 'Ada Lovelace_71'],
      ['ben', 'moodle', 'Ben Bitdiddle_72'],
      ['cem', 'moodle', 'Cem K_73'],
    ]);
    for (const { platform, name } of names) {
      if (platform === 'canvas') expect(canvasIdsOf(`${name}_report.html`)).toHaveLength(2);
      else expect(participantOf(`${name}_assignsubmission_file_/report.html`).participant).toBeGreaterThan(70);
    }
  });

  it('are those of the newest download', async () => {
    await rememberNames(store, [
      handed('ada', 'Ada L_71_assignsubmission_file_'),
      handed('ben', 'B_72_assignsubmission_file_'),
    ]);
    await rememberNames(store, [handed('ada', 'Ada L_99_assignsubmission_file_')]);
    expect((await platformNames(store)).map(({ name }) => name)).toEqual(['Ada L_99', 'B_72']);
  });

  it('are none if the file is damaged', async () => {
    writeFileSync(join(out, 'platform-names.json'), '{');
    expect(await platformNames(store)).toEqual([]);
    await rememberNames(store, [handed('ada', 'Ada L_71_assignsubmission_file_')]);
    expect(JSON.parse(readFileSync(join(out, 'platform-names.json'), 'utf8')).names).toHaveLength(1);
  });
});

describe('feedback', () => {
  it('has a folder per student, with a page that links the report', async () => {
    const files = await filesOf('feedback');
    expect([...files.keys()]).toEqual([
      'feedback/ada/index.html',
      'feedback/ada/grayscale.html',
      'feedback/ben/index.html',
      'feedback/ben/grayscale.html',
      'feedback/cem/index.html',
      'feedback/cem/grayscale.html',
      'feedback/dee/index.html',
    ]);
    const page = String(files.get('feedback/ben/index.html'));
    expect(page).toContain('<p>You have 63 of 90 points.</p>');
    expect(page).toContain('<p>2 days late: 7 points taken off.</p>');
    expect(page).toContain('href="grayscale.html"');
    expect(page).not.toMatch(/https?:/);
    expect(String(files.get('feedback/dee/index.html'))).toContain('No file was submitted.');
    const report = String(files.get('feedback/ben/grayscale.html'));
    expect(report).toMatch(/<section class="decided" aria-label="Your grade"><p>You have 63/);
    expect(report.replace(/<!--grade-->[\s\S]*?<!--\/grade-->/, '')).toBe(REPORT);
  });

  it('has a sum only if every assignment is graded', async () => {
    const assignments = [...CLASS.assignments, { id: 'matmul-2d', title: 'Product', canvasId: null }];
    const other = (result: typeof passed | null) =>
      grade('ada', [result && { ...result, assignment: 'matmul-2d' }], { assignment: 'matmul-2d' });
    const both = await filesOf('feedback', {}, book([grade('ada', [passed]), other(failed)], { assignments }));
    expect(String(both.get('feedback/ada/index.html'))).toContain('<strong>160</strong> of 180 points');
    const open = await filesOf('feedback', {}, book([grade('ada', [passed]), other(broken)], { assignments }));
    expect(String(open.get('feedback/ada/index.html'))).not.toContain('<strong>');
  });

  it('names attempts without a report', async () => {
    const files = await filesOf('feedback', { report: () => null });
    expect(files.has('feedback/ada/grayscale.html')).toBe(false);
    expect(String(files.get('feedback-notes.txt'))).toContain('ada, grayscale: students/ada/2 has no report.html');
  });
});

/** A message, taken apart as a program of mail does. */
function readMail(text: string) {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const boundary = /boundary="([^"]+)"/.exec(headers.get('Content-Type') ?? '')?.[1] ?? '';
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1);
  return { headers, parts: parts.map((part) => part.replace(/^\r\n|\r\n$/g, '')) };
}

function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, base64: string) => Buffer.from(base64, 'base64').toString('utf8'));
}

describe('mail', () => {
  it('is a draft per student who handed in, with the report attached', async () => {
    const files = await filesOf('mail');
    expect([...files.keys()]).toEqual(['mail/ada.eml', 'mail/ben.eml', 'mail/cem.eml']);
    const text = String(files.get('mail/ben.eml'));
    const { headers, parts } = readMail(text);
    expect(Object.fromEntries(headers)).toMatchObject({
      'X-Unsent': '1',
      From: '"Staff, of the course" <staff@school.example>',
      To: '"Name of ben" <ben@school.example>',
      Subject: 'CUDA 2026: Your grade for Color to gray',
      Date: 'Fri, 27 Nov 2026 20:21:00 +0000',
      'MIME-Version': '1.0',
    });
    expect(parts).toHaveLength(2);
    expect(parts[0]).toContain('You have 63 of 90 points.\r\n2 days late: 7 points taken off.');
    const attached = Buffer.from(parts[1]?.split('\r\n\r\n')[1] ?? '', 'base64').toString('utf8');
    expect(attached).toContain('<p>You have 63 of 90 points.</p>');
    expect(parts[1]).toContain('filename="grayscale.html"');
  });

  it('has lines that every server takes, and only ASCII', async () => {
    const name = `${'Ünï '.repeat(40)}\r\nBcc: eve@x.example "q" 😀`;
    const entry = roster('ada', { name });
    const title = `Zürich ${'=?UTF-8?B?eA==?= '.repeat(9)}\n.\nx`;
    const from = book([grade('ada', [failed], { roster: entry })], { title });
    const text = String((await filesOf('mail', {}, from)).get('mail/ada.eml'));
    expect(text).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    const { headers } = readMail(text);
    expect(headers.has('Bcc')).toBe(false);
    expect(decodedWords(headers.get('To') ?? '')).toBe(
      `${name.replace(/[\r]/g, '\ufffd').replace(/\s+/g, ' ').trim()} <ada@school.example>`,
    );
    for (const word of text.match(/=\?UTF-8\?B\?[^?]*\?=/g) ?? []) expect(word.length).toBeLessThanOrEqual(75);
  });

  it('names students without an address that can be written', async () => {
    const entry = (email: string | null) => ({ roster: roster('x', { email }) });
    const from = book([
      grade('ada', [passed], entry(null)),
      grade('ben', [passed], entry('ben@x.example\r\nBcc: eve@x.example')),
      grade('cem', [passed]),
    ]);
    const files = await filesOf('mail', {}, from);
    expect([...files.keys()]).toEqual(['mail/cem.eml', 'mail-notes.txt']);
    expect(String(files.get('mail-notes.txt'))).toMatch(/^ada: left out.*\nben: left out, because "ben@x/);
  });

  it('reads its sender, and rejects what is none', () => {
    expect(parseSender('Ada Lovelace <ada@x.example>')).toEqual({ name: 'Ada Lovelace', address: 'ada@x.example' });
    expect(parseSender('ada@x.example')).toEqual({ name: '', address: 'ada@x.example' });
    for (const wrong of ['', 'ada', 'a@b\r\nBcc: c@d', '<ada@x.example> more', 'ada@@x']) {
      expect(() => parseSender(wrong), wrong).toThrow(/is no address of mail/);
    }
  });
});
