import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { askExternal, wantsExternal } from '../../../src/check/rules/links.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import type { Link } from '../../../src/schema/page.ts'
import { startClosable } from '../../support/closable.ts'
import { createTestSite } from './test-site.ts'

const state = { asked: [] as string[], open: 0, most: 0 }
const server = createServer((request, response) => {
  state.asked.push(`${request.method} ${request.url}`)
  state.open += 1
  state.most = Math.max(state.most, state.open)
  response.on('close', () => (state.open -= 1))
  answer(request, response)
})

/** `/404` returns 404, `/no-head` knows GET only, `/silent` never answers, the rest is there after a moment. */
function answer({ url = '', method }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/silent')) return
  const [, code] = /^\/(\d{3})/.exec(url) ?? []
  if (url === '/moved') return void response.writeHead(302, { location: '/404' }).end()
  if (url === '/loop') return void response.writeHead(302, { location: '/loop' }).end()
  const status = url === '/no-head' && method === 'HEAD' ? 405 : Number(code ?? 200)
  setTimeout(() => response.writeHead(status).end('text'), 20)
}

const { port, close } = await startClosable(server, '127.0.0.1')
const origin = `http://127.0.0.1:${port}`
afterAll(close)

const ON: UserConfig['check'] = { rules: { 'links/external': 'error' } }
const external = (url: string): Partial<Link> => ({ type: 'external', url, target: url })
const link = (path: string) => external(origin + path)

async function ask(paths: readonly string[], check: UserConfig['check'] = ON) {
  Object.assign(state, { asked: [], most: 0 })
  const site = createTestSite({ 'README.md': { links: paths.map(link) } }, { check })
  const findings = await askExternal(site)
  return findings.map(({ message, place }) => [place?.line, message.replaceAll(origin, '')])
}

it('runs only if it is enabled by its own id', () => {
  const site = (rules: Record<string, 'off' | 'warning'>) => createTestSite({}, { check: { rules } })
  expect(wantsExternal(site({}))).toBe(false)
  expect(wantsExternal(site({ 'links/*': 'warning', '*': 'warning' }))).toBe(false)
  expect(wantsExternal(site({ 'links/*': 'warning', 'links/external': 'off' }))).toBe(false)
  expect(wantsExternal(site({ 'links/external': 'warning' }))).toBe(true)
})

it('reports what is not there, where it is written, redirects followed', async () => {
  expect(await ask(['/there', '/404', '/500?x=1', '/moved', '/there#part', '/404#part'])).toEqual([
    [4, '`/404` returns 404.'],
    [12, '`/404` returns 404.'],
    [6, '`/500?x=1` returns 500.'],
    [8, '`/moved` returns 404.'],
  ])
  expect((await ask(['/loop']))[0]?.[1]).toMatch(/^`\/loop` can't be requested: .*redirect/)
})

it('asks once for each address, with GET only where HEAD will not do', async () => {
  expect(await ask(['/a', '/a#b', '/no-head'])).toEqual([])
  expect(state.asked.toSorted()).toEqual(['GET /no-head', 'HEAD /a', 'HEAD /no-head'])
})

it('takes an answer that refuses programs only for a page that is there', async () => {
  expect(await ask(['/401', '/403', '/429', '/999'])).toEqual([[8, '`/999` returns 999.']])
})

it('stops waiting at its time limit', async () => {
  const external = { timeout: 300, concurrency: 2 }
  expect(await ask(['/silent', '/silent-too'], { ...ON, external })).toEqual([
    [2, "`/silent` didn't respond within 300 ms."],
    [4, "`/silent-too` didn't respond within 300 ms."],
  ])
})

it('asks for no more than the configured number at once', async () => {
  const paths = Array.from({ length: 12 }, (_, index) => `/page-${index}`)
  expect(await ask(paths, { ...ON, external: { concurrency: 3 } })).toEqual([])
  expect(state.asked).toHaveLength(12)
  expect(state.most).toBe(3)
})

it('leaves out what the configuration tells it to, and everything that is no web page', async () => {
  const ignore = [`${origin}/private`]
  expect(await ask(['/private/404', '/there'], { ...ON, external: { ignore } })).toEqual([])
  const mail = createTestSite({ 'README.md': { links: [external('mailto:a@b.c')] } }, { check: ON })
  expect(await askExternal(mail)).toEqual([])
  expect(state.asked).toEqual(['HEAD /there'])
})

it('says so when there is no such host, and when nobody listens', async () => {
  const links = ['http://nothing.invalid/', 'http://127.0.0.1:1/'].map(external)
  const findings = await askExternal(createTestSite({ 'README.md': { links } }, { check: ON }))
  expect(findings).toHaveLength(2)
  for (const { message } of findings) expect(message).toMatch(/points to a host that|can't be requested/)
})
