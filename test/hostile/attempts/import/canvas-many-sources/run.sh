. attempts/d/env2.sh
python3 - <<'P'
import zipfile
ok=open('./assignments/vector-add/submissions/accepted/textbook.cu').read()
z=zipfile.ZipFile('submissions.zip','w',zipfile.ZIP_DEFLATED)
z.writestr('ben_1_11_ben.cu',ok); z.writestr('carl_2_22_carl.cu',ok)
big='/'*(1<<20)
for f in range(1100): z.writestr(f'mallory_3_33_x{f}.cu',big)
z.close()
P
ls -l submissions.zip; $T submissions.zip; B submissions.zip --out out; ls out 2>&1
