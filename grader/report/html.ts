import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { PNG } from 'pngjs';
import { wordNumber, wordVerdict } from '../wording/index.ts';
import { coverageSentence, drawGrid } from './coverage.ts';
import { highlightLines } from './highlight.ts';
import { allFindings, excerptOf, type Pictures, type ReportInput } from './model.ts';
import type { Templates } from './templates.ts';

const MARKS = { passed: '✓', failed: '✗', skipped: '–', error: '!' } as const;

/** The report as one self-contained page: no script, no network, nothing but its own style and pictures. */
export function renderHtml(input: ReportInput, templates: Templates): string {
  const { result } = input;
  const style = templates.read('report.css');
  const render = Handlebars.compile<object>(templates.read('report.html.hbs'), { strict: true, noEscape: false });
  const findings = allFindings(result);
  return render({
    style: new Handlebars.SafeString(style),
    styleHash: new Handlebars.SafeString(createHash('sha256').update(style).digest('base64')),
    title: input.title,
    file: result.submission.file,
    verdict: result.verdict,
    verdictTitle: result.verdict,
    verdictText: wordVerdict(result),
    score: result.score,
    maxScore: result.maxScore,
    checks: result.checks.map(({ id, status, score, maxScore, summary }) => ({
      id,
      status,
      summary,
      mark: MARKS[status],
      points: maxScore > 0 ? `${score}/${maxScore}` : '',
    })),
    findings: findings.map((finding) => ({
      severity: finding.severity,
      rule: finding.rule,
      message: finding.message,
      line: finding.line ?? null,
      hint: finding.hint ?? null,
      excerpt: excerptOf(input.source, finding.line, finding.column)?.lines ?? null,
      related: (finding.related ?? []).map(({ line, message }) => ({ line: line ?? null, message })),
      facts: [
        finding.kernel && `kernel ${finding.kernel}`,
        finding.case && `case ${finding.case}`,
        finding.count !== undefined && finding.count > 1 && `seen ${wordNumber(finding.count)} times`,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    grid: gridView(input),
    pictures: input.pictures && picturesView(input.pictures),
    cases: result.cases.map(({ name, visible, status, maxError, pattern }) => ({
      name,
      status,
      hidden: !visible,
      maxError: maxError === null ? '' : wordNumber(maxError),
      pattern: pattern ?? '',
    })),
    source: highlightLines(input.source.replace(/^\uFEFF/, '')).map((tokens, index) => {
      const here = findings.filter((finding) => finding.line === index + 1);
      return {
        number: index + 1,
        tokens,
        severity: here[0]?.severity ?? null,
        notes: here.map(({ severity, rule }) => ({ severity, text: `↑ ${rule}` })),
      };
    }),
    target: result.target,
    engine: result.environment.engine,
    clang: result.environment.clang,
    sha256: result.submission.sha256.slice(0, 16),
  });
}

function gridView({ coverage }: ReportInput): object | null {
  if (!coverage) return null;
  const drawing = drawGrid(coverage);
  return {
    ...drawing,
    viewWidth: drawing.width + 2,
    viewHeight: drawing.height + 2,
    sentence: coverageSentence(coverage),
    output: coverage.output,
    blockWords: drawing.grouped ? 'several blocks' : 'one block',
  };
}

function picturesView(pictures: Pictures): object {
  const { width, height, differing, maxDifference } = pictures;
  const image = (caption: string, alt: string, pixels: Uint8Array) => ({
    url: pngUrl(pixels, width, height),
    width,
    height,
    caption,
    alt,
  });
  return {
    sentence:
      differing === 0
        ? `In the case ${pictures.case} every pixel is as expected.`
        : `In the case ${pictures.case}, ${wordNumber(differing)} of ${wordNumber(width * height)} pixels differ, by at most ${wordNumber(maxDifference)} levels.`,
    images: [
      image('expected', 'The expected picture', pictures.expected),
      image('got', 'The picture that the submission made', pictures.got),
      image('difference', 'Where and how much the two differ; white is the largest difference', pictures.difference),
    ],
  };
}

function pngUrl(pixels: Uint8Array, width: number, height: number): string {
  const png = new PNG({ width, height });
  png.data = Buffer.from(pixels);
  const file = PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false, bitDepth: 8 });
  return `data:image/png;base64,${file.toString('base64')}`;
}
