. attempts/d/env2.sh
mkdir -p class/ben class/mallory; (cat $BAD; echo "int x = $RANDOM$RANDOM;"; echo 'int y = nosuch;') > class/mallory/MALLORY.cu; cp class/mallory/MALLORY.cu class/ben/ben.cu
mkdir -p c2/ben; cp class/ben/ben.cu c2/ben
B class --out o1 >/dev/null; GRADE_CACHE_DIR=off B c2 --out o2 >/dev/null
grep -c MALLORY o1/students/ben/1/*; diff <(sed -E 's/[0-9a-f]{64}/H/;s/"durationMs": [0-9]+//' o1/students/ben/1/result.json) <(sed -E 's/[0-9a-f]{64}/H/;s/"durationMs": [0-9]+//' o2/students/ben/1/result.json) && echo same
