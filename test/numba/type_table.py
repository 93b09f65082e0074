"""Prints the types that Numba gives the results of operators and functions in kernels, as JSON."""

import json
import math
import operator
import warnings

warnings.filterwarnings("ignore")

from numba import types
from numba.cuda.target import CUDATypingContext

NAMES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split()
BINARY = {
    "a + b": operator.add,
    "a - b": operator.sub,
    "a * b": operator.mul,
    "a / b": operator.truediv,
    "a // b": operator.floordiv,
    "a % b": operator.mod,
    "a ** b": operator.pow,
    "a << b": operator.lshift,
    "a >> b": operator.rshift,
    "a & b": operator.and_,
    "a | b": operator.or_,
    "a ^ b": operator.xor,
    "a < b": operator.lt,
    "min(a, b)": min,
    "max(a, b)": max,
    **{f"math.{name}(a, b)": getattr(math, name) for name in "pow atan2 fmod hypot copysign ldexp".split()},
}
UNARY = {
    "-a": operator.neg,
    "+a": operator.pos,
    "not a": operator.not_,
    "abs(a)": abs,
    "int(a)": int,
    "float(a)": float,
    "round(a)": round,
    **{
        f"math.{name}(a)": getattr(math, name)
        for name in "sqrt exp log sin floor ceil trunc fabs erf isnan isfinite radians degrees".split()
    },
}


def main():
    context = CUDATypingContext()
    context.refresh()
    numba = {name: getattr(types, "boolean" if name == "bool" else name) for name in NAMES}

    def named(given):
        return None if given is None else "bool" if given == types.boolean else str(given)

    def result(function, *given):
        try:
            return named(context.resolve_function_type(function, given, {}).return_type)
        except Exception:
            return None

    table = {}
    for text, function in BINARY.items():
        table[text] = [[result(function, numba[a], numba[b]) for b in NAMES] for a in NAMES]
    table["a if a < b else b"] = [[named(context.unify_types(numba[a], numba[b])) for b in NAMES] for a in NAMES]
    for text, function in UNARY.items():
        table[text] = [[result(function, numba[a])] for a in NAMES]
    rows = [f"  {json.dumps(text)}: [\n" + ",\n".join(f"    {json.dumps(row)}" for row in table[text]) + "\n  ]" for text in table]
    print("{\n" + ",\n".join(rows) + "\n}")


main()
