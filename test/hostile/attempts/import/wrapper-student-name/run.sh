. attempts/d/env2.sh
roster <<'R'
id,name,github
eve,"Eve E",eve-submissions
ben,"Ben B",ben
ada,"Ada A",ada
R
# one late hand-in, of eve, whose GitHub name is eve-submissions; the folder is named after the student
mkdir -p late/eve-submissions/eve-ben late/eve-submissions/eve-ada; cp $BAD late/eve-submissions/eve-ben/x.cu; cp $BAD late/eve-submissions/eve-ada/x.cu
$T late course.yaml
# or with times and names of her own
mkdir -p late2/eve-submissions/submission_1; cp $BAD late2/eve-submissions/submission_1/x.cu
printf 'submission_1:\n  :submitters:\n  - :name: Ben B\n    :sid: ben\n  :created_at: 2020-01-01 00:00:00 +00:00\n' > late2/eve-submissions/submission_metadata.yml
$T late2 course.yaml
# after ben was graded well: --resume takes it in
mkdir first; cp $OK first/ben.cu; B first --course course.yaml --out out; $G batch status out --student ben
mkdir late3; mkdir -p late3/eve-submissions/submission_1; cp $BAD late3/eve-submissions/submission_1/x.cu; cp late2/eve-submissions/submission_metadata.yml late3/eve-submissions/
$G batch run vector-add late3 --resume --out out --jobs 1; $G batch status out --student ben
