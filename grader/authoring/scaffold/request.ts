import { didYouMean, UsageError } from '../../platform/index.ts';
import { basicTypes } from '../../spec/index.ts';
import { exerciseOf, isTaken, specOf } from './exercises.ts';
import { KINDS } from './kinds.ts';
import {
  type ArrayField,
  type ExerciseName,
  type FieldTexts,
  isPattern,
  KIND_NAMES,
  type KindName,
  type ScaffoldRequest,
  type ScalarField,
  type StyleName,
} from './model.ts';
import { nameProblem } from './names.ts';
import { problemsOfStyle, styleOf } from './styles.ts';

/** What `grade new` is told, by flags or answers; what is not said is null. */
export interface ScaffoldFlags extends FieldTexts {
  readonly id: string;
  readonly kind: string | null;
  /** The style of `entry`; `null` for the first one of the kind. */
  readonly style?: string | null;
  readonly title: string | null;
  readonly function: string | null;
}

const ID = /^[a-z][a-z0-9-]*$/;
const ARRAY_FORM = 'NAME:TYPE:EXTENT[,EXTENT], e.g. x:float32:height,width';
const SCALAR_FORM = 'NAME:TYPE[:VALUE], e.g. alpha:float32:0.5';

/** `vector-add` → `Vector add` */
export function titleOf(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`.replaceAll('-', ' ');
}

/** `vector-add` → `vector_add` */
export function functionOf(id: string): string {
  return id.replaceAll('-', '_');
}

/** @throws UsageError where it is no id */
export function checkId(id: string): void {
  if (ID.test(id)) return;
  throw new UsageError(
    `${JSON.stringify(id)} is no name for an assignment. Expected lower-case letters, digits and dashes, beginning with a letter, e.g. vector-add.`,
  );
}

/** @throws UsageError where there is no such kind */
export function kindOf(name: string): KindName {
  const found = KIND_NAMES.find((kind) => kind === name);
  if (found !== undefined) return found;
  const suggestion = didYouMean(name, KIND_NAMES);
  throw new UsageError(
    `There is no kind ${JSON.stringify(name)}${suggestion === '' ? '.' : `, ${suggestion}`} There are: ${KIND_NAMES.join(', ')}.`,
  );
}

/**
 * Makes sense of what was given, and fills in what was not.
 * @throws UsageError with everything that does not fit
 */
export function readRequest(flags: ScaffoldFlags): ScaffoldRequest {
  checkId(flags.id);
  const kind = kindOf(flags.kind ?? 'map');
  const style = styleOf(flags.style ?? null, kind);
  const given = flags.inputs.length + flags.outputs.length + flags.scalars.length > 0;
  if (!isPattern(kind)) return requestOfExercise(flags, kind, style, given);
  const fields = given ? flags : KINDS[kind].fields;
  const inputs = fields.inputs.map((text) => readArray(text, '--input'));
  const outputs = fields.outputs.map((text) => readArray(text, '--output'));
  const scalars = fields.scalars.map(readScalar);
  const extents = extentsOf([...inputs, ...outputs], scalars);
  const others = scalars.filter(({ name }) => !extents.includes(name));
  const request: ScaffoldRequest = {
    id: flags.id,
    kind,
    style,
    title: flags.title?.trim() || titleOf(flags.id),
    function: flags.function?.trim() || functionOf(flags.id),
    inputs,
    outputs,
    extents,
    factors: others.filter(({ type }) => type.startsWith('float')),
    numbers: others.filter(({ type }) => !type.startsWith('float')),
  };
  const problems = [
    ...problemsOfNames(request),
    ...problemsOfConstants(request),
    ...KINDS[kind].problems(request),
    ...problemsOfStyle(request),
    ...problemsOfSigns(request),
  ];
  if (problems.length === 0) return request;
  throw new UsageError(`An assignment of the kind ${kind} cannot be made of these.`, { details: problems });
}

/** The parameters of an exercise are its own. Its function has the name of the id, if no line of it has that already. */
function requestOfExercise(
  flags: ScaffoldFlags,
  kind: ExerciseName,
  style: StyleName,
  hasFields: boolean,
): ScaffoldRequest {
  const exercise = exerciseOf(kind);
  const spec = specOf(exercise);
  const names = spec.entry.parameters.map((parameter) => parameter.name).join(', ');
  if (hasFields) {
    throw new UsageError(
      `An assignment of the kind ${kind} begins with the parameters ${names}. Change them in its files, without --input, --output and --scalar.`,
    );
  }
  const wanted = flags.function?.trim() || null;
  const usual = functionOf(flags.id);
  const isFree = (name: string) => nameProblem(name) === null && !isTaken(exercise, name);
  const problem = wanted === null ? null : nameProblem(wanted);
  if (wanted !== null && !isFree(wanted)) {
    throw new UsageError(problem ?? `${wanted}: the files to come use this name themselves; choose another`);
  }
  return {
    id: flags.id,
    kind,
    style,
    title: flags.title?.trim() || spec.title,
    function: wanted ?? (isFree(usual) ? usual : spec.entry.function),
    inputs: [],
    outputs: [],
    extents: [],
    factors: [],
    numbers: [],
  };
}

function readArray(text: string, flag: string): ArrayField {
  const [name = '', type = '', shape = '', ...rest] = text.split(':').map((part) => part.trim());
  const known = basicTypes.find((candidate) => candidate === type);
  const extents = shape.split(',').map((extent) => extent.trim());
  if (name === '' || rest.length > 0 || extents.some((extent) => extent === ''))
    throw malformed(flag, text, ARRAY_FORM);
  if (known === undefined) throw unknownType(flag, text, type, basicTypes);
  return { name, type: known, shape: extents };
}

const SCALAR_TYPES = ['int32', 'uint32', 'float32', 'float64'] as const;

function readScalar(text: string): ScalarField {
  const [name = '', type = '', value, ...rest] = text.split(':').map((part) => part.trim());
  if (name === '' || type === '' || rest.length > 0) throw malformed('--scalar', text, SCALAR_FORM);
  const known = SCALAR_TYPES.find((candidate) => candidate === type);
  if (known === undefined) throw unknownType('--scalar', text, type, SCALAR_TYPES);
  const isFloat = known.startsWith('float');
  const number = value === undefined ? (isFloat ? 0.5 : 2) : Number(value);
  const fits = value !== '' && (isFloat ? Number.isFinite(number) : Number.isInteger(number) && number >= 1);
  if (!fits) {
    throw malformed('--scalar', text, isFloat ? SCALAR_FORM : 'a whole number of at least 1, e.g. radius:int32:2');
  }
  return { name, type: known, value: number };
}

/** Those that were declared come first, in their order. */
function extentsOf(arrays: readonly ArrayField[], scalars: readonly ScalarField[]): string[] {
  const used = new Set(arrays.flatMap(({ shape }) => shape).filter((extent) => !isConstant(extent)));
  const declared = scalars.filter(({ name }) => used.has(name));
  const wrong = declared.find(({ type }) => type !== 'int32');
  if (wrong !== undefined) {
    throw new UsageError(
      `--scalar ${wrong.name}:${wrong.type}: ${wrong.name} is the extent of an array. Expected ${wrong.name}:int32.`,
    );
  }
  return [...new Set([...declared.map(({ name }) => name), ...used])];
}

function isConstant(extent: string): boolean {
  return /^[1-9]\d*$/.test(extent);
}

/** A picture's three planes are a constant; only a map does not care where in an array an element lies. */
function problemsOfConstants({ kind, inputs, outputs }: ScaffoldRequest): string[] {
  const arrays = [...inputs, ...outputs];
  const constant = arrays.flatMap(({ shape }) => shape).find(isConstant);
  if (constant === undefined) return [];
  if (kind !== 'map') return [`${constant}: only the extents of a map may be numbers; expected a name, e.g. height`];
  const unnamed = arrays.find(({ shape }) => shape.every(isConstant));
  return unnamed ? [`${unnamed.name}: expected at least one extent with a name, e.g. x:uint8:3,height,width`] : [];
}

function problemsOfNames({ function: name, inputs, outputs, extents, factors, numbers }: ScaffoldRequest): string[] {
  const names = [...[...inputs, ...outputs, ...factors, ...numbers].map((field) => field.name), ...extents];
  const twice = names.filter((candidate, index) => names.indexOf(candidate) !== index);
  const bad = [name, ...names].flatMap((candidate) => nameProblem(candidate) ?? []);
  if (names.includes(name)) twice.push(name);
  return [...bad, ...new Set(twice.map((candidate) => `${candidate}: the name is there twice; expected one for each`))];
}

/** What C makes of a negative float in an unsigned type is undefined. */
function problemsOfSigns({ outputs, factors }: ScaffoldRequest): string[] {
  const unsigned = outputs.find(({ type }) => type.startsWith('uint'));
  const largest = Math.max(...factors.map(({ value }) => value), 0);
  return factors
    .filter(({ value }) => unsigned !== undefined && (value < 0 || largest > 8))
    .map(({ name }) => `${name}: the result does not fit into ${unsigned?.type}; expected a number from 0 to 8`);
}

function malformed(flag: string, text: string, form: string): UsageError {
  return new UsageError(`${flag} ${JSON.stringify(text)} is not understood. Expected ${form}.`);
}

function unknownType(flag: string, text: string, type: string, types: readonly string[]): UsageError {
  const suggestion = didYouMean(type, types);
  return new UsageError(
    `${flag} ${JSON.stringify(text)}: there is no type ${JSON.stringify(type)}${suggestion === '' ? '.' : `, ${suggestion}`} Expected one of ${types.join(', ')}.`,
  );
}
