/** What a host has: decoded paths of its files, and the rules that the build wrote for it. */
export interface HostInput {
  files: ReadonlySet<string>
  /** Encoded addresses: from → to. */
  rules: ReadonlyMap<string, string>
  /** True where the host is configured to answer addresses without `.html`. */
  endings?: boolean
}

/** One answer: a file with its status, or where the request is sent. */
export type HostAnswer = { status: 200 | 404; file?: string } | { status: 301; location: string }

/** Answers one encoded path. */
export type Host = (path: string, input: HostInput) => HostAnswer

/** Small models of how static hosts answer addresses, from their documentation. */
export const HOSTS: Record<string, Host> = {
  nginx: (path, input) => byRule(path, input) ?? plain(path, input, encoded => `${encoded}/`),
  'S3 website': (path, input) => plain(path, input, encoded => `${encoded}/`),
  'GitHub Pages': (path, { files }) => {
    const name = decode(path)
    if (!name.endsWith('/') && files.has(`${name}.html`) && !files.has(name)) return ok(`${name}.html`)
    return plain(path, { files, rules: new Map() }, encoded => `${encoded}/`)
  },
  'Netlify with pretty addresses': (path, input) => {
    const { files } = input
    const name = decode(path)
    const stem = /^(.+?)(?:\/|\.html)$/.exec(name)?.[1]
    if (name.endsWith('/index.html') && files.has(name)) return to(path.slice(0, -'index.html'.length))
    if (stem && !files.has(`${name}index.html`) && files.has(`${stem}.html`))
      return to(path.replace(/(?:\/|\.html)$/, ''))
    return withoutExtension(path, input, encoded => `${encoded}/`)
  },
  Netlify: (path, input) => withoutExtension(path, input),
  'Cloudflare Pages': (path, input) => {
    const { files } = input
    const rule = byRule(path, input)
    if (rule) return rule
    const name = decode(path)
    if (name.endsWith('/index.html') && files.has(name)) return to(path.slice(0, -'index.html'.length))
    if (name.endsWith('.html') && files.has(name)) return to(path.slice(0, -'.html'.length))
    if (name.endsWith('/') && !files.has(`${name}index.html`) && files.has(`${name.slice(0, -1)}.html`))
      return to(path.slice(0, -1))
    if (!name.endsWith('/') && files.has(`${name}.html`)) return ok(`${name}.html`)
    return plain(path, input, encoded => `${encoded}/`)
  },
  Vercel: (path, input) => byRule(path, input) ?? plain(path, input),
}

/** Files, folders with `index.html`; `slash` says where a folder without slash is sent, else it is answered at once. */
function plain(path: string, { files, endings }: HostInput, slash?: (encoded: string) => string): HostAnswer {
  const name = decode(path)
  if (name.endsWith('/'))
    return files.has(`${name}index.html`) ? ok(`${name}index.html`) : missing(name, files)
  if (files.has(name)) return ok(name)
  if (endings && files.has(`${name}.html`)) return ok(`${name}.html`)
  if (!files.has(`${name}/index.html`)) return missing(name, files)
  return slash ? to(slash(path)) : ok(`${name}/index.html`)
}

/** Files of this host come before its rules. */
function withoutExtension(path: string, input: HostInput, slash?: (encoded: string) => string): HostAnswer {
  const { files } = input
  const name = decode(path)
  const answer = plain(path, input, slash)
  if (answer.status !== 404) return answer
  const bare = name.replace(/\/$/, '')
  return byRule(path, input) ?? (files.has(`${bare}.html`) ? ok(`${bare}.html`) : answer)
}

function byRule(path: string, { rules }: HostInput): HostAnswer | undefined {
  const target = rules.get(path)
  return target === undefined ? undefined : to(target)
}

/** The nearest `404.html` up the tree. */
function missing(name: string, files: ReadonlySet<string>): HostAnswer {
  for (let folder = name.replace(/[^/]*$/, ''); folder !== ''; folder = folder.replace(/[^/]*\/$/, '')) {
    if (files.has(`${folder}404.html`)) return { status: 404, file: `${folder}404.html` }
  }
  return { status: 404 }
}

function ok(file: string): HostAnswer {
  return { status: 200, file }
}

function to(location: string): HostAnswer {
  return { status: 301, location }
}

function decode(path: string): string {
  return decodeURIComponent(path)
}

/** The rules of a `_redirects` file: from → to. */
export function netlifyRules(text: string): Map<string, string> {
  const lines = text.trimEnd().split('\n')
  return new Map(lines.map(line => line.split(' ')).map(([from = '', rule = '']) => [from, rule]))
}

/** Follows the redirects of a host; no final answer after five of them. */
export function follow(
  start: string,
  answer: (address: string) => HostAnswer,
): { redirects: number; final?: { status: 200 | 404; file?: string } } {
  let address = start
  for (let redirects = 0; redirects < 5; redirects += 1) {
    const found = answer(address)
    if (found.status !== 301) return { redirects, final: found }
    address = found.location.replace(/#.*/, '')
  }
  return { redirects: 5 }
}
