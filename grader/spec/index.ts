/** What an assignment says, with the inputs of its cases. */

export {
  type Calibration,
  calibrationPath,
  calibrationSchema,
  loadCalibration,
  operationsOf,
  parseCalibration,
  type Threshold,
  thresholdsFor,
} from './calibration.ts';
export { makeCaseInputs } from './case-inputs.ts';
export { type CountedLaunch, countedLaunchSchema, type GlobalSite, type SharedSite } from './counted-launch.ts';
export {
  type ArrayParameter,
  arrayParameters,
  bufferBytes,
  C_TYPES,
  cType,
  type Dims,
  type Extent,
  elementBytes,
  evaluateExtent,
  extentNames,
  extents,
  integerScalars,
  type PassedParameter,
  passedParameters,
  prototype,
  type ScalarParameter,
} from './entry.ts';
export { drawDims, type ElementArray, type ElementArrays, generateInputs, makeElements } from './inputs.ts';
export { assignmentJsonSchema } from './json-schema.ts';
export { evaluateExpression, type Launch, launchesOf, timedLaunch } from './launches.ts';
export {
  type Assignment,
  assignmentFolders,
  assignmentRoots,
  findAssignments,
  loadAssignment,
  ownRoots,
  resolveAssignment,
  SPEC_FILE,
  withoutPractice,
} from './load.ts';
export { parseAssignment } from './parse.ts';
export { decodePpm, encodePpm } from './picture.ts';
export { formatProblem, type Problem, wordProblem } from './problem.ts';
export { Random } from './random.ts';
export {
  type BaselineCount,
  REFERENCE_FOLDER,
  REFERENCE_MANIFEST,
  type ReferenceManifest,
  readBaselineCount,
  readReference,
  readSolutionCount,
  referenceManifestSchema,
  type SolutionCount,
  sha256,
  toLittleEndian,
} from './references.ts';
export {
  type AssignmentSpec,
  assignmentSchema,
  type Distribution,
  type ElementTypeName,
  elementTypes,
  type Parameter,
  type Technique,
} from './schema.ts';
export { comparesWithBaseline, hasBaseline, techniquesOf } from './technique.ts';
export { inOrder, readYaml } from './yaml-file.ts';
