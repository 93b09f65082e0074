. attempts/d/env2.sh
python3 - <<'P'
import zipfile
ok=open('./assignments/vector-add/submissions/accepted/textbook.cu').read()
z=zipfile.ZipFile('submissions.zip','w',zipfile.ZIP_DEFLATED)
z.writestr('ben_1_11_ben.cu',ok); z.writestr('carl_2_22_hw.zip',b'PK'); z.writestr('dora_3_33_hw.txt','x'); z.close()
P
$T submissions.zip
