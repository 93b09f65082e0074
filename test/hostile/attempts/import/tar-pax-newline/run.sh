. attempts/d/env.sh
# mallory hands in a folder whose names hold line ends; staff pack the class with Python (PAX, its default) or bsdtar
cat > make.py <<'P'
import os,tarfile,shutil
A='./assignments/vector-add/submissions/'
ok=A+'accepted/textbook.cu'; bad=A+'rejected/guard-missing.cu'
os.makedirs('class/ben'); shutil.copy(ok,'class/ben/ben.cu')
os.makedirs('class/aaa'); 
# record: "<n> path=ben/ben.cu\n": name part x\u00e9\n19 path=ben
inner='path=ben/ben.cu'
n=len(inner)+1+3
d='class/aaa/x\u00e9\n%d path=ben'%n
os.makedirs(d); shutil.copy(bad,d+'/ben.cu')
os.makedirs('class/carl'); shutil.copy(ok,'class/carl/carl.cu')
os.chdir('class'); t=tarfile.open('../class.tar','w')
for n in sorted(os.listdir('.')): t.add(n)
t.close()
P
python3 make.py; tar tf class.tar; tar tvf class.tar | head -20
B class.tar --out out; $G batch status out; find out/students -type f; for f in out/students/*/*/result.json; do echo $f; node -p "const r=require('$W/$f');r.verdict+' '+r.score"; done
