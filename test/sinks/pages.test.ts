import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFeedback } from '../../grader/batch/feedback/index.ts';
import { type Page, renderSimilarityPages } from '../../grader/batch/similarity/index.ts';
import { renderHandoutPage } from '../../grader/course/handout/index.ts';
import { renderPage } from '../../grader/playground/page.ts';
import { packagedTemplates } from '../../grader/report/index.ts';
import { renderKernelTrace, traceData } from '../../grader/report/kernel-trace/index.ts';
import { launch, type SimulatorModule, type Thread } from '../../grader/simulator/index.ts';
import { render } from '../batch/class-page/fixtures.ts';
import { book, grade, hostile, roster } from '../batch/export/fixtures.ts';
import { accepted, compareClass, submission } from '../batch/similarity/harness.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { nastyInput } from '../report/fixtures.ts';
import { recordingOf } from '../report/kernel-trace/recording.ts';
import { fileOf } from '../report/rendered.ts';
import { trace, UNGUARDED } from '../report/trace-page/traced.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** Every element that a browser would make of a page. */
function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) found.push(node);
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child);
    if ('content' in node) visit(node.content);
  };
  visit(parse(html));
  return found;
}

const attribute = (element: Element | undefined, name: string) =>
  element?.attrs.find((one) => one.name === name)?.value ?? null;
const contentOf = (element: Element) =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');

/** Elements and their attributes, each kind once. */
const kindsOf = (html: string) =>
  [
    ...new Set(elementsOf(html).map(({ tagName, attrs }) => `${tagName} ${attrs.map(({ name }) => name).sort()}`)),
  ].sort();

const HARMLESS = 'plain words';
const solution = accepted('matmul-tiled').get('four-outputs') ?? '';

const made = new Map<string, Promise<Page[]>>();
function similarityPages(text: string): Promise<Page[]> {
  const known = made.get(text) ?? makeSimilarityPages(text);
  made.set(text, known);
  return known;
}

async function makeSimilarityPages(text: string): Promise<Page[]> {
  const line = text.replace(/[\r\n\u2028\u2029]/g, ' ');
  const source = `// ${line}\n${solution}`;
  const comparison = await compareClass('matmul-tiled', [
    submission(`~1${text}`, source),
    submission('~2', source, {
      attempt: text,
      files: [
        { name: `${text}.cu`, source },
        { name: 'b.cu', source: `// ${line}\nint spare;\n` },
      ],
    }),
  ]);
  return renderSimilarityPages(comparison, packagedTemplates);
}

async function tracePage(text: string): Promise<string> {
  const simulate: SimulatorModule['simulate'] = (_, dims, { trace: listener } = {}) => {
    const kernel = ({ watch }: Thread): void => watch({ [text]: 1 });
    launch(kernel, 1, 1, [], { trace: listener });
    return { out: new Uint8Array((dims.height ?? 0) * (dims.width ?? 0)) };
  };
  return (await trace('grayscale', { module: { ...UNGUARDED, simulate } })).html;
}

function classPage(text: string): string {
  const nasty = grade('ada', [hostile(text), hostile(text)], {
    ...{ student: text, roster: roster(text, { name: text, section: text, email: text }), open: text },
  });
  const students = [nasty, { ...nasty, student: `${text}2`, open: null }];
  const assignments = [{ id: 'grayscale', title: text, canvasId: null }];
  return render(book(students, { title: text, assignments }), () => `// ${text}\n`.repeat(6));
}

async function feedbackPage(text: string, at: number): Promise<string> {
  const nasty = grade(text, [hostile(text), hostile(text)], {
    roster: roster(text, { name: text }),
    attempts: [],
    open: null,
  });
  const assignments = [{ id: 'grayscale', title: text, canvasId: null }];
  const report = () => Buffer.from(fileOf(nastyInput(text), 'html'));
  const attempts = [nasty.counted].flatMap((one) => one ?? []);
  const files = await makeFeedback(book([{ ...nasty, attempts }], { title: text, assignments }), 'feedback', {
    ...{ report, names: [], sender: null, now: new Date(0) },
  });
  return String(files[at]?.content ?? '');
}

function kernelTracePage(text: string): string {
  const { recording, steps, sources } = recordingOf(text);
  const opened = { step: 2, thread: 0 };
  return renderKernelTrace({
    ...{ title: text, about: text, kernel: text, block: [32, 1, 1], opened, other: opened, sources },
    data: traceData(recording, steps, { opened, formats: new Map(), shapes: {} }),
    finding: { text, isShown: false, accesses: [text] },
  });
}

const PICTURE = 'data:image/png;base64,AA==';
const handoutPage = (title: string, markdown: string): string =>
  renderHandoutPage({ title, markdown, linked: new Map(), pictures: [{ caption: title, url: PICTURE }] });

const PAGES: Readonly<Record<string, (text: string) => Promise<string> | string>> = {
  'the report': (text) => fileOf(nastyInput(text), 'html'),
  'the class page': classPage,
  'the page of a student': (text) => feedbackPage(text, 0),
  'the report with a grade': (text) => feedbackPage(text, 1),
  'the list of similar pairs': async (text) => (await similarityPages(text))[0]?.content ?? '',
  'the page of a similar pair': async (text) => (await similarityPages(text))[1]?.content ?? '',
  'the page of a simulation': tracePage,
  'the page of a kernel': kernelTracePage,
  'the page of a handout': (text) => handoutPage(text, '# Title\n'),
};

describe.each(Object.entries(PAGES))('%s', (_name, pageOf) => {
  let harmless: string[];
  beforeAll(async () => {
    harmless = kindsOf(await pageOf(HARMLESS));
  });

  it.each(Object.entries(HOSTILE_TEXTS))('has no element and no attribute more for %s', async (_trick, text) => {
    const html = await pageOf(text);
    expect(kindsOf(html).filter((kind) => !harmless.includes(kind))).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    for (const element of elementsOf(html)) {
      const address = attribute(element, 'href') ?? attribute(element, 'src') ?? '#';
      expect(address).toMatch(/^(?:#|data:image\/png;base64,|https:\/\/[\w.-]+\/|[\w%.~!*'()/-]+(?:#\w+)?$)/);
    }
  });

  it('runs and loads what its policy names by hash, and nothing else', async () => {
    const elements = elementsOf(await pageOf(HOSTILE_TEXTS['a policy of its own'] ?? ''));
    const policies = elements.filter((element) => attribute(element, 'http-equiv') !== null);
    expect(policies).toHaveLength(1);
    const policy = attribute(policies[0], 'content') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toMatch(/; base-uri 'none'; form-action 'none'$/);
    expect(policy).not.toMatch(/unsafe|\*|http/);
    // Nothing that a policy governs stands before it.
    const before = elements.slice(0, elements.indexOf(policies[0] as Element)).map(({ tagName }) => tagName);
    expect(before.filter((tag) => !['html', 'head', 'meta'].includes(tag))).toEqual([]);
    const owned = elements.filter(({ tagName, attrs }) => ['style', 'script'].includes(tagName) && attrs.length === 0);
    expect(owned.length).toBeGreaterThan(0);
    for (const element of owned) {
      const hash = createHash('sha256').update(contentOf(element)).digest('base64');
      expect(policy).toContain(`${element.tagName}-src 'sha256-${hash}'`);
    }
    for (const { tagName, attrs } of elements) {
      expect(attrs.map(({ name }) => name).filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
      expect(['iframe', 'object', 'embed', 'base', 'link', 'form']).not.toContain(tagName);
    }
  });
});

it.each(Object.entries(HOSTILE_TEXTS))('a handout keeps its markup, and runs nothing, with %s', (_trick, text) => {
  const elements = elementsOf(handoutPage('plain', `# Title\n\n${text}\n\n- ${text}\n\n\`\`\`\n${text}\n\`\`\`\n`));
  expect(
    elements.map(({ tagName }) => tagName).filter((tag) => /^(?:script|iframe|object|form|svg|base|link)$/.test(tag)),
  ).toEqual([]);
  for (const { attrs } of elements) {
    expect(attrs.map(({ name }) => name).filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    for (const { name, value } of attrs)
      if (['href', 'src'].includes(name)) expect(value).toMatch(/^(?:https?:\/\/|mailto:|data:image\/png;base64,)/);
  }
});

describe('templates of pages', () => {
  const folder = new URL('../../templates/', import.meta.url).pathname;
  const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html.hbs'),
  );

  it('are tested above and below, or of the documentation', () => {
    expect(templates.sort()).toEqual([
      'class.html.hbs',
      'docs.html.hbs',
      'feedback.html.hbs',
      'handout.html.hbs',
      'kernel-trace.html.hbs',
      'playground.html.hbs',
      'report.html.hbs',
      'similarity-pair.html.hbs',
      'similarity.html.hbs',
      'trace.html.hbs',
    ]);
  });

  it.each(templates)('%s has a strict policy, and escapes whatever it is given', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text)?.[1] ?? '';
    expect(policy).toMatch(/^default-src 'none'; .*base-uri 'none'; form-action 'none'$/);
    if (file === 'playground.html.hbs') expect(policy).not.toMatch(/(?<!wasm-)unsafe|\*|http/);
    else expect(policy).not.toMatch(/unsafe|\*|http|(?<!img-src )'self'/);
    expect(text).not.toMatch(/\{\{\{|\{\{&/);
    expect(text).not.toMatch(/\s(?:style|on\w+)=/);
    // An attribute without quotes would end at the first space of what it is given.
    expect(text.replace(/\{\{#\*?inline [^}]*\}\}|\{\{[#>/][^}]*\}\}/g, '')).not.toMatch(/<[^>"]*=\{\{/);
  });
});

describe('the page of a playground', () => {
  const file = { url: 'one', bytes: 1 };
  const engine = { pack: file, files: {}, python: {}, optional: [] };
  const page = (text: string) =>
    renderPage({
      ...{ schemaVersion: 1, version: '1', seed: '1', app: 'app', engine },
      assignments: [{ id: 'one', title: text, file }],
    });

  it.each(Object.entries(HOSTILE_TEXTS))('has no element and no attribute more for %s', (_trick, text) => {
    const elements = elementsOf(page(text));
    expect(kindsOf(page(text))).toEqual(kindsOf(page(HARMLESS)));
    const data = elements.find((element) => attribute(element, 'id') === 'site');
    expect(JSON.parse(contentOf(data as Element))).toMatchObject({ assignments: [{ title: text }] });
  });

  it('runs only scripts of its own address and of the report', () => {
    const elements = elementsOf(page(HARMLESS));
    const scripts = elements.filter(({ tagName }) => tagName === 'script');
    expect(scripts.map((script) => [attribute(script, 'type'), attribute(script, 'src')])).toEqual([
      ['application/json', null],
      ['module', 'app/page.js'],
    ]);
    // A report is shown in a frame, which has the page's policy besides its own.
    const policy =
      attribute(
        elements.find((element) => attribute(element, 'http-equiv') !== null),
        'content',
      ) ?? '';
    const hash = createHash('sha256').update(packagedTemplates.read('report.js')).digest('base64');
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' 'wasm-unsafe-eval' 'sha256-${hash}'`);
  });
});
