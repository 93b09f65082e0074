. attempts/d/env2.sh
python3 - <<'P'
import tarfile,io,os
ok=open('./assignments/vector-add/submissions/accepted/textbook.cu','rb').read()
t=tarfile.open('c.tar','w')
for n in ['ben/b.cu','mallory/m.cu']:
  i=tarfile.TarInfo(n); i.size=len(ok); t.addfile(i,io.BytesIO(ok))
t.close()
f=open('c.tar','r+b'); 
t=tarfile.TarFile('c.tar'); m=t.getmembers()[-1]; end=m.offset_data+((m.size+511)//512)*512
i=tarfile.TarInfo('mallory/core'); i.size=17<<30
f.seek(end); f.write(i.tobuf(tarfile.GNU_FORMAT)); f.truncate(end+512+(17<<30)+1024)
P
ls -ls c.tar; $T c.tar; B c.tar --out out
