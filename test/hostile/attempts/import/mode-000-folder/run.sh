. attempts/d/env2.sh
mkdir -p class/ben class/carl class/mallory/locked home; cp $OK class/ben/ben.cu;cp $OK class/carl/c.cu; cp $OK class/mallory/m.cu; chmod 000 class/mallory/locked
chown -R 65534:65534 $W; chmod 777 $W
export HOME=$W/home GRADE_CACHE_DIR=out/cnob
N="setpriv --reuid=65534 --regid=65534 --clear-groups"
$N $T class
$N $G similarity vector-add class --out simr; echo "similarity status $?"
