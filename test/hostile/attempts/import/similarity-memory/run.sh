. attempts/d/env2.sh
# one student's folder with many sources (hard links to one file of 1 MiB here, to save the disk): they are all read into memory at once
mkdir -p class/ada class/ben class/mallory; cp $OK class/ada/a.cu; cp $OK class/ben/b.cu
python3 -c "
import os
open('class/mallory/x.cu','w').write('int x;\n'*149796)
for i in range(1500): os.link('class/mallory/x.cu','class/mallory/x%d.cu'%i)"
$T class | tail -3
NODE_OPTIONS=--max-old-space-size=700 timeout 80 $G similarity vector-add class --out r > o.txt 2>&1; echo "status $?"; tail -12 o.txt | cut -c1-200
