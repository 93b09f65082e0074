import { type Received, type Reply, startServer, type TestServer } from './server.ts';

interface Comment {
  readonly id: number;
  body: string;
  readonly on: string;
}

/** A repository, as the server keeps it. */
export interface Repository {
  readonly pulls: { readonly number: number; readonly title: string; readonly head?: { readonly sha: string } }[];
  commits: string[];
  readonly comments: Comment[];
  readonly checks: Check[];
}

/** A check run (https://docs.github.com/rest/checks/runs), as the server keeps it. */
export interface Check {
  readonly id: number;
  readonly name: string;
  readonly head_sha: string;
  external_id: string;
  conclusion: string;
  output: { title: string; summary: string };
}

export interface GitHubServer extends TestServer {
  readonly repositories: Map<string, Repository>;
}

export const TOKEN = 'github_pat_secret';

export function repository(changes: Partial<Repository> = {}): Repository {
  return {
    pulls: [{ number: 1, title: 'Feedback' }],
    commits: ['c0ffee1234567890'],
    comments: [],
    checks: [],
    ...changes,
  };
}

/** A server that speaks what GitHub documents of comments on pull requests and commits, as GitHub Enterprise has it. */
export async function startGitHub(entries: Record<string, Repository>, perPage = 2): Promise<GitHubServer> {
  const repositories = new Map(Object.entries(entries));
  let nextId = 100;
  const headers = { 'X-RateLimit-Remaining': '4999', 'X-RateLimit-Reset': '1800000000' };

  const list = (comments: readonly Comment[], { path, query }: Received, url: string): Reply => {
    const page = Number(query.get('page') ?? '1');
    const more = comments.length > page * perPage;
    const link = `<${url}${path}?per_page=100&page=${page + 1}>; rel="next", <${url}${path}?page=9>; rel="last"`;
    return {
      headers: { ...headers, ...(more && { Link: link }) },
      body: comments.slice((page - 1) * perPage, page * perPage).map(({ id, body }) => ({ id, body })),
    };
  };

  const handle = (request: Received, url: string): Reply => {
    const { method, path, headers: given, body } = request;
    if (given.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } };
    if (!given['user-agent']) return { status: 403, body: { message: 'Request forbidden by administrative rules.' } };
    const [, name = '', rest = ''] = /^\/api\/v3\/repos\/([^/]+\/[^/]+)\/(.*)$/.exec(path) ?? [];
    const found = repositories.get(name);
    if (!found) return { status: 404, headers, body: { message: 'Not Found' } };
    const make = (on: string): Reply => {
      const comment = { id: nextId++, body: (JSON.parse(body) as { body: string }).body.replaceAll('\n', '\r\n'), on };
      found.comments.push(comment);
      return { status: 201, headers, body: { id: comment.id, body: comment.body } };
    };
    if (method === 'GET' && rest === 'pulls') return { headers, body: found.pulls };
    if (method === 'GET' && rest === 'commits')
      return { headers, body: found.commits.slice(0, 1).map((sha) => ({ sha })) };
    const [, pull] = /^issues\/(\d+)\/comments$/.exec(rest) ?? [];
    if (pull !== undefined) {
      const on = `pull ${pull}`;
      if (method === 'POST') return make(on);
      return list(
        found.comments.filter((one) => one.on === on),
        request,
        url,
      );
    }
    const [, ref] = /^commits\/(\w+)\/check-runs$/.exec(rest) ?? [];
    if (ref !== undefined && method === 'GET') {
      const runs = found.checks.filter((one) => one.head_sha === ref && one.name === request.query.get('check_name'));
      return { headers, body: { total_count: runs.length, check_runs: runs } };
    }
    if (rest === 'check-runs' && method === 'POST') {
      const given = JSON.parse(body) as Omit<Check, 'id'> & { status: string };
      if (!found.commits.includes(given.head_sha) || given.status !== 'completed' || !given.name)
        return { status: 422, headers, body: { message: 'Validation Failed' } };
      const { status: _, ...check } = { ...given, id: nextId++ };
      found.checks.push(check);
      return { status: 201, headers, body: check };
    }
    const [, run] = /^check-runs\/(\d+)$/.exec(rest) ?? [];
    const check = found.checks.find(({ id }) => id === Number(run));
    if (method === 'PATCH' && check) {
      Object.assign(check, JSON.parse(body));
      return { headers, body: check };
    }
    const [, sha] = /^commits\/(\w+)\/comments$/.exec(rest) ?? [];
    if (sha !== undefined && method === 'POST') return make(`commit ${sha}`);
    if (rest === 'comments')
      return list(
        found.comments.filter(({ on }) => on.startsWith('commit')),
        request,
        url,
      );
    const [, kind, id] = /^(issues\/)?comments\/(\d+)$/.exec(rest) ?? [];
    const comment = found.comments.find((one) => one.id === Number(id));
    if (method === 'PATCH' && comment && comment.on.startsWith(kind ? 'pull' : 'commit')) {
      comment.body = (JSON.parse(body) as { body: string }).body;
      return { headers, body: { id: comment.id, body: comment.body } };
    }
    return { status: 404, headers, body: { message: 'Not Found' } };
  };
  return Object.assign(await startServer(handle), { repositories });
}
