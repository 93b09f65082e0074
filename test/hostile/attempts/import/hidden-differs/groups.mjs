import fs from 'node:fs';
const d='out/hidden-differs/out/students/';const groups={};
for(const s of fs.readdirSync(d).sort()){const k=s.slice(1)==='001'?'000':s.slice(1);const p=d+s+'/1/';
const r=JSON.parse(fs.readFileSync(p+'result.json'));const key=r.checks.map(c=>c.status[0]).join('');
let all={};for(const f of fs.readdirSync(p).sort()){if(f==='submission.json'||f==='s.cu')continue;
 all[f]=fs.readFileSync(p+f,'utf8').replaceAll('trick = '+k,'trick = K').replace(/(hljs-number">)\w+</g,'$1N<').replace(/[0-9a-f]{64}/g,'H').replace(/Submission [0-9a-f]{16}/g,'S').replace(/durationMs(&quot;|")?: ?\d+/g,'D').replace(/"execution_time": \d+/g,'X').replace(/time(stamp)?="[^"]*"/g,'T')}
const g=groups[key]??=[];g.push([s,all])}
for(const[k,g]of Object.entries(groups)){const[b,base]=g[0];console.log(k,g.map(x=>x[0]).join(' '));for(const[s,all]of g.slice(1))for(const f in all)if(all[f]!==base[f]){const a=base[f].split('\n'),c=all[f].split('\n');for(let i=0;i<Math.max(a.length,c.length);i++)if(a[i]!==c[i]){console.log('  ',s,'vs',b,f,i,'\n    ',(a[i]??'').slice(0,200),'\n    ',(c[i]??'').slice(0,200));break}}}
