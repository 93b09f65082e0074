. attempts/d/env2.sh
# mallory's full name is "Ben B_13_assignsubmission_file"
for n in 'Ben B_13' 'Ben B_13_assignsubmission_file_99' 'Carl C_14'; do mkdir -p "class/${n}_assignsubmission_file_"; cp $OK "class/${n}_assignsubmission_file_/s.cu"; done
$T class
rm -r "class/Ben B_13_assignsubmission_file_"; $T class
