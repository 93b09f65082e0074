. attempts/d/env2.sh
mkdir -p class/n class/ben; cp out/launch-flood/n.cu class/n/s.cu; cp $OK class/ben/s.cu
time B class --out out --format html,json,junit; ls -l out/students/n/1/ out/class.html; time $G batch status out|head -5
