. attempts/d/env2.sh
# one file of mallory's whose NAME holds a PAX record; packed by GNU tar --format=posix (and, the same, Python, bsdtar)
mkdir -p class/ben class/carl class/mallory; cp $OK class/ben/b.cu; cp $OK class/carl/c.cu; cp $OK class/mallory/m.cu
name=$(printf 'x\303\251\n32 path=submission_metadata.yml'); 
printf 'mallory:\n  :submitters:\n  - :name: mallory\n  :created_at: 2020-01-01 00:00:00 +00:00\nx:\n  :submitters:\n  - :name: ben\n' > "class/mallory/$name"
(cd class; tar --format=posix -cf ../class.tar *); tar --format=posix -czf class.tar.gz -C class ben carl mallory
$T class; $T class.tar; $T class.tar.gz
