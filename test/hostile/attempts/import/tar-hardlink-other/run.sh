. attempts/d/env2.sh
python3 - <<'P'
import tarfile,io
ok=open('./assignments/vector-add/submissions/accepted/textbook.cu','rb').read()
t=tarfile.open('class.tar','w')
i=tarfile.TarInfo('ben/ben.cu'); b=b'// BEN SECRET SOLUTION\n'+ok; i.size=len(b); t.addfile(i,io.BytesIO(b))
i=tarfile.TarInfo('mallory/m.cu'); i.type=tarfile.LNKTYPE; i.linkname='ben/ben.cu'; t.addfile(i)
t.close()
P
tar tvf class.tar; $T class.tar
B class.tar --out out; head -1 out/students/*/1/*.cu
