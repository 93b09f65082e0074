import { args, type Call, only } from './call.ts';
import { common, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, isFloat, type NumberName } from './types.ts';
import { converted, nameOf, numeric, type Value } from './value.ts';

/** Translates `abs`. */
export function absolute(value: Value, call: Call): Value {
  const name = nameOf(value, call.node);
  return isFloat(name)
    ? numeric(name, `${name === 'float32' ? 'fabsf' : 'fabs'}(${value.code})`)
    : numeric('int64', `numba::absolute(${converted(value, 'int64')})`);
}

/** Translates `min` and `max`. */
export function extreme(what: 'min' | 'max', call: Call, around: Surroundings): Value {
  const given = call.nodes.map((one) => around.expression(one));
  const values = given.length === 1 && given[0]?.items ? given[0].items : given;
  const [first] = values;
  if (!first || values.length < 2) throw new NumbaProblem(call.node, `\`${what}\` takes at least two numbers here`);
  const name = common(values, call.node);
  const code = values
    .slice(1)
    .reduce(
      (left, value) => `numba::${what}imum<${cNumber(name)}>(${left}, ${converted(value, name)})`,
      converted(first, name),
    );
  return numeric(name, code);
}

/** Functions of `math`, and of NumPy under the same name, with one argument that is a float. */
const MATH = new Map(
  'sqrt exp expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc lgamma fabs exp2 cbrt'
    .split(' ')
    .map((name) => [name, name] as const),
);
MATH.set('gamma', 'tgamma').set('arcsin', 'asin').set('arccos', 'acos').set('arctan', 'atan');
const MATH_OF_TWO = new Map([
  ['pow', 'pow'],
  ['power', 'pow'],
  ['atan2', 'atan2'],
  ['arctan2', 'atan2'],
  ['fmod', 'fmod'],
  ['hypot', 'hypot'],
  ['copysign', 'copysign'],
  ['ldexp', 'ldexp'],
]);

function floating(name: NumberName): 'float32' | 'float64' {
  return name === 'float32' ? 'float32' : 'float64';
}

/** Translates a function of `math` or NumPy; null if it is none. */
export function mathOf(name: string, call: Call, around: Surroundings): Value | null {
  const one = MATH.get(name);
  if (one !== undefined) {
    const value = only(call, around);
    const type = floating(nameOf(value, call.node));
    return numeric(type, `${one}${type === 'float32' ? 'f' : ''}(${converted(value, type)})`);
  }
  const two = MATH_OF_TWO.get(name);
  if (two !== undefined) {
    const [x, y] = args(call, around, 2) as [Value, Value];
    if (two === 'ldexp') return numeric('float64', `ldexp(${converted(x, 'float64')}, ${converted(y, 'int32')})`);
    const type = [x, y].every((value) => nameOf(value, call.node) === 'float32') ? 'float32' : 'float64';
    return numeric(type, `${two}${type === 'float32' ? 'f' : ''}(${converted(x, type)}, ${converted(y, type)})`);
  }
  switch (name) {
    case 'ceil':
    case 'floor':
    case 'trunc': {
      const value = only(call, around);
      if (!isFloat(nameOf(value, call.node))) return numeric('int64', converted(value, 'int64'));
      return numeric('int64', `(long long)${name}(${converted(value, 'float64')})`);
    }
    case 'isnan':
    case 'isinf':
    case 'isfinite':
      return numeric('bool', `(bool)${name}(${converted(only(call, around), 'float64')})`);
    case 'radians':
      return numeric('float64', `(${converted(only(call, around), 'float64')} * (numba::PI / 180.0))`);
    case 'degrees':
      return numeric('float64', `(${converted(only(call, around), 'float64')} * (180.0 / numba::PI))`);
    case 'abs':
    case 'absolute':
      return absolute(only(call, around), call);
    case 'minimum':
    case 'fmin':
      return extreme('min', call, around);
    case 'maximum':
    case 'fmax':
      return extreme('max', call, around);
    default:
      return null;
  }
}
