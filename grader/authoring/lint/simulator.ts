import { createJiti } from 'jiti';
import { aboutFile, type Folder, type Issue, readText } from './issue.ts';

export const SIMULATOR_FILE = 'simulator.ts';

const EXPORTS = {
  simulate: 'export function simulate(inputs, dims, options) { … }',
  expected: 'export function expected(inputs, dims) { … }',
};

/** Functions that a specification can need. */
const FURTHER = {
  check: 'export function check({ inputs, outputs, dims }: Checked) { … }',
  generate: 'export function generate({ random, structure, dims }: Draw) { … }',
};

/** Does it parse, and does it export what it must? It is translated and not run. */
export function lintSimulator(folder: Folder, needs: { readonly check: boolean; readonly generate: boolean }): Issue[] {
  const read = readText(folder, SIMULATOR_FILE);
  if ('issue' in read) return [{ ...read.issue, expected: 'the exercise on the simulator', example: EXPORTS.simulate }];
  const jiti = createJiti(import.meta.url, { fsCache: false });
  const script = jiti.transform({ source: read.text, ts: true, filename: SIMULATOR_FILE });
  const failure = failureOf(script);
  if (failure) return [{ file: SIMULATOR_FILE, severity: 'error', ...failure, expected: 'TypeScript' }];
  // What is exported from elsewhere cannot be seen without running it.
  if (/\bObject\.keys\(_\w+\)\.forEach\(/.test(script)) return [];
  const further = Object.entries(FURTHER).filter(([name]) => needs[name as keyof typeof FURTHER]);
  return [...Object.entries(EXPORTS), ...further].flatMap(([name, example]) =>
    isExported(script, name)
      ? []
      : [
          aboutFile(SIMULATOR_FILE, 'error', {
            problem: `${name} is not exported`,
            expected: `a function ${name}`,
            example,
          }),
        ],
  );
}

function isExported(script: string, name: string): boolean {
  return new RegExp(`\\bexports\\.${name} = |defineProperty\\(exports, "${name}"`).test(script);
}

/** What does not parse is translated into a description of why. */
function failureOf(
  script: string,
): { readonly line: number; readonly column: number; readonly problem: string } | null {
  const described = /__JITI_ERROR__\s*=\s*(\{.*\})/s.exec(script)?.[1];
  if (described === undefined) return null;
  const {
    line = 1,
    column = 0,
    message = '',
  } = JSON.parse(described) as {
    line?: number;
    column?: number;
    message?: string;
  };
  // The message begins with the file and ends with the place and a picture of it.
  const what =
    message
      .split('\n')[0]
      ?.replace(/^\S*: /, '')
      .replace(/ ?\(\d+:\d+\)$/, '') ?? '';
  return { line, column: column + 1, problem: `not valid TypeScript: ${what}` };
}
