. attempts/d/env2.sh
mkdir -p class/ben class/mallory home; cp $OK class/ben/ben.cu; cp $OK class/mallory/m.cu; chmod 000 class/mallory/m.cu
chown -R 65534:65534 $W; chmod 777 $W; mkdir -p out/cnob; chown 65534 out/cnob
export HOME=$W/home GRADE_CACHE_DIR=out/cnob
N="setpriv --reuid=65534 --regid=65534 --clear-groups"
$N $T class
$N $G batch run vector-add class --out out --jobs 1 --nvcc off --target emulator; echo "status $?"
$N $G batch status out; $N $G similarity vector-add class --out simr | head -20; echo "similarity status $?"
