. attempts/d/env2.sh
python3 - <<'P'
import zipfile
ok=open('./assignments/vector-add/submissions/accepted/textbook.cu').read()
z=zipfile.ZipFile('class.zip','w')
z.writestr('ben/ben.cu',ok); z.writestr('carl/carl.cu',ok)
z.writestr('mallory/m.cu',ok)
for d in range(11):
  for f in range(19000): z.writestr(f'mallory/d{d}/{f}','')
z.close()
P
ls -l class.zip; $T class.zip; B class.zip --out out; ls out 2>&1
