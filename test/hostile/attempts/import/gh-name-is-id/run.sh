. attempts/d/env2.sh
# roster has no github column: mallory's GitHub user name is Ben's e-mail's, name's or id's text
roster <<'R'
id,name,email
s001,Ben Bitdiddle,ben@school
s002,Mallory M,mal@school
R
mkdir -p hw-submissions/hw-benbitdiddle; cp $BAD hw-submissions/hw-benbitdiddle/x.cu; $T hw-submissions course.yaml
mkdir hw-submissions/hw-s001; cp $OK hw-submissions/hw-s001/x.cu;  $T hw-submissions course.yaml
