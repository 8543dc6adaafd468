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
  nginx: (path, input) => byRule(path, input) ?? plain(path, input, true),
  'S3 website': (path, input) => plain(path, input, true),
  'GitHub Pages': (path, { files }) => {
    const name = decodeURIComponent(path)
    if (!name.endsWith('/') && files.has(`${name}.html`) && !files.has(name)) return ok(`${name}.html`)
    return plain(path, { files, rules: new Map() }, true)
  },
  'Netlify with pretty addresses': (path, input) => {
    const { files } = input
    const name = decodeURIComponent(path)
    const stem = /^(.+?)(?:\/|\.html)$/.exec(name)?.[1]
    if (name.endsWith('/index.html') && files.has(name)) return to(path.slice(0, -'index.html'.length))
    if (stem && !files.has(`${name}index.html`) && files.has(`${stem}.html`))
      return to(path.replace(/(?:\/|\.html)$/, ''))
    return withoutExtension(path, input, true)
  },
  Netlify: (path, input) => withoutExtension(path, input),
  'Cloudflare Pages': (path, input) => {
    const { files } = input
    const rule = byRule(path, input)
    if (rule) return rule
    const name = decodeURIComponent(path)
    if (name.endsWith('/index.html') && files.has(name)) return to(path.slice(0, -'index.html'.length))
    if (name.endsWith('.html') && files.has(name)) return to(path.slice(0, -'.html'.length))
    if (name.endsWith('/') && !files.has(`${name}index.html`) && files.has(`${name.slice(0, -1)}.html`))
      return to(path.slice(0, -1))
    if (!name.endsWith('/') && files.has(`${name}.html`)) return ok(`${name}.html`)
    return plain(path, input, true)
  },
  Vercel: (path, input) => byRule(path, input) ?? plain(path, input),
}

const ok = (file: string): HostAnswer => ({ status: 200, file })
const to = (location: string): HostAnswer => ({ status: 301, location })

/** Files, folders with `index.html`: one without a slash is sent to that with one, or answered at once. */
function plain(path: string, { files, endings }: HostInput, addsSlash = false): HostAnswer {
  const name = decodeURIComponent(path)
  if (name.endsWith('/'))
    return files.has(`${name}index.html`) ? ok(`${name}index.html`) : missing(name, files)
  if (files.has(name)) return ok(name)
  if (endings && files.has(`${name}.html`)) return ok(`${name}.html`)
  if (!files.has(`${name}/index.html`)) return missing(name, files)
  return addsSlash ? to(`${path}/`) : ok(`${name}/index.html`)
}

/** Files of this host come before its rules. */
function withoutExtension(path: string, input: HostInput, addsSlash = false): HostAnswer {
  const answer = plain(path, input, addsSlash)
  if (answer.status !== 404) return answer
  const file = `${decodeURIComponent(path).replace(/\/$/, '')}.html`
  return byRule(path, input) ?? (input.files.has(file) ? ok(file) : answer)
}

function byRule(path: string, { rules }: HostInput): HostAnswer | undefined {
  const target = rules.get(path)
  return target === undefined ? undefined : to(target)
}

/** The nearest `404.html` up the tree. */
function missing(name: string, files: ReadonlySet<string>): HostAnswer {
  for (let folder = name.replace(/[^/]*$/, ''); folder !== ''; folder = folder.replace(/[^/]*\/$/, ''))
    if (files.has(`${folder}404.html`)) return { status: 404, file: `${folder}404.html` }
  return { status: 404 }
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
