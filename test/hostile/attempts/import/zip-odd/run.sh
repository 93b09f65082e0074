. attempts/d/env2.sh
python3 - <<'P'
import zipfile,struct
ok=open('./assignments/vector-add/submissions/accepted/textbook.cu').read()
z=zipfile.ZipFile('c.zip','w',zipfile.ZIP_DEFLATED)
for n in ['ben/b.cu','carl/c.cu','m1/enc.cu','m2/meth.cu','m3/lie.cu','m4/bad.cu','m5/ok.cu','m6/../ben/x.cu','m7/a\\..\\..\\ben\\y.cu','/m8/abs.cu','m9/'+'x'*5000+'.cu','ma/.hid.cu','mb//b.cu','mc/BEN.cu','C:/x.cu']: z.writestr(n,ok)
i=zipfile.ZipInfo('md/link.cu'); i.create_system=3; i.external_attr=0o120777<<16; z.writestr(i,'../ben/b.cu')
z.close(); b=bytearray(open('c.zip','rb').read())
def cd(name):
  p=b.rfind(name.encode())-46; assert b[p:p+4]==b'PK\1\2'; return p
b[cd('m1/enc.cu')+8]|=1
struct.pack_into('<H',b,cd('m2/meth.cu')+10,99)
struct.pack_into('<I',b,cd('m3/lie.cu')+24,0xfffffff0)
struct.pack_into('<I',b,cd('m4/bad.cu')+42,3)
open('c.zip','wb').write(b)
P
$T c.zip
