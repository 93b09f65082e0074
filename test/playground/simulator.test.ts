import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { simulatorFile, simulatorScripts } from '../../grader/platform/browser/simulator-file.ts';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import { collectSimulator } from '../../grader/playground/collect-simulator.ts';
import { loadSimulator } from '../../grader/simulator/file/index.ts';
import * as simulator from '../../grader/simulator/index.ts';
import { callGenerate, isSimulatorModule, type SimulatorModule } from '../../grader/simulator/index.ts';
import { findAssignments, generatedInputs, makeCaseInputs } from '../../grader/spec/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'playground-simulator-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHIPPED = findAssignments().flatMap((found) => (found.status === 'loaded' ? [found.assignment] : []));
const COPIED = `import { ceilDiv } from 'cuda-course-grade/simulator';
export const simulate = () => ({ outputs: {} });
`;

/** Loads what a site would hold of the folder as a browser does. */
async function inBrowser(id: string, script: string): Promise<SimulatorModule> {
  const address = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`;
  simulatorScripts.set(id, () => import(/* @vite-ignore */ address));
  const module = await simulatorFile(id, null).load({
    'cuda-course-grade/simulator': simulator,
    '../../grader/simulator/index.ts': simulator,
  });
  if (!isSimulatorModule(module)) throw new Error('the twin gives no simulator');
  return module;
}

/** Writes the files of a course's simulator. */
function written(name: string, files: Readonly<Record<string, string>>): { folder: string } {
  const home = join(folder, name);
  mkdirSync(home);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  return { folder: home };
}

describe('a simulator that was translated for browsers', () => {
  it.each(SHIPPED.map((assignment) => [assignment.spec.id, assignment] as const))(
    'expects of %s what it expects here',
    async (id, assignment) => {
      const { spec } = assignment;
      const [first] = spec.cases;
      if (!first) throw new Error('an exercise without cases');
      const { dims, seed, files } = first;
      const readFile = (path: string) => new Uint8Array(readFileSync(join(assignment.folder, path)));
      const [browser, own] = [await inBrowser(id, collectSimulator(assignment)), await loadSimulator(assignment)];
      const names = generatedInputs(spec);
      const generatedBy = (module: SimulatorModule) =>
        names.length === 0 ? {} : callGenerate(spec, module, { names, dims, seed, name: first.name });
      const generated = generatedBy(own);
      expect(generatedBy(browser)).toEqual(generated);
      const inputs = makeCaseInputs(spec, { dims, seed, files, inputs: undefined, generated }, readFile);
      const there = browser.expected(inputs, dims);
      expect(there).toEqual(own.expected(inputs, dims));
      expect(Object.values(there)[0]?.length).toBeGreaterThan(0);
    },
  );

  it('takes along what lies beside it', async () => {
    const own = written('beside', {
      'simulator.ts': `${COPIED}import { twice } from './numbers.js';
export function expected({ x }: { x: Float32Array }, { n }: { n: number }) {
  return { out: Float64Array.from(x, twice), blocks: new Float64Array([ceilDiv(n, 2)]) };
}`,
      'numbers.ts': 'export const twice = (value: number): number => 2 * value;\n',
    });
    const { expected } = await inBrowser('beside', collectSimulator(own));
    expect(expected({ x: new Float32Array([1, 2, 3]) }, { n: 3 })).toEqual({
      out: new Float64Array([2, 4, 6]),
      blocks: new Float64Array([2]),
    });
  });

  it.each([
    [
      'a module of Node',
      "import { readFileSync } from 'node:fs';\nexport const file = readFileSync;\n",
      /imports 'node:fs', which no browser has/,
    ],
    [
      'a file that is not there',
      "import { one } from './gone.ts';\nexport const two = one;\n",
      /imports '\.\/gone\.ts'/,
    ],
    ['a text that is no program', 'export const = 1;\n', /simulator\.ts cannot be translated/],
    ['an await outside of functions', 'export const one = await 1;\n', /simulator\.ts cannot be translated/],
  ])('is refused for %s', (name, text, message) => {
    const own = written(name.replaceAll(' ', '-'), { 'simulator.ts': text });
    expect(() => collectSimulator(own)).toThrow(message);
  });

  it('that cannot be loaded is no fault of the student', async () => {
    simulatorScripts.set('offline', () => Promise.reject(new InfrastructureError('could not be loaded')));
    await expect(simulatorFile('offline', null).load({})).rejects.toThrow(InfrastructureError);
    await expect(simulatorFile('unknown', null).load({})).rejects.toThrow(/has no simulator of unknown/);
  });
});
