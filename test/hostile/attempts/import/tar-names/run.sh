. attempts/d/env2.sh
# absolute, parent, dot and repeated names in a tar; a link to what is not there, to itself, to a hidden file; GNU long names with NUL
python3 - <<'P'
import tarfile,io
ok=open('./assignments/vector-add/submissions/accepted/textbook.cu','rb').read()
t=tarfile.open('c.tar','w',format=tarfile.GNU_FORMAT)
def f(n,ty=tarfile.REGTYPE,l=''):
  i=tarfile.TarInfo(n); i.type=ty; i.linkname=l
  if ty==tarfile.REGTYPE: i.size=len(ok); t.addfile(i,io.BytesIO(ok))
  else: t.addfile(i)
f('ben/b.cu'); f('./carl/c.cu'); f('m1/../ben/x.cu'); f('/m2/x.cu'); f('.//m3/x.cu'); f('m4//./ben/x.cu'); f('m5/x.cu',tarfile.LNKTYPE,'nowhere'); f('m6/x.cu',tarfile.LNKTYPE,'m6/x.cu'); f('m7/.h'); f('m7/x.cu',tarfile.LNKTYPE,'m7/.h'); f('m8/x.cu',tarfile.SYMTYPE,'../ben/b.cu'); f('m9/'+'d'*120+'\0/ben.cu'); f('ben/B.cu/../b.cu'); f('ma/x.cu',tarfile.FIFOTYPE); f('mb\\..\\ben\\z.cu'); f('./ben/b.cu')
t.close()
P
$T c.tar
