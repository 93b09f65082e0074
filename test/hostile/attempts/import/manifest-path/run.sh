. attempts/d/env2.sh
# SECURITY: a manifest's rows are not trusted
echo TOPSECRET > secret.txt; mkdir c; printf 'student,file\nmallory,../secret.txt\nmallory2,/etc/hostname\n' > c/m.csv; $T c/m.csv
