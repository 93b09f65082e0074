. attempts/d/env2.sh
# a student's own numbered folders: each an attempt that costs wall time, however many
printf 'schemaVersion: 1\nattempts: { counts: last, max: 2 }\n' > course.yaml
for k in 1 2 3 4 5 6; do mkdir -p class/mallory/$k; printf '#error %s\n' $k > class/mallory/$k/m.cu; done
B class --course course.yaml --out out; $G batch status out --student mallory | head -5; grep -c '"graded"' out/journal.jsonl
