. attempts/d/env2.sh
C=$W/shared; mkdir -m 1777 $C $W/h1 $W/h2; chown 1001 $W/h1; chown 1002 $W/h2; chmod 755 $W; mkdir -m 777 $W/w
U1="setpriv --reuid=1001 --regid=1001 --clear-groups env HOME=$W/h1 GRADE_CACHE_DIR=$C"; U2="setpriv --reuid=1002 --regid=1002 --clear-groups env HOME=$W/h2 GRADE_CACHE_DIR=$C"
cp $OK s.cu; cp $BAD b.cu
$U1 $G submit vector-add s.cu --seed 1 --report-dir w/r1 --nvcc off --json=w/j1.json >/dev/null; echo victim $?
ls -la $C; D=$(ls -d $C/v2-*)
# attacker 1002: can it read or write there?
$U2 sh -c "ls $D; touch $D/x; mv $D $D-moved; ln -s /tmp $C/v2-0000"; 
# attacker makes the folder before the victim (knows the id) and fills it
rm -rf $C/*; $U2 mkdir -p $D/aa; $U2 chmod 777 $D $D/aa
$U1 $G submit vector-add s.cu --seed 1 --report-dir w/r2 --nvcc off --json=w/j2.json >/dev/null; echo with a folder of another $?; find $C -type f | head -3
# entries of the attacker's own, copied under the victim's names
rm -rf $C/*; $U1 $G submit vector-add s.cu --seed 1 --report-dir w/r3 --nvcc off >/dev/null
f=$(find $D -type f | head -1); cp $f out/e; for g in $(find $D -type f); do cat out/e > $g; done
$U1 $G submit vector-add b.cu --seed 1 --report-dir w/r4 --nvcc off >/dev/null; echo bad file after all entries were swapped: $?
rm -rf $C; ln -s $W/w $C;  $U1 $G submit vector-add s.cu --seed 1 --report-dir w/r5 --nvcc off >/dev/null; echo cache folder is a link: $?
