. attempts/d/env2.sh
mkdir -p class/ada class/ben class/mallory/a/b/c/d; cp $OK class/ada/a.cu; cp $BAD class/ben/b.cu; cp $OK class/mallory/a/b/c/d/m.cu
$T class; $G similarity vector-add class --out r1
