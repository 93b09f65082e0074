. attempts/d/env2.sh
cat > t.mjs <<'P'
import {findSubmission} from './dist/grader/autograder/submission.js';
import fs from 'node:fs';fs.mkdirSync('sub');for(let i=0;i<20000;i++)fs.writeFileSync('sub/n'+i+'<b>*x*.cu','');
const r=await findSubmission('sub');console.log(r.kind,r.message.length,r.message.slice(0,200));
P
node t.mjs
