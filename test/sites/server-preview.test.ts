import { rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from './serve.ts'
import { createTestSite, twoLanguages } from './site.ts'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Asks without the comforts of `fetch`: no decoding, no following of redirects. */
function ask(server: RunningServer, target: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path: target, headers, method }
    const asked = request(options, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('docsgen preview', async () => {
  const site = createTestSite({
    'site.config.ts': twoLanguages(`redirects: {
      '/old': '/guide/', '/away': 'https://example.org/',
      '/former/*': '/api/:splat', '/former/x.html': '/', '/v1/*': 'https://v1.example.org/:splat',
    },`),
    'content/guide/README.md': `# Guide\n\n${'Many words. '.repeat(400)}\n`,
    'content/api/mount.md': '# mount\n',
    'content/api/404.md': '# What 404 means\n',
    'content/two words.md': '# Two words\n',
    'content/fr/README.md': '# Accueil\n',
    'public/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'public/sound.mp3': Buffer.alloc(5000, 7),
    'public/_redirects': '/en/* /:splat\n/broken %zz\n',
  })
  await site.build()
  const names = Object.keys(site.hashes('dist'))
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer(site, ['preview'])
    return () => server.stop()
  })
  const find = (pattern: RegExp) => `/${names.find(name => pattern.test(name))}`

  it('answers with the right types', async () => {
    const types: [string, string][] = [
      ['/', 'text/html; charset=utf-8'],
      ['/guide/', 'text/html; charset=utf-8'],
      ['/two%20words.html', 'text/html; charset=utf-8'],
      [find(/boot\.\w+\.js$/), 'text/javascript; charset=utf-8'],
      [find(/style\.\w+\.css$/), 'text/css; charset=utf-8'],
      ['/assets/locales/en.json', 'application/json; charset=utf-8'],
      ['/picture.svg', 'image/svg+xml'],
      ['/sound.mp3', 'audio/mpeg'],
      ['/sitemap.xml', 'application/xml; charset=utf-8'],
      ['/robots.txt', 'text/plain; charset=utf-8'],
    ]
    for (const [target, type] of types) {
      const { status, headers } = await ask(server, target)
      expect([target, status, headers['content-type']]).toEqual([target, 200, type])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('lets browsers keep hashed files, and ask again for the others', async () => {
    const cached = async (target: string) => (await ask(server, target)).headers['cache-control']
    expect(await cached(find(/boot\.\w+\.js$/))).toBe('public, max-age=31536000, immutable')
    expect(await cached(find(/js\/v-\w+\.\w+\.js$/))).toBe('public, max-age=31536000, immutable')
    for (const target of ['/', '/service-worker.js', '/assets/locales/en.json', '/picture.svg', '/nope']) {
      expect(await cached(target)).toBe('no-cache')
    }
  })

  it('compresses text as the browser asks, and nothing else', async () => {
    const plain = (await ask(server, '/guide/')).body
    const encoded = async (accepted: string) => {
      const { headers, body } = await ask(server, '/guide/', { 'Accept-Encoding': accepted })
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers['vary']).toBe('Accept-Encoding')
      return { encoding: headers['content-encoding'], body }
    }
    const brotli = await encoded('gzip, deflate, br')
    expect(brotli.encoding).toBe('br')
    expect(brotliDecompressSync(brotli.body).equals(plain)).toBe(true)
    expect(brotli.body.length).toBeLessThan(plain.length / 2)
    const gzip = await encoded('gzip;q=0.8, br;q=0')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.body).equals(plain)).toBe(true)
    expect((await encoded('identity')).encoding).toBeUndefined()
    expect(
      (await ask(server, '/sound.mp3', { 'Accept-Encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined()
  })

  it('answers 304 for what the browser has', async () => {
    const first = await ask(server, '/guide/')
    const tag = String(first.headers['etag'])
    for (const header of [tag, `"x", W/${tag}`, '*']) {
      const second = await ask(server, '/guide/', { 'If-None-Match': header })
      expect([second.status, second.body.length, second.headers['etag']]).toEqual([304, 0, tag])
    }
    expect((await ask(server, '/guide/', { 'If-None-Match': '"x"' })).status).toBe(200)
  })

  it('answers parts of a file, and HEAD without content', async () => {
    const part = await ask(server, '/sound.mp3', { Range: 'bytes=10-19' })
    expect([part.status, part.body.length]).toEqual([206, 10])
    expect(part.headers['content-range']).toBe('bytes 10-19/5000')
    const end = await ask(server, '/sound.mp3', { Range: 'bytes=-5' })
    expect(end.headers['content-range']).toBe('bytes 4995-4999/5000')
    expect((await ask(server, '/sound.mp3', { Range: 'bytes=9000-' })).status).toBe(416)
    expect((await ask(server, '/sound.mp3', { Range: 'lines=1-2' })).status).toBe(200)
    const tag = String(part.headers['etag'])
    const resumed = (ifRange: string) =>
      ask(server, '/sound.mp3', { Range: 'bytes=10-19', 'If-Range': ifRange })
    // A part of another version than the client has would not fit to its other parts.
    expect((await resumed(tag)).status).toBe(206)
    for (const other of ['"x"', `W/${tag}`, 'Fri, 31 May 2024 10:00:00 GMT'])
      expect((await resumed(other)).body.length).toBe(5000)
    for (const range of [{}, { Range: 'bytes=10-19' }, { Range: 'bytes=9000-' }]) {
      const { status, body, headers } = await ask(server, '/sound.mp3', range, 'HEAD')
      expect([status, body.length, headers['content-length']]).toEqual([200, 0, '5000'])
      expect(headers['content-range']).toBeUndefined()
    }
  })

  it('answers unknown addresses with the page of their language, and missing assets with one line', async () => {
    for (const [target, lang] of [
      ['/nope', 'en-US'],
      ['/api/nope', 'en-US'],
      ['/fr/nope/', 'fr'],
      ['/fr/nope.html', 'fr'],
    ]) {
      const { status, body } = await ask(server, target ?? '')
      expect(status).toBe(404)
      expect(body.toString()).toContain(`<html lang="${lang}"`)
      expect(body.toString()).not.toContain('What 404 means')
    }
    expect((await ask(server, '/api/404.html')).status).toBe(200)
    const missing = await ask(server, '/assets/js/nope.js')
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  })

  it('redirects to the address of a page and keeps the query', async () => {
    const location = async (target: string) => {
      const { status, headers } = await ask(server, target)
      return [status, headers['location']]
    }
    expect(await location('/old')).toEqual([301, '/guide/'])
    expect(await location('/guide?a=b')).toEqual([301, '/guide/?a=b'])
    expect(await location('/guide/index.html')).toEqual([301, '/guide/'])
    expect(await location('/API/mount')).toEqual([301, '/api/mount.html'])
    // Files have exactly one name.
    expect(await location('/Picture.svg')).toEqual([404, undefined])
    expect(await location('/en/api/mount.html')).toEqual([301, '/api/mount.html'])
    expect(await location('/away')).toEqual([301, 'https://example.org/'])
    expect(await location('/former/mount.html')).toEqual([301, '/api/mount.html'])
    expect(await location('/v1/Guide.html')).toEqual([301, 'https://v1.example.org/Guide.html'])
  })

  it('has wildcards of redirects in the files of hosts and for readers, and no documents of them', () => {
    expect(names.filter(name => name.includes('*'))).toEqual([])
    expect(names).toContain('former/x.html')
    const { redirects } = JSON.parse(site.read('dist/assets/locales/en.json')) as { redirects: object }
    expect(redirects).toMatchObject({ '/former/*': '/api/:splat' })
    expect(site.read('dist/_redirects')).toMatch(/^\/former\/x\.html [^]*^\/former\/\* /m)
  })

  it('picks up new builds without one failed request', async () => {
    const state = { asked: 0, failed: [] as string[], stopped: false }
    const readers = Array.from({ length: 3 }, async () => {
      while (!state.stopped) {
        const page = await ask(server, '/guide/').catch((error: Error) => ({
          status: 0,
          body: Buffer.from(error.message),
        }))
        const scripts = [...page.body.toString().matchAll(/src="(\/assets\/[^"]+)"/g)].map(
          match => match[1] ?? '',
        )
        for (const target of scripts) {
          const answer = await ask(server, target).catch(() => ({ status: 0 }))
          if (answer.status !== 200) state.failed.push(`${target}: ${answer.status}`)
        }
        if (page.status !== 200) state.failed.push(`/guide/: ${page.status}`)
        state.asked += 1 + scripts.length
      }
    })
    for (let build = 0; build < 3; build += 1) {
      site.write('content/guide/README.md', `# Guide\n\nBuild ${build}.\n`)
      expect((await site.run(['build'])).code).toBe(0)
      expect((await ask(server, '/guide/')).body.toString()).toContain(`Build ${build}.`)
    }
    state.stopped = true
    await Promise.all(readers)
    expect(state.failed).toEqual([])
    expect(state.asked).toBeGreaterThan(9)
  })

  it('shows pages that a build adds and forgets those that it removes', async () => {
    site.write('content/fresh.md', '# Fresh\n')
    await site.run(['build'])
    expect((await ask(server, '/fresh.html')).status).toBe(200)
    rmSync(path.join(site.root, 'content/fresh.md'))
    await site.run(['build'])
    expect((await ask(server, '/fresh.html')).status).toBe(404)
  })
})

describe('docsgen preview, as a program', () => {
  it('needs a built site, and serves that of --out-dir', async () => {
    const site = createTestSite()
    const missing = await site.run(['preview'])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('Run `docsgen build` first')])
    await site.run(['build', '--out-dir', 'elsewhere', '--base', '/docs/'])
    symlinkSync(path.join(site.root, 'elsewhere'), path.join(site.root, 'link'))
    for (const folder of ['elsewhere', 'link']) {
      const server = await startServer(site, ['preview', '--out-dir', folder])
      expect((await ask(server, '/docs/')).status).toBe(200)
      for (const outside of ['/', '/docsx/', '/robots.txt'])
        expect((await ask(server, outside)).status).toBe(404)
      expect((await ask(server, '/docs')).headers['location']).toBe('/docs/')
    }
  })
})
