import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Grade, GradeBook, GradedAttempt } from '../../../grader/batch/index.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import {
  CHECK_IDS,
  type CheckId,
  type Finding,
  type GradeResult,
  RULES,
  type Rule,
} from '../../../grader/result/index.ts';
import { Random } from '../../../grader/spec/random.ts';

/** A class of any size, made from the submissions that ship: for the eye, for the clock, and for what must hold at size. */
export interface GeneratedClass {
  readonly book: GradeBook;
  readonly readSource: (attempt: GradedAttempt) => string | null;
}

interface Program {
  readonly source: string;
  readonly finding: Pick<Finding, 'rule' | 'line'> | null;
}

const ASSIGNMENTS = ['grayscale', 'matmul-2d', 'matmul-tiled'] as const;
const FIRST = ['Ada', 'Ben', 'Cem', 'Dilek', 'Émile', 'Fatou', 'Grace', 'Hiroshi', 'Ines', 'Jörg', 'Käthe', 'Linh'];
const LAST = ['Lovelace', 'Ngũgĩ', "O'Brien", 'Özdemir', 'van der Berg', 'Nakamura', 'Silva', 'Kowalska', 'Li'];
const POINTS: Readonly<Record<CheckId, number>> = {
  compile: 5,
  guards: 20,
  correctness: 35,
  memory: 10,
  races: 10,
  technique: 10,
  speedup: 0,
};
/** What each rule says, with places for the numbers that differ from one student to the next. */
const MESSAGES: Partial<Record<Rule, string>> = {
  'compile-error': "Expected ';' at the end of the declaration of 'row'.",
  'launch-error':
    'The launch is refused: a block of 64 × 32 has # threads, and a block may have 1,024. CUDA says: invalid configuration argument (CUDA error 9).',
  'out-of-bounds-read':
    'Thread # of block # reads # bytes past the end of m. What lies there belongs to another buffer.',
  'out-of-bounds-write':
    'Thread # of block # writes # bytes past the end of out. On a GPU this changes other data, or stops the kernel.',
  'wrong-output': '# of the elements of out are wrong, the first at (#, #).',
  'unwritten-output': '# of the elements of out were never written.',
  'shared-race': 'Thread # of block # reads element # of ms, which thread # writes, with no barrier between the two.',
  'barrier-divergence': "Only # of the block's 256 threads reach this barrier.",
  'uninitialized-read': 'Thread # of block # reads element # of ns, which no thread of the block has written yet.',
  'missing-technique': 'Global memory is read # times as often as a tile in shared memory would need.',
};
const HINT = 'Which threads have no element of their own, and what keeps them from this line?';

/** @param size - students; equal sizes and seeds give equal classes */
export function generatedClass(size: number, { seed = 1, timed = false } = {}): GeneratedClass {
  const random = new Random(seed, 'class');
  const programs = new Map(ASSIGNMENTS.map((id) => [id, shippedPrograms(id)]));
  const sources = new Map<string, string>();
  const students = Array.from({ length: size }, (_, at) => ({
    id: `s${String(at + 1).padStart(4, '0')}`,
    name: `${pick(FIRST, random)} ${pick(LAST, random)}`,
  }));
  const grades = students.flatMap(({ id, name }) =>
    ASSIGNMENTS.map((assignment): Grade => {
      const fate = random.integer(0, 99);
      const count = fate < 4 ? 0 : random.integer(1, 4);
      const attempts = Array.from({ length: count }, (_, at): GradedAttempt => {
        const own = programs.get(assignment) ?? { accepted: [], rejected: [] };
        const program = fate < 60 && at === count - 1 ? pick(own.accepted, random) : pick(own.rejected, random);
        const folder = `students/${id}/${assignment}-${at + 1}`;
        sources.set(folder, `// ${name}, ${id}\n${'\n'.repeat(random.integer(0, 3))}${program.source}`);
        const result = fate < 6 ? null : resultOf(assignment, program, sources.get(folder) ?? '', timed, random);
        const submittedAt = '2026-11-20T12:00:00+01:00';
        return { student: id, assignment, attempt: String(at + 1), submittedAt, folder, result };
      });
      const counted = fate < 6 ? null : (attempts.at(-1) ?? null);
      const late = fate % 11 === 0 ? 2 : 0;
      const score = counted?.result?.score ?? null;
      return {
        student: id,
        roster: rosterOf(id, name),
        assignment,
        attempts,
        counted,
        points: score === null ? null : Math.max(0, score - 5 * late),
        maxPoints: counted?.result?.maxScore ?? null,
        latePenalty: counted ? Math.min(score ?? 0, 5 * late) : 0,
        daysLate: counted ? late : 0,
        computed: score === null ? null : Math.max(0, score - 5 * late),
        decisions: [],
        isExcused: false,
        missing: null,
        open: fate >= 4 && fate < 6 ? `attempt ${count}: The grading process ended (killed by SIGKILL).` : null,
      };
    }),
  );
  return {
    book: {
      title: 'CUDA in the autumn of 2026',
      assignments: ASSIGNMENTS.map((id) => ({ id, title: titleOf(id), canvasId: null })),
      grades,
    },
    readSource: ({ folder }) => sources.get(folder) ?? null,
  };
}

function shippedPrograms(id: string): { readonly accepted: Program[]; readonly rejected: Program[] } {
  const folder = join(packageRoot, 'assignments', id, 'submissions');
  const manifest = parse(readFileSync(join(folder, 'manifest.yaml'), 'utf8')) as Record<
    'accepted' | 'rejected',
    { readonly file: string; readonly rule: Rule; readonly line?: number }[]
  >;
  const inCuda = ({ file }: { readonly file: string }): boolean => file.endsWith('.cu');
  const read = (kind: string, file: string): string => readFileSync(join(folder, kind, file), 'utf8');
  return {
    accepted: manifest.accepted.filter(inCuda).map(({ file }) => ({ source: read('accepted', file), finding: null })),
    rejected: manifest.rejected.filter(inCuda).map(({ file, rule, line }) => ({
      source: read('rejected', file),
      finding: { rule, line },
    })),
  };
}

function resultOf(
  assignment: string,
  { source, finding: about }: Program,
  handedIn: string,
  timed: boolean,
  random: Random,
): GradeResult {
  const before = handedIn.split('\n').length - source.split('\n').length;
  const findings = about ? [findingOf(about, before, random)] : [];
  const failing = about && (RULES[about.rule] ?? 'correctness');
  const checks = CHECK_IDS.map((id) => {
    const skipped = id === 'speedup' || (failing === 'compile' && id !== 'compile');
    const status = id === failing ? ('failed' as const) : skipped ? ('skipped' as const) : ('passed' as const);
    const score = status === 'passed' ? POINTS[id] : 0;
    return { id, status, score, maxScore: POINTS[id], summary: '', findings: id === failing ? findings : [] };
  });
  const factor = random.integer(0, 19) === 0 ? 16 : random.integer(1, 2);
  const ratio = 2 ** (random.integer(-10, 60) / 20);
  return {
    schemaVersion: 1,
    assignment,
    submission: { file: 'mine.cu', sha256: 'ab'.repeat(32) },
    target: timed ? 'gpu' : 'emulator',
    verdict: about ? 'failed' : 'passed',
    responsible: about ? 'student' : null,
    score: checks.reduce((sum, { score }) => sum + score, 0),
    maxScore: 90,
    checks,
    cases: [],
    launches: [
      {
        kernel: 'k',
        grid: [1, 1, 1],
        block: [1, 1, 1],
        sharedBytes: 0,
        case: 'small',
        counters: { globalLoadSectors: 4096 * factor },
      },
    ],
    timing:
      timed && !about
        ? {
            gpu: 'NVIDIA H200',
            studentMs: 3.1 / ratio,
            baselineMs: 3.1,
            ratio,
            interval: [ratio * 0.99, ratio * 1.01],
            repetitions: 12,
            tier: ratio > 4 ? 'fast' : ratio > 1 ? 'fair' : null,
            referenceMs: null,
            cpuMs: null,
            tiers: [
              { name: 'fast', points: 10, of: 'baseline', minRatio: 4 },
              { name: 'fair', points: 5, of: 'baseline', minRatio: 1 },
            ],
          }
        : null,
    environment: { engine: 'e', clang: '22', nvcc: null, driver: null, node: 'v20', limits: {}, durationMs: 5 },
  };
}

function findingOf({ rule, line }: NonNullable<Program['finding']>, before: number, random: Random): Finding {
  const message = (MESSAGES[rule] ?? `Something of ${rule} in thread #.`).replace(/#/g, () =>
    String(random.integer(0, 5000)),
  );
  return {
    rule,
    severity: 'error',
    message,
    detail: { kind: 'sanitizer', tool: 'memcheck', text: message },
    file: 'mine.cu',
    ...(line !== undefined && { line: line + before, column: 9 }),
    count: random.integer(1, 99),
    hint: HINT,
  };
}

function rosterOf(id: string, name: string): Grade['roster'] {
  const none = { canvasId: null, sisUserId: null, sisLoginId: null, section: null, idNumber: null, github: null };
  return { id, name, email: `${id}@school.example`, ...none };
}

function titleOf(id: string): string {
  const yaml = parse(readFileSync(join(packageRoot, 'assignments', id, 'assignment.yaml'), 'utf8')) as {
    readonly title: string;
  };
  return yaml.title;
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[random.integer(0, from.length - 1)] as T;
}
