import Handlebars from 'handlebars';
import {
  GRID_WORDS,
  wordAlso,
  wordDeciding,
  wordEstimate,
  wordNumber,
  wordOpen,
  wordPlural,
  wordRule,
  wordTried,
  wordVerdict,
} from '../explain/index.ts';
import { sha256 } from '../platform/index.ts';
import type { Templates } from '../platform/render/index.ts';
import type { Rule } from '../result/index.ts';
import { type Coverage, coverageSentence, wrongBlocksSentence } from './coverage.ts';
import { cellWords, drawLaunch } from './drawing.ts';
import { wellFormed } from './escape.ts';
import { memoryWords, otherRemarks } from './memory-words.ts';
import type { Pictures } from './model.ts';
import {
  checkRows,
  decidingLine,
  type Excerpt,
  excerptOf,
  factsOf,
  type ReportInput,
  type ShownFinding,
  shownFindings,
  textOfFile,
} from './model.ts';
import { type PictureWords, wordPictures } from './picture-words.ts';
import type { Raster } from './pictures.ts';
import { type PlanTable, planWords } from './plan.ts';
import { timingPlots } from './plots.ts';
import { pngUrl } from './png.ts';
import { rulesOf, ruleUrl } from './rule-links.ts';
import { linkLines, sourceView } from './source-view.ts';
import { timingWords } from './timing.ts';
import { traceCommand } from './trace-command.ts';

const MARKS = { passed: '✓', failed: '✗', skipped: '–', error: '!' } as const;
const STATUS_WORDS = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'not judged',
  error: 'could not be judged',
} as const;
const SEVERITY_WORDS = { error: 'Error', warning: 'Warning', note: 'Note' } as const;
/** A small array is enlarged to about this size. */
const MAP_WIDTH = 480;
const MAP_HEIGHT = 320;

/**
 * The report as one self-contained page: no network, nothing but its own style, pictures and the script that explores
 * the drawing of a launch.
 * @param docsUrl - where the pages of the rules are served; where they are not, the page itself says what they mean
 */
export function renderHtml(input: ReportInput, templates: Templates, docsUrl: string | null = null): string {
  const { result } = input;
  const isOpen = result.verdict === 'error';
  const style = templates.read('report.css');
  const render = templates.compile('report.html.hbs');
  const findings = shownFindings(result);
  const deciding = decidingLine(input);
  const coverage = input.coverage && coverageView(input.coverage);
  const view = (finding: ShownFinding) =>
    findingView(finding, input, docsUrl, finding === findings[0] ? (input.numbers ?? []) : []);
  // What is not there to explore needs no script.
  const script = coverage && coverage.drawings.length > 0 ? templates.read('report.js') : '';
  const ofSource = findings.filter(({ file }) => file === undefined || file === result.submission.file);
  const shownSource = sourceView(input.source, ofSource);
  const page = render({
    script: script === '' ? null : new Handlebars.SafeString(script),
    scriptHash: new Handlebars.SafeString(sha256('base64', script)),
    style: new Handlebars.SafeString(style),
    styleHash: new Handlebars.SafeString(sha256('base64', style)),
    title: input.title,
    file: result.submission.file,
    verdict: result.verdict,
    verdictTitle: result.verdict,
    verdictText: wordVerdict(result),
    score: isOpen && result.score === 0 ? null : result.score,
    maxScore: result.maxScore,
    isOpen,
    next: wordOpen(result),
    checks: checkRows(result.checks).map(({ name, status, summary, points }) => ({
      id: name,
      status,
      statusWords: STATUS_WORDS[status],
      summary,
      mark: MARKS[status],
      points,
    })),
    deciding: deciding === null ? null : wordDeciding(deciding),
    findings: findings.slice(0, MOST_OPEN).map(view),
    moreFindings: findings.slice(MOST_OPEN).map(view),
    moreTitle: `And ${wordPlural(findings.length - MOST_OPEN, 'more finding', 'more findings')}`,
    meanings: docsUrl === null ? rulesOf(result).map(meaningView) : null,
    pictures: input.pictures && picturesView(input.pictures, wordPictures(input.pictures)),
    coverage,
    bar: isOpen && result.score === 0 ? null : pointsBar(result),
    tried: wordTried(input.tried, result.target),
    plan: input.plan && planView(input.plan, input.source),
    estimate:
      !input.timing && result.estimate ? { paragraphs: [wordEstimate(result.estimate), ...otherRemarks(input)] } : null,
    memory: input.memory && memoryWords(input.memory, input.source.split('\n').length),
    timing: input.timing && { ...timingWords(input.timing), plots: timingPlots(input.timing) },
    cases: result.cases.map(({ name, visible, status, maxError, pattern }) => ({
      name,
      status,
      hidden: !visible,
      maxError: maxError === null ? null : wordNumber(maxError),
      pattern,
    })),
    source: shownSource,
    isLong: shownSource.length > LONG_SOURCE,
    target: result.target,
    engine: result.environment.engine,
    clang: result.environment.clang,
    sha256: result.submission.sha256.slice(0, 16),
  });
  // Nothing that a student wrote may reorder or hide what the page says.
  return wellFormed(page);
}

/** Findings that stand open; nobody reads more at once. */
const MOST_OPEN = 20;
/** Lines from which the source is laid out only when it comes into view. */
const LONG_SOURCE = 1000;
const BAR_WIDTH = 160;

/** A part for each check, as wide as the points that it can give. */
function pointsBar({ checks, maxScore, score }: ReportInput['result']): object | null {
  if (maxScore <= 0) return null;
  const counted = checks.filter((check) => check.maxScore > 0);
  const parts: { x: number; width: number; status: string; title: string }[] = [];
  let before = 0;
  for (const check of counted) {
    const at = (points: number) => Math.round((BAR_WIDTH * 10 * points) / maxScore) / 10;
    const title = `${check.id}: ${check.score} of ${check.maxScore}`;
    const part = (from: number, points: number, status: string) => {
      const width = Math.max(0, Math.round(10 * (at(from + points) - at(from) - 1)) / 10);
      if (points > 0) parts.push({ x: at(from), width, status, title });
    };
    part(before, check.score, 'earned');
    part(before + check.score, check.maxScore - check.score, 'missed');
    before += check.maxScore;
  }
  const alt = `${score} of ${maxScore} points. ${parts.length > 0 ? [...new Set(parts.map(({ title }) => title))].join(', ') : ''}.`;
  return { width: BAR_WIDTH, parts, alt };
}

/** What a rule means; every second part is code. */
function meaningView(rule: Rule): object {
  const { title, meaning } = wordRule(rule);
  return { rule, title, parts: meaning.split('`').map((text, at) => ({ text, code: at % 2 === 1 })) };
}

function findingView(
  finding: ShownFinding,
  input: ReportInput,
  docsUrl: string | null,
  numbers: readonly string[],
): object {
  const { source } = input;
  const isElsewhere = finding.file !== undefined && finding.file !== input.result.submission.file;
  const excerpt = (file: string | undefined, ...place: [number | undefined, number | undefined, number?]) => {
    const text = textOfFile(input, file);
    return text === null ? null : excerptView(excerptOf(text, ...place));
  };
  const also = wordAlso({ first: finding, also: finding.also });
  return {
    severity: finding.severity,
    severityWord: SEVERITY_WORDS[finding.severity],
    rule: finding.rule,
    ruleUrl: docsUrl === null ? `#rule-${finding.rule}` : ruleUrl(docsUrl, finding.rule),
    message: finding.message,
    // A line number links to the source of the page, in which a header is not.
    line: isElsewhere ? null : (finding.line ?? null),
    place: isElsewhere ? [finding.file, finding.line].filter((part) => part !== undefined).join(':') : null,
    hint: finding.hint ?? null,
    meaning: finding.hint === undefined ? null : meaningView(finding.rule),
    excerpt: excerpt(finding.file, finding.line, finding.column),
    numbers,
    related: (finding.related ?? []).map(({ file, line, column, message }) => ({
      line: file === undefined || file === input.result.submission.file ? (line ?? null) : null,
      message,
      excerpt: excerpt(file, line, column, 0),
    })),
    also: also && linkLines(also, source.split('\n').length),
    facts: factsOf(finding).join(' · '),
    trace: traceCommand(finding, input),
  };
}

function excerptView(excerpt: Excerpt | null): object[] | null {
  if (!excerpt) return null;
  const { caret, lines } = excerpt;
  return lines.map((line) => ({ ...line, caret: line.marked && caret !== null ? `${' '.repeat(caret)}^` : null }));
}

function coverageView(coverage: Coverage) {
  const { unit, output } = coverage;
  const drawings = drawLaunch(coverage);
  return {
    sentence: coverageSentence(coverage),
    wrong: wrongBlocksSentence(coverage),
    anyWrong: drawings.some(({ wrong }) => wrong !== ''),
    anyUnwritten: drawings.some(({ unwritten }) => unwritten !== ''),
    words: JSON.stringify(GRID_WORDS),
    unit,
    aUnit: unit === 'element' ? 'an element' : 'a pixel',
    output,
    bareClass: coverage.complete ? 'taken' : 'bare',
    bareWords: coverage.complete ? 'taken by threads that have several' : 'without a thread',
    bare: drawings.some(({ data, covered }) => covered.width < data.width || covered.height < data.height),
    spare: drawings.some(({ outside }) => outside.length > 0),
    drawings: drawings.map((drawing) => ({
      ...drawing,
      rulerText: JSON.stringify(drawing.ruler),
      viewWidth: drawing.width + 2,
      viewHeight: drawing.height + 2,
      cells: `One cell is ${cellWords(drawing.blocksPerCell)}.`,
    })),
  };
}

function planView(plan: PlanTable, source: string): object {
  const lines = source.split('\n').length;
  const known = (line: number | null) => (line !== null && line <= lines ? line : null);
  const { launches, steps, ...words } = planWords(plan);
  return {
    ...words,
    case: plan.case,
    launches: launches.map((row) => ({ ...row, line: known(row.line) })),
    steps: steps.map((row) => ({ ...row, noSize: row.size === '–', line: known(row.line) })),
  };
}

function picturesView(pictures: Pictures, words: PictureWords): object {
  return {
    ...words,
    single: pictures.images.length === 1,
    differs: pictures.wrong + pictures.unwritten > 0,
    floats: pictures.unit === 'element',
    output: pictures.output,
    sampleTitle: `The first ${wordPlural(pictures.samples.length, 'place')} that ${pictures.samples.length === 1 ? 'differs' : 'differ'}`,
    images: pictures.images.map(({ role, raster }, index) => ({
      ...words.images[index],
      url: pngUrl(raster),
      ...(role === 'difference' && pictures.images.length === 1 ? enlarged(raster) : sizeOf(raster)),
    })),
  };
}

function sizeOf({ width, height }: Raster): { width: number; height: number } {
  return { width, height };
}

function enlarged({ width, height }: Raster): { width: number; height: number } {
  const factor = Math.max(1, Math.min(32, Math.floor(Math.min(MAP_WIDTH / width, MAP_HEIGHT / height))));
  return { width: width * factor, height: height * factor };
}
