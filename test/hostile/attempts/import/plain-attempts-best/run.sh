. attempts/d/env2.sh
# a student's own folders 1, 2 become attempts; counts: best, so the best of several guesses counts; attempts.max 1 takes the one she numbers first
printf 'schemaVersion: 1\nattempts: { counts: best }\n' > course.yaml
mkdir -p class/mallory/1 class/mallory/2 class/ben; cp $BAD class/mallory/1/a.cu; cp $OK class/mallory/2/a.cu; cp $OK class/ben/b.cu
B class --course course.yaml --out out; $G batch status out --student mallory
