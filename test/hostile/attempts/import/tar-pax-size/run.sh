. attempts/d/env2.sh
python3 - <<'P'
import os,tarfile,shutil
A='./assignments/vector-add/submissions/'
ok=A+'accepted/textbook.cu'
for s in ['ben','carl']:
  os.makedirs('class/'+s); shutil.copy(ok,f'class/{s}/{s}.cu')
def rec(body):
  n=len(body.encode())+2
  while len(str(n))+1+len(body.encode())+1!=n: n+=1
  return f'{n} {body}'
d='class/aaa/x\u00e9\n'+rec('size=999999999')+'\n'
os.makedirs(d); shutil.copy(ok,d+'/m.cu')
os.chdir('class'); t=tarfile.open('../class.tar','w')
for n in sorted(os.listdir('.')): t.add(n)
t.close()
P
$T class.tar
$T class   # the same as a folder
B class.tar --out out; ls out
