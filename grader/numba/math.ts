import { args, type Call, only } from './call.ts';
import { common, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, floatType, isFloat, type NumberName } from './types.ts';
import { converted, nameOf, numeric, type Value } from './value.ts';

/** Translates `abs`. */
export function absolute(value: Value, call: Call): Value {
  const name = nameOf(value, call.node);
  if (isFloat(name)) return numeric(name, `::${name === 'float32' ? 'fabsf' : 'fabs'}(${value.code})`);
  const own = name === 'bool' ? 'int8' : name;
  return numeric(own, `(${cNumber(own)})numba::absolute(${converted(value, 'int64')})`);
}

/** Translates `min` and `max`. */
export function extreme(what: 'min' | 'max', call: Call, around: Surroundings): Value {
  const given = call.nodes.map((one) => around.expression(one));
  const values = given.length === 1 && given[0]?.items ? given[0].items : given;
  const [first] = values;
  if (!first || values.length < 2) throw new NumbaProblem(call.node, `\`${what}\` takes at least two numbers here`);
  const name = common(values, call.node);
  const isBuiltin = call.text === what;
  if (isBuiltin && values.some((value) => nameOf(value, call.node) === 'bool'))
    throw new NumbaProblem(call.node, `\`${what}\` takes numbers, and one is a bool: \`int(…)\` makes a number of it`);
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

function scaled(by: string, call: Call, around: Surroundings): Value {
  const value = only(call, around);
  const type = floating(nameOf(value, call.node));
  return numeric(type, `(${converted(value, type)} * (${cNumber(type)})(${by}))`);
}

/** Translates a function of `math` or NumPy; null if it is none. */
export function mathOf(name: string, call: Call, around: Surroundings): Value | null {
  const one = MATH.get(name);
  if (one !== undefined) {
    const value = only(call, around);
    const type = floating(nameOf(value, call.node));
    return numeric(type, `::${one}${type === 'float32' ? 'f' : ''}(${converted(value, type)})`);
  }
  const two = MATH_OF_TWO.get(name);
  if (two !== undefined) {
    const [x, y] = args(call, around, 2) as [Value, Value];
    const [a, b] = [nameOf(x, call.node), nameOf(y, call.node)];
    if (two === 'ldexp') {
      const own = floatType(a);
      return numeric(own, `::ldexp${own === 'float32' ? 'f' : ''}(${converted(x, own)}, ${converted(y, 'int32')})`);
    }
    // Two integers are float64 in `atan2` and `hypot`, and float32 in the others if they are small.
    const isSingle = two === 'pow' || two === 'fmod' || two === 'copysign' || isFloat(a) || isFloat(b);
    const type = isSingle ? (two === 'pow' && b === 'int32' ? floatType(a) : floatType(a, b)) : 'float64';
    return numeric(type, `::${two}${type === 'float32' ? 'f' : ''}(${converted(x, type)}, ${converted(y, type)})`);
  }
  switch (name) {
    case 'ceil':
    case 'floor':
    case 'trunc': {
      const value = only(call, around);
      const own = nameOf(value, call.node);
      if (around.role === 'host') {
        return numeric(
          'int64',
          isFloat(own) ? `(long long)::${name}(${converted(value, 'float64')})` : converted(value, 'int64'),
        );
      }
      // Otherwise than in Python, the result is a float in kernels.
      const type = floating(own);
      return numeric(type, `::${name}${type === 'float32' ? 'f' : ''}(${converted(value, type)})`);
    }
    case 'isnan':
    case 'isinf':
    case 'isfinite':
      return numeric('bool', `(bool)${name}(${converted(only(call, around), 'float64')})`);
    case 'radians':
      return scaled('numba::PI / 180.0', call, around);
    case 'degrees':
      return scaled('180.0 / numba::PI', call, around);
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
