// Suites of CUDA programs that others wrote: which programs there are, with what arguments, and what their authors say.
// Each is a function of its folder that lists programs { id, kind, file, args, options, cwd, expected }, where `expected`
// turns the answer of `grade run --json` and its errors into 'as expected', 'missed', 'false alarm' or another word.
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  booksByExample,
  cs149,
  ece408,
  olcfTraining,
  pmppLabs,
  pmppLearning,
  professionalCuda,
} from './course-suites.mjs';
import { cudaSamples } from './cuda-samples.mjs';
import { filesUnder } from './files-under.mjs';
import { gpuverify } from './gpuverify.mjs';
import { hecbench } from './hecbench.mjs';
import { hundredDays, llmc, sgemm } from './kernel-suites.mjs';
import { polybench } from './polybench.mjs';
import { rodinia } from './rodinia.mjs';

const RACES = ['shared-race', 'global-race'];
const BOUNDS = ['out-of-bounds-read', 'out-of-bounds-write', 'shared-out-of-bounds', 'local-out-of-bounds'];

export const SUITES = {
  'sanitizer-samples': sanitizerSamples,
  indigo,
  scor,
  hecbench,
  'cuda-samples': cudaSamples,
  gpuverify,
  'books-by-example': booksByExample,
  'professional-cuda': professionalCuda,
  'olcf-training': olcfTraining,
  cs149,
  ece408,
  'pmpp-learning': pmppLearning,
  'pmpp-labs': pmppLabs,
  polybench,
  rodinia,
  'llm.c': llmc,
  sgemm,
  '100-days': hundredDays,
};

/** https://github.com/NVIDIA/compute-sanitizer-samples: rules and lines that its tools are documented to find. */
function sanitizerSamples(folder) {
  const documented = {
    'Memcheck/memcheck_demo.cu': [
      ['misaligned-access', 34],
      ['out-of-bounds-write', 39],
      ['leak', 65],
    ],
    'Racecheck/block_error.cu': [['shared-race', 41]],
    'Racecheck/warp_error.cu': [['shared-race', 44]],
    'Initcheck/memset_error.cu': [['uninitialized-read', 41]],
    'Suppressions/suppressions_initcheck_demo.cu': [['uninitialized-read', 32]],
    'Synccheck/divergent_threads.cu': [['barrier-divergence', 54]],
    'Synccheck/illegal_syncwarp.cu': [['barrier-divergence', 48]],
  };
  return Object.entries(documented).map(([id, wanted]) => ({
    id,
    kind: dirname(id),
    file: basename(id),
    cwd: join(folder, dirname(id)),
    expected: ({ findings }) =>
      wanted.every(([rule, line]) => findings.some((found) => found.rule === rule && found.line === line))
        ? 'as expected'
        : 'missed',
  }));
}

/**
 * https://github.com/burtscher/IndigoSuite: programs as its generator writes them for the type int, whose names tell the
 * bugs that they have. Each runs on one small graph: nodes without neighbours first and last, and more blocks than nodes,
 * since some bugs show there alone.
 */
function indigo(folder, scratch) {
  writeFileSync(join(scratch, 'graph.egr'), smallGraph());
  const bugs = { atomicBug: RACES, guardBug: RACES, raceBug: RACES, syncBug: RACES, boundsBug: BOUNDS };
  return filesUnder(folder, '.cu').map((file) => {
    const has = Object.keys(bugs).filter((bug) => basename(file).includes(bug));
    return {
      id: basename(file, '.cu'),
      kind: has.join(' and ') || 'clean',
      file,
      args: ['graph.egr', '64', '48'],
      options: ['--include', folder, '--dir', scratch],
      cwd: scratch,
      expected: (answer, errors) => {
        if (answer.exitCode === null) return 'does not run';
        if (has.length === 0) return errors.length === 0 ? 'as expected' : 'false alarm';
        return has.every((bug) => errors.some(({ rule }) => bugs[bug].includes(rule))) ? 'as expected' : 'missed';
      },
    };
  });
}

/** https://github.com/csl-iisc/ScoR: its microbenchmarks, whose names tell whether there is a race. */
function scor(folder) {
  return filesUnder(join(folder, 'microbenchmarks', 'src'), '.cu').map((file) => {
    const races = basename(file).startsWith('race');
    return {
      id: basename(file, '.cu'),
      kind: races ? 'race' : 'norace',
      file: basename(file),
      cwd: dirname(file),
      expected: (answer, errors) => {
        if (answer.exitCode === null) return 'does not run';
        const found = errors.some(({ rule }) => RACES.includes(rule));
        if (found === races) return 'as expected';
        return races ? 'missed' : 'false alarm';
      },
    };
  });
}

/** In the form of ECL graphs: nodes, edges, where each node's neighbours begin, and all of them. */
function smallGraph() {
  const nodes = 40;
  const neighbours = Array.from({ length: nodes }, () => new Set());
  let state = 7;
  const draw = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let edge = 0; edge < 3 * nodes; edge++) {
    const [from, to] = [draw(nodes), draw(nodes)];
    if (from === to || [from, to].some((node) => node === 0 || node === nodes - 1)) continue;
    neighbours[from].add(to);
    neighbours[to].add(from);
  }
  const lists = neighbours.map((set) => [...set].sort((a, b) => a - b));
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1) + list.length);
  return new Uint8Array(Int32Array.from([nodes, starts.at(-1), ...starts, ...lists.flat()]).buffer);
}
