. attempts/d/env2.sh
i=0; mkdir class
for inc in '"submission.json"' '"../../ben/1/ben.cu"' '"/etc/passwd"' '"./package.json"' '"result.json"' '</proc/self/environ>' '"secret"'; do i=$((i+1)); mkdir -p class/m$i; (echo "#include $inc"; cat $OK) > class/m$i/m.cu; done
mkdir class/e1 class/e2 class/e3 class/e4; (echo 'static const unsigned char x[] = {'; echo '#embed "/etc/passwd"'; echo '};'; cat $OK) > class/e1/m.cu
(cat $OK; echo 'asm(".incbin \"/etc/passwd\"");') > class/e2/m.cu
(echo '#if __has_include("/etc/passwd")'; echo '#error HAS'; echo '#endif';  cat $OK) > class/e3/m.cu
(echo '#pragma GCC dependency "/etc/passwd"'; echo '#pragma clang module import "/etc/passwd"'; cat $OK) > class/e4/m.cu
B class --out out; for d in out/students/*; do echo "$d $(node -p "const r=JSON.parse(require('fs').readFileSync('$d/1/result.json'));r.verdict+' '+r.score+' '+r.checks[0].findings.map(f=>f.message).slice(0,2)")"; done; grep -l 'root:x' -r out | head
