"""Runs the kernels beside this file with Numba's simulator, and prints what the translated program prints."""

import json
import os
import re
import sys
import time
import types
import warnings
from pathlib import Path

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
warnings.filterwarnings("ignore")

import numpy as np
from numba import cuda


def made(size, which, dtype):
    """Returns the elements that the program in C++ makes."""
    number = (np.arange(size, dtype=np.int64) * 7919 + which * 104729) % 2000
    if np.issubdtype(dtype, np.floating):
        return (number / 1000.0 - 1).astype(dtype)
    if np.issubdtype(dtype, np.unsignedinteger):
        return (number % 200).astype(dtype)
    return (number % 1000 - 500).astype(dtype)


def main():
    total = 0.0
    for path in sorted(Path(__file__).with_name("kernels").glob("*.py")):
        text = path.read_text("utf-8")
        # The simulator puts its own `cuda` in the place of a global name, and in no parameter.
        module = types.ModuleType(path.stem)
        sys.modules[path.stem] = module
        exec(compile(text.replace("_test(cuda):", "_test(_):"), str(path), "exec"), module.__dict__)
        for comment, name in re.findall(r"^# entry: (\{.*\})\n[\s\S]*?^\n\ndef (\w+)", text, re.MULTILINE):
            entry = json.loads(comment)
            arguments, outputs = [], []
            for which, one in enumerate(entry["parameters"].split(" ")):
                own, kind, shape, is_output = re.fullmatch(r"(\w+):(\w+)(?:\[(.*)\])?(!?)", one).groups()
                if shape is None:
                    arguments.append(entry.get("scalars", {}).get(own, entry["dims"].get(own)))
                    continue
                extents = [entry["dims"].get(extent) or int(extent) for extent in shape.split(",")]
                dtype = np.dtype(kind)
                size = int(np.prod(extents))
                values = np.zeros(size, dtype) if is_output else made(size, which, dtype)
                for at, value in enumerate(entry.get("given", {}).get(own, [])):
                    values[at] = value
                array = cuda.to_device(values.reshape(extents))
                arguments.append(array)
                if is_output:
                    outputs.append((own, array))
            began = time.perf_counter()
            getattr(module, name)(*arguments)
            total += time.perf_counter() - began
            for own, array in outputs:
                values = array.copy_to_host().ravel()
                print(f"{path.stem}_{name}.{own}", *(format(float(value), ".9g") for value in values))
    print(f"{total:.3f} s", file=sys.stderr)


main()
