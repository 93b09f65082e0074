. attempts/d/env2.sh
mkdir -p class; for n in __proto__ constructor toString hasOwnProperty ben 'null' 'undefined' '..%2f' '%con' CON '=1+1' '<img src=x onerror=alert(1)>' '-rf' $'a\nb' $'\u202eneb' 'ben ' 'BEN'; do mkdir -p "class/$n"; printf '#error x\n' > "class/$n/s.cu"; done
B class --out out; $G batch export out --format canvas,csv,gradescope,junit,sarif,github,prairielearn; ls out/students out/export; cat out/export/grades.csv; $G batch export out --format canvas; grep -c '<img src=x' out/class.html; $G similarity vector-add class --out r1|head -5; $G batch status out | tail -5
