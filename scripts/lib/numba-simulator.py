"""Runs one program of Numba in Numba's CUDA simulator: python3 numba-simulator.py FOLDER.

FOLDER has call.json (file, function, arguments) and the bytes of each array. Writes the outputs there, and prints the
processor time in seconds and what the simulator said, as JSON.
"""

import importlib.util
import json
import os
import sys
import time
import traceback
import warnings
from pathlib import Path

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
warnings.filterwarnings("ignore")

import numpy as np
from numba import cuda

folder = Path(sys.argv[1])
call = json.loads((folder / "call.json").read_text("utf-8"))
spec = importlib.util.spec_from_file_location("program", call["file"])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
arguments, outputs, passed = [], {}, []
for one in call["arguments"]:
    if "value" in one:
        arguments.append(one["value"])
        continue
    values = np.fromfile(folder / one["name"], np.dtype(one["type"])).reshape(one["shape"])
    array = cuda.to_device(values)
    arguments.append(array)
    if one["output"]:
        outputs[one["name"]] = array
function = getattr(module, call["function"])
# A function can take the inputs alone, and return the output.
names = function.__code__.co_varnames[: function.__code__.co_argcount]
if len(names) < len(arguments):
    arguments = [given for given, one in zip(arguments, call["arguments"]) if one["name"] in names]
said = None
began = time.process_time()
try:
    returned = function(*arguments)
except Exception as error:
    said = traceback.format_exception_only(type(error), error)[-1].strip().splitlines()[-1]
    returned = None
seconds = time.process_time() - began
for name, array in outputs.items():
    result = returned if returned is not None else array
    result.copy_to_host().tofile(folder / f"{name}.out")
print(json.dumps({"seconds": seconds, "said": said}))
