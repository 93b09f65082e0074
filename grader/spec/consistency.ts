import { CHECK_IDS } from '../result/index.ts';
import { checkCases } from './consistency-cases.ts';
import { checkDistribution, listed, unknownName } from './consistency-common.ts';
import { checkHostMemory } from './consistency-host.ts';
import { checkAtomics, checkLaunchShape, checkStyle } from './consistency-launches.ts';
import { checkComparison, checkTolerance } from './consistency-outputs.ts';
import { checkProgram } from './consistency-program.ts';
import { checkTiming } from './consistency-timing.ts';
import type { Complaint, Draft, Siblings } from './draft.ts';
import { isFloatType } from './elements.ts';
import { extentNames, floatScalars, inputParameters, integerScalars, isOutput, outputParameters } from './entry.ts';
import type { AssignmentSpec } from './schema.ts';

/** What one part of a spec must know of another. Runs on whatever parts are valid by themselves. */
export function checkConsistency(draft: Draft, siblings: Siblings): Complaint[] {
  const complaints = [...checkRubric(draft), ...checkFiles(draft, siblings), ...checkTiming(draft, siblings)];
  if (draft.entry !== null) {
    complaints.push(
      ...checkEntry(draft.entry),
      ...checkStyle(draft.entry, draft),
      ...checkProgram(draft.entry, draft, siblings),
      ...checkInputs(draft.entry, draft),
      ...checkTolerance(draft.entry, draft),
      ...checkComparison(draft.entry, draft),
      ...checkOperation(draft.entry, draft),
      ...checkTechnique(draft.entry, draft),
      ...checkCases(draft.entry, draft, siblings),
      ...checkHostMemory(draft),
    );
  }
  return complaints;
}

type Entry = AssignmentSpec['entry'];

/** Words that C, C++ or CUDA keep for themselves, as far as one could choose them for a name by accident. */
const RESERVED = new Set(
  `alignas asm auto bool break case catch char class const constexpr continue default delete do double else enum explicit
  export extern false float for friend goto if inline int long main mutable namespace new operator private protected public
  register restrict return short signed sizeof static struct switch template this throw true try typedef typeid typename
  union unsigned using virtual void volatile while blockDim blockIdx gridDim threadIdx warpSize`.split(/\s+/),
);

function checkEntry(entry: Entry): Complaint[] {
  const complaints: Complaint[] = [];
  const nameProblem = (name: string, path: Complaint['path']): void => {
    if (RESERVED.has(name) || /^(__|_[A-Z])/.test(name)) {
      complaints.push({ path, problem: `${name} is reserved in C++ or CUDA`, expected: 'another name', found: name });
    }
  };
  nameProblem(entry.function, ['entry', 'function']);
  const integers = new Set(integerScalars(entry).map(({ name }) => name));
  const seen = new Set<string>();
  entry.parameters.forEach((parameter, index) => {
    const path = ['entry', 'parameters', index];
    nameProblem(parameter.name, [...path, 'name']);
    if (seen.has(parameter.name)) {
      complaints.push({
        path: [...path, 'name'],
        problem: 'two parameters have the same name',
        expected: 'a name for each',
        found: parameter.name,
      });
    }
    seen.add(parameter.name);
    if (!('shape' in parameter)) return;
    parameter.shape.forEach((extent, position) => {
      for (const name of extentNames(extent)) {
        if (!integers.has(name)) {
          complaints.push(unknownName(name, integers, 'an integer scalar parameter', [...path, 'shape', position]));
        }
      }
    });
  });
  if (!entry.parameters.some(isOutput)) {
    complaints.push({
      path: ['entry', 'parameters'],
      problem: 'no parameter has the role output',
      expected: 'at least one output to compare',
      example: '{name: out, role: output, type: float32, shape: [h, w]}',
    });
  }
  return complaints;
}

function checkInputs(entry: Entry, { inputs, scalars }: Draft): Complaint[] {
  const complaints: Complaint[] = [];
  const arrays = inputParameters(entry);
  if (inputs !== null) {
    const names = arrays.map(({ name }) => name);
    for (const [name, distribution] of Object.entries(inputs)) {
      const parameter = arrays.find((candidate) => candidate.name === name);
      if (parameter === undefined) {
        complaints.push({ ...unknownName(name, names, 'an input parameter', ['inputs', name]), at: 'key' });
      } else complaints.push(...checkDistribution(distribution, parameter.type, ['inputs', name]));
    }
    for (const name of names.filter((candidate) => !Object.hasOwn(inputs, candidate))) {
      complaints.push({
        path: ['inputs'],
        at: 'key',
        problem: `the input ${name} has no distribution`,
        expected: 'one for each input parameter',
        example: `${name}: {distribution: uniform, min: -1, max: 1}`,
      });
    }
  }
  if (scalars !== null) {
    const names = floatScalars(entry).map(({ name }) => name);
    for (const name of Object.keys(scalars).filter((candidate) => !names.includes(candidate))) {
      complaints.push({
        ...unknownName(name, names, 'a floating-point scalar parameter', ['scalars', name]),
        at: 'key',
      });
    }
    for (const name of names.filter((candidate) => !Object.hasOwn(scalars, candidate))) {
      complaints.push({
        path: ['scalars'],
        problem: `the scalar ${name} has no value`,
        expected: 'one for each floating-point scalar parameter',
        example: `scalars: {${name}: 0.5}`,
      });
    }
  }
  return complaints;
}

/** The shapes that a built-in operation computes; `simulator` computes any. */
function checkOperation(entry: Entry, { expected }: Draft): Complaint[] {
  const path = ['expected', 'operation'];
  const inputs = inputParameters(entry);
  const outputs = outputParameters(entry);
  const [first, second] = inputs;
  const [output] = outputs;
  if (expected?.operation === 'matrix-product') {
    const fits =
      inputs.length === 2 &&
      outputs.length === 1 &&
      first?.shape.length === 2 &&
      second?.shape.length === 2 &&
      output?.shape.length === 2 &&
      first.shape[1] === second.shape[0] &&
      output.shape[0] === first.shape[0] &&
      output.shape[1] === second.shape[1] &&
      [first, second, output].every(({ type }) => isFloatType(type));
    if (!fits) {
      const wanted = 'floating-point inputs [h, k] and [k, w] and one output [h, w], or `operation: simulator`';
      return [{ path, problem: 'matrix-product does not fit the parameters', expected: wanted }];
    }
  }
  if (expected?.operation === 'luma') {
    const fits = inputs.length === 1 && outputs.length === 1 && first?.type === 'uint8' && output?.type === 'uint8';
    if (!fits) {
      const wanted = 'one uint8 input [3*height*width] and one uint8 output, or `operation: simulator`';
      return [{ path, problem: 'luma does not fit the parameters', expected: wanted }];
    }
  }
  return [];
}

function checkTechnique(entry: Entry, draft: Draft): Complaint[] {
  const { technique, timing } = draft;
  return listed(technique).flatMap(({ technique: asked, path }): Complaint[] => {
    const { kind } = asked;
    if (kind === 'launch-shape') return checkLaunchShape(asked, path, entry, draft);
    if (kind === 'global-atomics') return checkAtomics(asked, path, entry, draft);
    if (kind === 'two-dimensional-blocks') {
      const outputs = outputParameters(entry);
      if (outputs.some(({ shape, vector }) => shape.length - (vector ? 1 : 0) >= 2)) return [];
      return [
        {
          path: [...path, 'kind'],
          problem: 'two-dimensional blocks are asked for, yet no output has two dimensions',
          expected: 'an output with a shape such as [h, w], or another technique',
        },
      ];
    }
    const counts = { 'shared-tiles': 'load sectors', 'global-traffic': 'sectors' }[kind as string];
    // Without timing, the baseline is baseline.cu. It is only counted, and lint says if it is missing.
    if (!counts || timing === null || timing === undefined || timing.baseline.endsWith('.cu')) return [];
    return [
      {
        path: ['timing', 'baseline'],
        problem: `${kind} compares ${counts} with the baseline, which is no CUDA file`,
        expected: 'a .cu file',
        example: 'baseline.cu',
        found: timing.baseline,
      },
    ];
  });
}

/** Points of the check where the rubric says nothing. */
const DEFAULT_SPEEDUP = 10;

function checkRubric({ rubric, technique, timing }: Draft): Complaint[] {
  const complaints: Complaint[] = [];
  const speedup = rubric?.speedup ?? DEFAULT_SPEEDUP;
  if (timing === undefined && rubric !== null && speedup > 0) {
    complaints.push({
      path: rubric ? ['rubric', 'speedup'] : [],
      problem: 'speedup has points, yet there is no `timing`',
      expected: '`rubric.speedup: 0`, or `timing` with a baseline',
      found: String(speedup),
    });
  }
  // A check that is not named has points.
  if (rubric && CHECK_IDS.every((id) => rubric[id] === 0)) {
    complaints.push({ path: ['rubric'], problem: 'no check has points', expected: 'points for at least one check' });
  }
  if (technique?.kind === 'none' && (rubric?.technique ?? 0) > 0) {
    complaints.push({
      path: ['rubric', 'technique'],
      problem: 'technique has points, yet `technique.kind` is none',
      expected: '0, or a technique to look for',
      found: String(rubric?.technique),
    });
  }
  return complaints;
}

function checkFiles({ expected, inputs }: Draft, siblings: Siblings): Complaint[] {
  const complaints: Complaint[] = [];
  const generated = Object.entries(inputs ?? {}).find(([, { distribution }]) => distribution === 'generate');
  if (generated && typeof siblings('simulator.ts') !== 'number') {
    complaints.push({
      path: ['inputs', generated[0], 'distribution'],
      problem: 'simulator.ts is missing',
      expected: 'it beside this file, exporting the function `generate`',
    });
  }
  if (expected?.operation === 'simulator' && typeof siblings('simulator.ts') !== 'number') {
    complaints.push({
      path: ['expected', 'operation'],
      problem: 'simulator.ts is missing',
      expected: 'it beside this file, exporting the function `expected`',
    });
  }
  return complaints;
}
