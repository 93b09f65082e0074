. attempts/d/env2.sh
for k in 000 $(seq 101 126); do mkdir -p class/s$k; sed "s/trick = 000/trick = $k/" attempts/d/hidden-differs/s.cu > class/s$k/s.cu; done
cp -r class/s000 class/s001
time B class --out out --format html,md,junit,sarif,gradescope,prairielearn,json --json=b.json
cat > cmp.mjs <<'P'
import fs from 'node:fs';
const norm=(t,k)=>t.replaceAll('trick = '+k,'trick = K').replace(/[0-9a-f]{64}/g,'H').replace(/"durationMs": \d+/g,'D').replace(/time(stamp)?="[^"]*"/g,'T');
const base={};const d='out/students/';
for(const s of fs.readdirSync(d).sort()){const k=s.slice(1)==='001'?'000':s.slice(1);const p=d+s+'/1/';const r=JSON.parse(fs.readFileSync(p+'result.json'));
let diffs=[];for(const f of fs.readdirSync(p).sort()){if(f==='submission.json'||f==='s.cu')continue;const t=norm(fs.readFileSync(p+f,'utf8'),k);if(s==='s000')base[f]=t;else if(t!==base[f]){const a=base[f].split('\n'),b=t.split('\n');let i=a.findIndex((x,j)=>x!==b[j]);const n=b.filter((x)=>!a.includes(x)).length;diffs.push(f+':'+n+'new/'+(b.length-a.length))}}
const w=fs.existsSync(p.replace('students','staff')+'result.json')?JSON.parse(fs.readFileSync(p.replace('students','staff')+'result.json')):null;
const st=fs.statSync(p+'result.json').mtimeMs-fs.statSync(p+'submission.json').mtimeMs;
console.log(s,r.verdict,r.responsible,r.score,'whole:',w?.verdict,w?.responsible,w?.score,r.checks.map(c=>c.status[0]).join(''),r.environment.durationMs,diffs.join(' '))}
P
node cmp.mjs; $G batch status out | head -40
