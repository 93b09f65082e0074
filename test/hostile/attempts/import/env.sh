export GRADE_CACHE_DIR=out/cache
G="node ./dist/grader/cli/bin.js"
A=./assignments/vector-add/submissions
OK=$A/accepted/textbook.cu
BAD=$A/rejected/guard-missing.cu
B() { $G batch run vector-add "$@" --jobs 1 --nvcc off --target emulator; }
HERE=$(cd "$(dirname "$0")" && pwd)
W=out/$(basename "$HERE"); rm -rf "$W"; mkdir -p "$W"; cd "$W"
