. attempts/d/env2.sh
# does anything under students/ depend on the secret? the same class with two secrets
mkdir -p class/ben class/c; cp attempts/d/hidden-differs/s.cu class/ben/s.cu; cp $BAD class/c/s.cu
for s in aaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbb; do d=${s:0:1}; mkdir $d; echo $s > $d/secret.txt; printf 'schemaVersion: 1\nsecretFile: secret.txt\n' > $d/grade.config.yaml; (cd $d; B ../class --out out >/dev/null); done
for f in ben/1/result.json c/1/result.json ben/1/report.html c/1/report.html; do diff <(sed -E 's/"durationMs": [0-9]+//' a/out/students/$f) <(sed -E 's/"durationMs": [0-9]+//' b/out/students/$f) > d.txt && echo "$f same" || (echo "$f differs"; head -c 600 d.txt); done
