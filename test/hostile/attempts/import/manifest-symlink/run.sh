. attempts/d/env2.sh
# niels hands in a zip with a symbolic link; staff unpack it and write a manifest, as docs/ta-guide.md tells
head -c 24 /dev/urandom | base64 > secret.txt
mkdir -p handin/niels handin/ada; (echo '// ADAS OWN'; cat $OK) > handin/ada/ada.cu; ln -s ../../secret.txt handin/niels/niels.cu
printf 'student,file\nniels,handin/niels/niels.cu\nada,handin/ada/ada.cu\n' > late.csv
$T late.csv; B late.csv --out out; cat secret.txt; cat out/students/niels/1/niels.cu; grep -c "$(head -c 10 secret.txt)" out/students/niels/1/report.html
ln -sf ../ada/ada.cu handin/niels/niels.cu; B late.csv --out out2; head -1 out2/students/niels/1/niels.cu
