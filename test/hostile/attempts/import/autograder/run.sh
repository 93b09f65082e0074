. attempts/d/env2.sh
echo abcabcabcabcabcabcabcabc > s.txt
$G export-autograder vector-add --secret s.txt --out $W/a.zip || $G export-autograder --help
R=$W/autograder; mkdir -p $R/source $R/results $R/submission; (cd $R/source && python3 -c "import zipfile;zipfile.ZipFile('$W/a.zip').extractall('.')"); chmod +x $R/source/run_autograder
printf '{"id":7,"created_at":"2026-11-01T00:00:00Z","assignment":{"due_date":"2030-01-01T00:00:00Z"}}' > $R/submission_metadata.json
run() { AUTOGRADER=$R bash $R/source/run_autograder >log.txt 2>&1; echo "--- $1"; node -p "const t=require('fs').readFileSync('$R/results/results.json','utf8');const r=JSON.parse(t);JSON.stringify({score:r.score,bytes:t.length,output:(r.output??'').slice(0,250),tests:r.tests?.length,x:r.extra_data})"; tail -2 log.txt|cut -c1-300; rm -rf $R/submission; mkdir $R/submission; }
S=$R/submission
cp $OK $S/ok.cu; run ok
printf 'x' > "$S/a\$&\$'b.cu"; printf '\0' >> "$S/a\$&\$'b.cu"; run 'name with $& (binary)'
mkdir -p $S/results $S/source; cp $OK $S/x.cu; echo '{"score":999}' > $S/results/results.json; echo 'schemaVersion: 1' > $S/grade.config.yaml; echo '{"scripts":{}}' > $S/package.json; echo '{"schemaVersion":1,"assignment":"x"}' > $S/autograder.json; echo 'process.exit(0)' > $S/main.js;  echo '{"score":999}' > $S/gradescope.json; run 'files like the grader'
python3 - <<P
import os
os.chdir('$S'); open('m.cu','w').write(open('$OK').read())
for i in range(30):
  d='d'*200; os.mkdir(d); os.chdir(d)
P
run 'deep folders beyond PATH_MAX'; 
python3 -c "
for i in range(30000): open('$S/'+'n%d'%i+'<b>*x*</b>.cu','w').write('')"; run '30000 .cu files'
sed 's/^void vector_add.*/&\n  puts("{\\"score\\": 999}"); printf("::set-output");/; 1i #include <cstdio>' $BAD > $S/f.cu; run 'prints a forged result'; cp log.txt log-forged.txt
ln -s $R/source/secret $S/s.cu; run 'a link to the secret'
mkdir "$S/x.cu"; cp $OK "$S/x.cu/--help.cu"; run 'folder x.cu with --help.cu'
cp $OK "$S/$(printf 'a\n# <script>.cu')"; run 'name with a line end'
