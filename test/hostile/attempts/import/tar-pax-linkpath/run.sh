. attempts/d/env2.sh
# Injected type/linkpath? and comment keys: prototype names
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
d='class/aaa/x\u00e9\n'+rec('type=Link')+'\n'+rec('linkpath=ben')
os.makedirs(d); shutil.copy(ok,d+'/m.cu')
os.chdir('class'); t=tarfile.open('../class.tar','w')
for n in sorted(os.listdir('.'),reverse=True): t.add(n)
t.close()
P
$T class.tar
