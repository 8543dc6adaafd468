import { connect, type Socket } from 'node:net'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { type RunningServer, startServer, until } from './serve.ts'
import { createTestSite, twoLanguages, type TestSite } from './site.ts'

const SECRET = 'TOP-SECRET-4711'

/** Everything that must never be served is around and inside the site; the site itself is in `site/`. */
function createGuardedSite(): { site: TestSite; folder: string } {
  const outer = createTestSite({ 'secret.txt': SECRET, 'private.txt': SECRET })
  const folder = path.join(outer.root, 'site')
  mkdirSync(folder)
  const site = createTestSite(
    {
      'site.config.ts': twoLanguages(
        "redirects: { '/old': '/guide.html' }, server: { allowedHosts: ['docs.example.org', '.proxy.example'] },",
      ),
      'content/README.md': '# Home\n',
      'content/guide.md': `# Guide\n\n${'Words and words. '.repeat(200)}\n`,
      '.env': SECRET,
      'private.txt': SECRET,
      'package.json': `{ "name": "${SECRET}" }`,
      '.git/config': SECRET,
      'public/hello.txt': 'hello\n',
      'public/.hidden': SECRET,
      'public-evil/x.txt': SECRET,
    },
    folder,
  )
  symlinkSync(outer.root, path.join(folder, 'public/link'))
  symlinkSync(path.join(outer.root, 'secret.txt'), path.join(folder, 'public/secret-link.txt'))
  return { site, folder: outer.root }
}

interface Answer {
  status: number
  head: string
  body: string
}

/** A stream of events with its first event: the server leaves the connection open. */
const FIRST_EVENT = /^HTTP\/1\.1 200 [^]*text\/event-stream[^]*\ndata: .*\n\n/

/** Sends bytes and reads until the server closes the connection, or has sent an event. */
function send(port: number, bytes: string | Buffer, address = '127.0.0.1'): Promise<Answer> {
  return new Promise(resolve => {
    const socket = connect(port, address)
    const parts: Buffer[] = []
    const text = () => Buffer.concat(parts).toString('latin1')
    const finish = () => {
      socket.destroy()
      const [head = '', ...body] = text().split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1] ?? 0), head, body: body.join('\r\n\r\n') })
    }
    socket.on('data', part => {
      parts.push(part)
      if (FIRST_EVENT.test(text())) finish()
    })
    socket.on('error', finish)
    socket.on('close', finish)
    socket.write(bytes)
  })
}

interface Request {
  method?: string
  headers?: string[]
  host?: string | null
}

function request(target: string, { method = 'GET', headers = [], host }: Request, port: number): Buffer {
  const hostLine = host === null ? [] : [`Host: ${host ?? `localhost:${port}`}`]
  const lines = [`${method} ${target} HTTP/1.1`, ...hostLine, 'Connection: close', ...headers]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Ways out of the folder that is served, what a careless check of prefixes lets through, links, and files of the project. */
const REFUSED = String.raw`
  /../secret.txt /..%2fsecret.txt /%2e%2e/secret.txt /%252e%252e%252fsecret.txt /..%5csecret.txt /..\secret.txt
  /....//secret.txt /assets/../../secret.txt /assets/..;/secret.txt /%c0%ae%c0%ae/secret.txt /./../secret.txt
  //etc/passwd /public-evil/x.txt /../public-evil/x.txt /../private.txt /link/secret.txt /link/private.txt
  /secret-link.txt /.hidden /@fs/etc/passwd /@id/react /@docsgen/../.env /@docsgen/x /__x00__ /.env /.env/. /.EnV
  /.env::$DATA /.git/config /package.json /private.txt /site.config.ts /node_modules/react/package.json
  /content/README.md /README.md /assets/js/app.js.map/../../../secret.map
`
  .trim()
  .split(/\s+/)
const QUERIES = ['', '?raw', '?url', '?inline', '?import&raw', '?raw??', '?x=.svg']

/** Requests up to their last headers; what else isn't the target of one: `unit/server/http.test.ts`. */
const MALFORMED: [name: string, start: string, headers?: string][] = [
  ['absolute form', 'GET http://evil/../../secret.txt'],
  ['encoded NUL', 'GET /index.html%00.png'],
  ['raw NUL', 'GET /index\u0000.html'],
  ['a path of 1 MB', `GET /${'a'.repeat(1_000_000)}`],
  ['100,000 headers', 'GET /', 'a: b\r\n'.repeat(100_000)],
  ['a header of 70 KB', 'GET /', `X: ${'a'.repeat(70_000)}\r\n`],
  ['both lengths', 'GET /', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['two lengths', 'GET /', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
]

const FOREIGN_HOSTS = `evil.com evil.com:5173 localhost.evil.com 127.0.0.1.nip.io 192.168.0.5 0.0.0.0 [::1
  <script> localhost@evil.com ${'x'.repeat(10_000)}`
  .split(/\s+/)
  .concat('a b', '')

const FOREIGN_ORIGINS =
  'https://evil.com|null|http://192.168.0.5|http://localhost:9999|http://localhost.evil.com|https://localhost|file://|not an origin'

/** Addresses of this machine on its networks. */
function outside(): string[] {
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

describe.each(['dev', 'preview'])('docsgen %s', command => {
  const { site, folder } = createGuardedSite()
  let server: RunningServer
  const ask = (target: string, given: Request = {}) => send(server.port, request(target, given, server.port))
  /** Both commands guard requests with the code of `server/http.ts`: the second one is tested with one case of each kind. */
  const isFirst = command === 'dev' || IS_FULL
  const some = <Item>(items: readonly Item[]) => (isFirst ? items : items.slice(0, 1))

  /** Last answers to connections that send nothing, or half a request: they wait while other tests run. */
  let slow: Promise<Answer>[]
  /** A script and the search index, which have other names in a built site. */
  let script: string
  let searchIndex: string
  beforeAll(async () => {
    if (command === 'preview') await site.run(['build'])
    server = await startServer(site, [command])
    const halves = isFirst ? ['', `GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n`] : []
    slow = halves.map(half => send(server.port, half))
    const { body } = await ask('/guide.html')
    script = /<script type="module" src="(\/assets\/[^"]+)"/.exec(body)?.[1] ?? ''
    const index = (await ask('/assets/locales/en.json')).body
    searchIndex = `/${/"search":"\/?(assets[^"]+)"/.exec(index)?.[1]}`
    return () => server.stop()
  })
  afterEach(async () => {
    expect(server.process.exitCode).toBeNull()
    expect((await ask('/')).status).toBe(200)
    expect(server.output()).not.toContain('internal error')
  })

  /** No byte of a secret, no path of this machine, nobody else may read it. */
  function expectRefused({ status, head, body }: Answer, statuses = [400, 403, 404, 405, 414, 431]): void {
    expect(statuses).toContain(status)
    expect(head + body).not.toContain(SECRET)
    expect(body).not.toContain('root:')
    expect(head + body).not.toContain(folder)
    expect(head.toLowerCase()).not.toContain('access-control-allow-origin')
  }

  it.each(REFUSED)('refuses %s', async target => {
    for (const answer of await Promise.all(QUERIES.map(query => ask(target + query))))
      expectRefused(answer, [400, 404])
  })

  it.each(some(MALFORMED))('refuses %s', async (_name, start, headers = '') => {
    const bytes = `${start} HTTP/1.1\r\nHost: localhost:${server.port}\r\n${headers}Connection: close\r\n\r\n`
    // The answer gets lost (0) if the server closes the connection while a long request is still being sent.
    const statuses = bytes.length > 1e5 ? [0, 431] : [400, 414, 431]
    expectRefused(await send(server.port, Buffer.from(bytes, 'latin1')), statuses)
  })

  it('refuses what is not HTTP', async () => {
    expectRefused(await send(server.port, 'hello\r\n\r\n'), [400])
  })

  it.each(some(FOREIGN_HOSTS))('refuses the host %s', async host => {
    const answer = await ask('/', { host })
    expectRefused(answer, [400, 403])
    if (host.length > 3) expect(answer.body).not.toContain(host)
  })

  it('refuses no host, two hosts, and a long one', async () => {
    expectRefused(await ask('/', { host: null }), [400])
    expectRefused(await ask('/', { headers: ['Host: localhost'] }), [400])
    expectRefused(await send(server.port, 'GET / HTTP/1.0\r\n\r\n'), [400])
    expectRefused(await ask('/', { host: `evil.com${'x'.repeat(70_000)}` }), [400, 431])
  })

  it('serves the names of this machine, and those that the configuration allows, also behind a proxy with HTTPS', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'docs.localhost', 'LOCALHOST'])
      expect((await ask('/', { host: `${host}:${server.port}` })).status).toBe(200)
    for (const host of ['docs.example.org', 'DOCS.example.org:8443', 'proxy.example', 'a.b.proxy.example']) {
      for (const headers of [[], [`Origin: http://${host}`], [`Origin: https://${host}`]])
        expect([host, headers, (await ask('/', { host, headers })).status]).toEqual([host, headers, 200])
    }
    for (const host of ['example.org', 'x.docs.example.org', 'evilproxy.example', 'proxy.example.evil.com'])
      expectRefused(await ask('/', { host }), [403])
    expectRefused(await ask('/', { host: 'proxy.example', headers: ['Origin: https://evil.com'] }), [403])
  })

  it.runIf(isFirst)('serves the address that --host gives, and nothing else', async () => {
    const other = await startServer(site, [command, '--host', '127.0.0.2'])
    const status = async (host: string) =>
      (await send(other.port, request('/', { host }, other.port), '127.0.0.2')).status
    expect(await status(`127.0.0.2:${other.port}`)).toBe(200)
    expect(await status('127.0.0.3')).toBe(403)
    expect(await status('evil.com')).toBe(403)
    expect((await send(other.port, request('/', {}, other.port))).status).toBe(0)
  })

  it.each(some(FOREIGN_ORIGINS.split('|')))('refuses the origin %s', async origin => {
    const kinds = ['/', '/guide.html', script, '/assets/locales/en.json', searchIndex]
    const own = command === 'dev' ? ['/@docsgen/events?token=x', '/@docsgen/client.js'] : []
    for (const target of kinds) expect([target, (await ask(target)).status]).toEqual([target, 200])
    for (const target of [...kinds, ...own])
      expectRefused(await ask(target, { headers: [`Origin: ${origin}`] }), [403])
  })

  it('answers its own origin', async () => {
    const headers = [`Origin: http://localhost:${server.port}`, 'Sec-Fetch-Site: same-origin']
    expect((await ask('/assets/locales/en.json', { headers })).status).toBe(200)
  })

  it('gives other sites no script and no frame, only links that open a page', async () => {
    const crossSite = (mode: string, destination: string) => ({
      headers: [`Sec-Fetch-Site: cross-site`, `Sec-Fetch-Mode: ${mode}`, `Sec-Fetch-Dest: ${destination}`],
    })
    for (const target of [script, '/assets/locales/en.json', searchIndex])
      expectRefused(await ask(target, crossSite('no-cors', 'script')), [403])
    expectRefused(await ask('/', crossSite('navigate', 'iframe')), [403])
    for (const target of ['/', '/hello.txt', '/nope', script, searchIndex, '/guide'])
      expect((await ask(target)).head).toContain('Cross-Origin-Resource-Policy: same-origin')
    const { status, head } = await ask('/', crossSite('navigate', 'document'))
    expect(status).toBe(200)
    expect(head).toContain('X-Frame-Options: DENY')
    expect(head).toContain("frame-ancestors 'none'")
  })

  it.each(some(['POST', 'CONNECT', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'PATCH']))(
    'refuses %s',
    async method => {
      const target = method === 'CONNECT' ? 'localhost:80' : '/'
      const headers = ['Origin: http://localhost', 'Access-Control-Request-Method: GET']
      const files = () => ['content', 'public', 'dist'].map(name => site.hashes(name))
      const before = files()
      const answer = await ask(target, { method, headers })
      expectRefused(answer, [405])
      expect(answer.head).toContain('Allow: GET, HEAD')
      expect(files()).toEqual(before)
    },
  )

  it.each(['/<script>alert(1)</script>', '/%3Cscript%3Ealert(1)%3C/script%3E', '/?"><svg/onload=alert(1)>'])(
    'repeats nothing of a request as markup: %s',
    async target => {
      const { body, head } = await ask(target)
      expect(body).not.toContain('alert(1)')
      expect(head).toContain('X-Content-Type-Options: nosniff')
    },
  )

  it('redirects to pages of the site only, whatever a proxy reports', async () => {
    const targets = ['//evil.com/', '//evil.com/%2e%2e', '/\\evil.com/', '/%5cevil.com/', '/%0d%0aLocation:x']
    for (const target of [...targets, '/x/index.html']) {
      const answer = await ask(target)
      expectRefused(answer, [400, 404])
      expect(answer.head).not.toContain('Location')
    }
    for (const target of ['/guide', '/GUIDE.html', '/guide/', '/old', '/index.html?a=b'])
      expect((await ask(target)).head).toMatch(/\r\nLocation: \/(?:guide\.html|\?a=b)\r\n/)
    const headers = ['X-Forwarded-Host: evil.com', 'X-Forwarded-Proto: https', 'Forwarded: host=evil.com']
    const { status, head, body } = await ask('/guide', { headers })
    expect(status).toBeGreaterThan(300)
    expect(head + body).not.toContain('evil.com')
    expect((await ask('/', { headers, host: 'evil.com' })).status).toBe(403)
  })

  it('follows no link that replaces a file', async () => {
    const target = command === 'dev' ? 'public/hello.txt' : 'dist/hello.txt'
    expect((await ask('/hello.txt')).body).toContain('hello')
    rmSync(path.join(site.root, target))
    symlinkSync(path.join(folder, 'secret.txt'), path.join(site.root, target))
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/hello.txt')))
    for (const answer of answers) expectRefused(answer, [404])
    rmSync(path.join(site.root, target))
    writeFileSync(path.join(site.root, target), 'hello\n')
  })

  it.runIf(isFirst)('answers while 200 connections send nothing, or half a request', async () => {
    const sockets = Array.from({ length: 200 }, (_socket, index) => {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      if (index % 2 === 0) socket.write(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\nX-Slow: `)
      if (index % 4 === 1) socket.end()
      return socket
    })
    expect((await ask('/')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it.runIf(isFirst)(
    'answers others while one connection sends 10,000 requests, of which it answers 1000',
    async () => {
      const one = `GET /hello.txt HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`
      const socket = connect(server.port, '127.0.0.1')
      const state = { received: '', closed: false }
      const answers = () => state.received.match(/HTTP\/1\.1 200/g)?.length ?? 0
      socket.on('error', () => undefined)
      socket.on('close', () => (state.closed = true))
      socket.on('data', part => (state.received += part.toString('latin1')))
      socket.write(one.repeat(10_000))
      await until(() => answers() > 0)
      expect((await ask('/')).status).toBe(200)
      await until(() => state.closed)
      // The server closes with requests unread, so the system resets the connection: what was under way to us may be lost.
      expect(answers()).toBeLessThanOrEqual(1000)
    },
  )

  it('listens on loopback only', async () => {
    // All of 127.0.0.0/8 is this machine: a server that listens on every address would answer there.
    for (const address of ['127.0.0.2', outside()[0] ?? '127.0.0.3'])
      await expect(fetch(`http://${address}:${server.port}/`)).rejects.toThrow()
  })

  it('warns when it can be reached from the network, and answers to its names only', async () => {
    const open = await startServer(site, [command, '--host'])
    await open.printed(/accessible from the network/)
    for (const address of outside())
      await open.printed(new RegExp(`http://${address.replaceAll('.', '\\.')}:${open.port}/`))
    expect((await send(open.port, request('/', { host: 'evil.com' }, open.port))).status).toBe(403)
    expect((await send(open.port, request('/', {}, open.port))).status).toBe(200)
  })

  it.runIf(isFirst)(
    'closes connections that never finish their headers, or never begin, with 408: browsers try again',
    async () => {
      for (const { status } of await Promise.all(slow)) expect(status).toBe(408)
    },
  )
})

describe('docsgen dev: events for open pages', () => {
  const site = createTestSite()
  let server: RunningServer
  let token: string

  beforeAll(async () => {
    server = await startServer(site, ['dev'])
    token = /data-token="([^"]+)"/.exec(await (await fetch(server.origin)).text())?.[1] ?? ''
    return () => server.stop()
  })
  const events = (query: string, headers: string[] = []) =>
    send(server.port, request(`/@docsgen/events${query}`, { headers }, server.port))

  it('has a token of at least 128 bits, another one at each start', async () => {
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    const other = await startServer(site, ['dev'])
    expect(await (await fetch(other.origin)).text()).not.toContain(token)
    expect(await (await fetch(`${server.origin}/@docsgen/client.js`)).text()).not.toContain(token)
  })

  it('refuses requests without the token', async () => {
    const wrong = ['', token.slice(1), `${token}x`, '%00'].map(given => `?token=${given}`)
    for (const query of ['', `?t=${token}`, ...wrong]) {
      expect((await events(query)).status).toBe(403)
      expect((await fetch(`${server.origin}/@docsgen/page${query}`)).status).toBe(403)
    }
    expect((await events(`?token=${token}`, ['Origin: https://evil.com'])).status).toBe(403)
    expect((await events(`?token=${token}`, ['Sec-Fetch-Site: cross-site'])).status).toBe(403)
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    expect((await events('', [...upgrade, `Sec-WebSocket-Key: ${'A'.repeat(22)}==`])).status).toBe(403)
  })

  it('has room for 100 pages, and answers others while 500 ask', async () => {
    const sockets: Socket[] = []
    const statuses: number[] = []
    for (let index = 0; index < 500; index += 1) {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.once('data', data => statuses.push(Number(data.toString('latin1').split(' ')[1])))
      socket.write(request(`/@docsgen/events?token=${token}`, {}, server.port))
      sockets.push(socket)
    }
    await until(
      () => statuses.length === 500,
      () => `500 answers, got ${statuses.length}`,
    )
    expect(statuses.filter(status => status === 200).length).toBe(100)
    expect((await fetch(server.origin)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await events(`?token=${token}`)).status === 200)
  })

  it('problems that hold markup are text in the page that shows them', async () => {
    const mark = '<img src=x onerror=alert(1)>'
    const broken = createTestSite({
      'site.config.ts': `export default { title: 'x', ${JSON.stringify(`</pre>${mark}`)}: 1, locales: { '/': {} } }`,
      [`content/${mark}.md`]: `---\n${mark}: [\n---\n`,
    })
    const shown = await startServer(broken, ['dev'])
    const answer = await fetch(shown.origin)
    const body = await answer.text()
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(body).not.toContain('<img')
    broken.write('site.config.ts', twoLanguages())
    await shown.printed(/onerror=alert\(1\)>\.md:\d+/)
    const missing = await (await fetch(`${shown.origin}/${encodeURIComponent(mark)}.html`)).text()
    expect(missing).not.toContain(mark)
  })
})
