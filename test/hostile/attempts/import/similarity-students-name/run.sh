. attempts/d/env2.sh
mkdir -p class/ada class/ben class/carl class/students/ada/1 class/students/ben/1; cp $OK class/ada/a.cu; cp $OK class/ben/b.cu; cp $BAD class/carl/c.cu; cp $A/accepted/streams.cu class/students/ada/1/x.cu;  cp $A/accepted/managed.cu class/students/ben/1/x.cu
$G similarity vector-add class --out r1; echo "status $?"
rm -r class/students; $G similarity vector-add class --out r2
