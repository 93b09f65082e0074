import { type Received, type Reply, startServer, type TestServer } from './server.ts';

/** A user of the course, as the server keeps it. */
export interface CanvasUser {
  readonly id: number;
  readonly sisUserId?: string;
  readonly loginId?: string;
  score: number | null;
  excused: boolean;
  comments: string[];
}

export interface CanvasServer extends TestServer {
  readonly users: CanvasUser[];
  /** Users whom a job cannot find, although the list has them. */
  readonly lost: Set<number>;
  assignment: { name: string; points_possible: number; published: boolean };
}

export const TOKEN = '7~a-secret-token';
const ASSIGNMENT = '/api/v1/courses/12/assignments/4711';

/**
 * A server that speaks what Canvas documents: bearer tokens, pages with `Link`, `update_grades` with a form, and a job
 * whose progress is asked for.
 * @param isSlow - a job is at work when it is first asked for
 */
export async function startCanvas(users: CanvasUser[], perPage = 2, isSlow = true): Promise<CanvasServer> {
  const jobs = new Map<number, { polls: number; form: URLSearchParams; message: string | null }>();
  const lost = new Set<number>();
  const assignment = { name: 'Color to gray', points_possible: 90, published: true };
  const headers = { 'X-Request-Cost': '0.1', 'X-Rate-Limit-Remaining': '690.5' };

  const carryOut = (form: URLSearchParams): string | null => {
    const missing = new Set<string>();
    for (const [key, value] of form) {
      const [, id = '', field = ''] = /^grade_data\[([^\]]+)\]\[(\w+)\]$/.exec(key) ?? [];
      const user = users.find((one) => String(one.id) === id);
      if (!user || lost.has(user.id)) {
        missing.add(id);
        continue;
      }
      if (field === 'posted_grade') Object.assign(user, { score: Number(value), excused: false });
      if (field === 'excuse') Object.assign(user, { score: null, excused: true });
      if (field === 'text_comment') user.comments.push(value);
    }
    const ids = [...missing].map((id) => `'${id}'`).join(', ');
    return missing.size > 0 ? `Couldn't find User(s) with API ids ${ids}` : null;
  };

  const page = ({ query }: Received, url: string): Reply => {
    const at = Number(query.get('page') ?? '1');
    const last = Math.max(1, Math.ceil(users.length / perPage));
    const link = (rel: string, to: number): string =>
      `<${url}${ASSIGNMENT}/submissions?include[]=submission_comments&include[]=user&page=${to}&per_page=${perPage}>; rel="${rel}"`;
    const links = [
      link('current', at),
      ...(at < last ? [link('next', at + 1)] : []),
      link('first', 1),
      link('last', last),
    ];
    const body = users.slice((at - 1) * perPage, at * perPage).map((user) => ({
      id: user.id * 10,
      user_id: user.id,
      // The score after Canvas' own late policy is another number.
      score: user.score === null ? null : user.score - 1,
      entered_score: user.score,
      excused: user.excused,
      submission_comments: user.comments.map((comment, id) => ({ id, comment })),
      user: { id: user.id, sis_user_id: user.sisUserId ?? null, login_id: user.loginId },
    }));
    return { headers: { ...headers, Link: links.join(',') }, body };
  };

  const handle = (request: Received, url: string): Reply => {
    const { method, path } = request;
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return { status: 401, body: { errors: [{ message: `Invalid access token. ${request.headers.authorization}` }] } };
    }
    if (method === 'GET' && path === ASSIGNMENT) return { headers, body: { id: 4711, ...assignment } };
    if (method === 'GET' && path === `${ASSIGNMENT}/submissions`) return page(request, url);
    if (method === 'POST' && path === `${ASSIGNMENT}/submissions/update_grades`) {
      const id = jobs.size + 1;
      const form = new URLSearchParams(request.body);
      if (!isSlow) return { headers, body: { id, workflow_state: 'completed', message: carryOut(form) } };
      jobs.set(id, { polls: 0, form, message: null });
      return { headers, body: { id, workflow_state: 'queued', message: null, url: `${url}/api/v1/progress/${id}` } };
    }
    const job = jobs.get(Number(/^\/api\/v1\/progress\/(\d+)$/.exec(path)?.[1]));
    if (method === 'GET' && job) {
      job.polls += 1;
      if (job.polls === 2) job.message = carryOut(job.form);
      const state = job.polls < 2 ? 'running' : job.message === null ? 'completed' : 'failed';
      return { headers, body: { id: 1, workflow_state: state, message: job.message } };
    }
    return { status: 404, headers, body: { errors: [{ message: 'The specified resource does not exist.' }] } };
  };
  return Object.assign(await startServer(handle), { users, lost, assignment });
}
