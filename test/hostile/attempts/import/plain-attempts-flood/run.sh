. attempts/d/env2.sh
python3 - <<'P'
import os
for s in ['ben']: os.makedirs('class/'+s); open('class/ben/b.cu','w').write('x')
for i in range(15000): os.makedirs(f'class/mallory/{i}'); open(f'class/mallory/{i}/m.cu','w').write('x')
P
$T class | tail -2
python3 -c "
import zipfile
z=zipfile.ZipFile('class.zip','w'); z.writestr('ben/b.cu','x')
for i in range(15000): z.writestr(f'mallory/{i}/m.cu','x')"
$T class.zip | tail -2
