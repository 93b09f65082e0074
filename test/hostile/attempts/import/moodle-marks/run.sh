. attempts/d/env2.sh
roster <<'R'
id,name,email
ram,राम,ram@x
rama,रमा,rama@x
ben,Ben B,ben@x
R
for n in 'राम_11' 'रमा_12' 'Ben B_13'; do mkdir -p "class/${n}_assignsubmission_file_"; cp $OK "class/${n}_assignsubmission_file_/s.cu"; done
$T class course.yaml
roster <<'R'
id,name,email
ram,राम,ram@x
ben,Ben B,ben@x
R
rm -r class/राम*; $T class course.yaml   # only रमा handed in, whom the roster does not know
