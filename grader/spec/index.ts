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
  type BasicTypeName,
  basicTypes,
  C_TYPES,
  type ElementArray,
  type ElementArrays,
  type ElementTypeName,
  elementBytes,
  elementTypes,
  encodeElements,
  integerRange,
  isBasicType,
  isFloatType,
  makeElements,
  roundingOf,
  storeElements,
  type VectorTypeName,
  vectorFacts,
  viewElements,
} from './elements.ts';
export {
  type ArrayParameter,
  arrayParameters,
  bufferBytes,
  cType,
  type Dims,
  type Extent,
  evaluateExtent,
  extentNames,
  extents,
  inputParameters,
  integerScalars,
  isInput,
  isOutput,
  outputParameters,
  type PassedParameter,
  passedParameters,
  prototype,
  type ScalarParameter,
} from './entry.ts';
export { drawDims, drawScalars, generatedInputs, generateInputs, isStructure } from './inputs.ts';
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
export { asHostFunction, programArguments } from './program.ts';
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
  type Parameter,
  type Technique,
  type TechniqueTree,
} from './schema.ts';
export { asksForOverlap, comparesWithBaseline, errorHandlingOf, hasBaseline, techniquesOf } from './technique.ts';
export {
  absoluteTolerance,
  agree,
  allowedError,
  type ComparisonOf,
  comparisonOf,
  isAbsolute,
  isByElement,
  shareOf,
  type Tolerance,
  toleranceOf,
} from './tolerance.ts';
export { inOrder, readYaml } from './yaml-file.ts';
