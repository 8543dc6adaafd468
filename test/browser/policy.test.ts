import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../sites/serve.ts'
import { createFolder } from '../sites/site.ts'
import { sample } from '../support/full.ts'
import { APACHE, hasHost, NGINX, type RealHost, startApache, startNginx } from '../support/real-hosts.ts'
import { useServedSite } from './browser.ts'
import { headersOf, HOSTS, UPGRADE } from './policy-hosts.ts'
import { createPolicySite, type Elsewhere, startElsewhere } from './policy-site.ts'

interface Violation {
  directive: string
  blocked: string
}

const EMBED = "embed: ['/demo.html', 'content/own.svg']"

/** Tells of every page that it reports by asking this origin, as the service does. */
const ANALYTICS = 'self.plausible = (name, { u }) => fetch(FINE + "/api.txt?u=" + u)'

let fine: Elsewhere
let other: Elsewhere
let findings = ''
const served = useServedSite(
  async () => {
    other = await startElsewhere()
    fine = await startElsewhere(name =>
      name === '/analytics.js' ? ANALYTICS.replace('FINE', JSON.stringify(fine.origin)) : '',
    )
    return create(`theme: { logo: '${fine.origin}/logo.png' }, security: { ${EMBED} },`)
  },
  {},
  async site => {
    const { code, stderr } = await site.run(['build'])
    expect(code).toBe(0)
    findings = stderr
    return site.output
  },
)
afterAll(() => Promise.all([fine?.close(), other?.close()]))

const create = (extra: string) => createPolicySite(fine.origin, other.origin, extra)

async function buildSite(extra: string) {
  const site = create(extra)
  onTestFinished(() => site.remove())
  return { output: site.output, ...(await site.run(['build'])) }
}

/** Opens the home page, goes on to the one with everything, submits its form and reads it once more as a document. */
async function visit(baseURL = served.server.origin, isCounted = true): Promise<Violation[]> {
  const violations: Violation[] = []
  const { page } = await served.open(undefined, { baseURL, serviceWorkers: 'allow' })
  await page.exposeFunction('reportViolation', (violation: Violation) => violations.push(violation))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (self as unknown as { reportViolation(violation: Violation): void }).reportViolation({
        directive: effectiveDirective,
        blocked: blockedURI,
      }),
    )
  })
  await page.goto('/')
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  if (isCounted) await expect.poll(views).toEqual(['/'])
  await toMedia(page)
  await settled(page)
  await page.reload()
  await settled(page)
  const frames = page.frames().map(frame => new URL(frame.url()))
  expect(frames.map(({ protocol }) => protocol)).not.toContain('chrome-error:')
  expect(frames.map(({ pathname }) => pathname)).toContain('/demo.html')
  expect(frames.some(({ pathname }) => /own\.\w+\.svg$/.test(pathname))).toBe(true)
  await page.evaluate(() => document.querySelector('form')?.requestSubmit())
  await expect.poll(() => violations.filter(({ directive }) => directive === 'form-action')).toHaveLength(1)
  return violations
}

async function toMedia(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.getByRole('heading', { name: 'Media' }).waitFor()
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

function views(): string[] {
  const asked = fine.asked.filter(url => url.startsWith('/api.txt?u='))
  return asked.map(url => new URL(url.slice('/api.txt?u='.length)).pathname)
}

/** Browsers leave out the path where a frame was kept from loading. */
const name = ({ directive, blocked }: Violation) =>
  `${directive.replace(/-(?:elem|attr)$/, '')} ${URL.canParse(blocked) ? new URL(blocked).origin : blocked}`
const names = (violations: readonly Violation[]) => [...new Set(violations.map(name))].toSorted()

/** What the build says that the policy blocks, in the words of browsers. */
function blockedBy(stderr: string): string[] {
  const found = stderr.matchAll(
    /security\/blocked The content security policy blocks (?:`([^`]*)`|inline \w+) (?:from .*? )?\(`([\w-]+)`\)/g,
  )
  return [...found].map(([, url = 'inline', directive = '']) => name({ directive, blocked: url })).toSorted()
}

const LOADED =
  'audio.mp3 background.png frame.html head.css head.js home.png logo.png markdown.png poster.png raw.png source.png video.mp4'

describe('a site that loads everything there is to load', () => {
  function expectNamed(violations: readonly Violation[]): void {
    expect(names(violations)).toEqual(blockedBy(findings))
    const asked = new Set(fine.asked.splice(0).map(url => url.replace(/\?.*/, '')))
    expect(LOADED.split(' ').filter(url => !asked.has(`/${url}`))).toEqual([])
  }

  it('is built; the summary lists the origins, findings name what is blocked', () => {
    for (const directive of ['connect', 'frame', 'img', 'media', 'script', 'style'])
      expect(findings).toContain(`  loads   ${directive}-src ${fine.origin}\n`)
    const refused = ['font-src', 'form-action', 'object-src'].map(directive => `${directive} ${other.origin}`)
    expect(blockedBy(findings)).toEqual([...refused, 'script-src inline'].toSorted())
  })

  it.each(sample(Object.keys(HOSTS), 0))('%s: nothing is blocked that the build did not name', async host => {
    served.server.options.headers = headersOf(host, served.site.output)
    const violations = await visit()
    expect(views()).toEqual(['/', '/media.html'])
    expectNamed(violations)
  })

  it.for([
    ['nginx', NGINX, serveByNginx],
    ['Apache', APACHE, startApache],
  ] as const)('%s itself sends the headers of the others', async ([, program, start], { skip }) => {
    if (!hasHost(program)) skip(`${program} is not there`)
    const { output } = served.site
    const server = await start(copyWithoutUpgrade(output))
    onTestFinished(() => server.close())
    const model = headersOf('Vercel', output)
    // Of a script, a picture that could hold scripts, and the worker, too.
    const files = Object.keys(served.site.hashes('dist'))
    const some = [/^assets\/js\/.*\.js$/, /\.svg$/, /^service-worker\.js$/].map(
      kind => `/${files.find(file => kind.test(file))}`,
    )
    for (const pathname of ['/', '/media.html', '/index.html', '/own.png', '/nowhere', ...some]) {
      const { headers } = await fetch(server.origin + pathname)
      const wanted = Object.entries(model(pathname))
      expect([pathname, ...wanted.map(([key]) => [key, headers.get(key)])]).toEqual([pathname, ...wanted])
    }
    const missing = await fetch(`${server.origin}/not/there.html`)
    expect([missing.status, await missing.text()]).toEqual([404, served.site.read('dist/404.html')])
  })

  it('counts pages after the first interaction, and never against the wish of the reader', async () => {
    const isAsked = () => fine.asked.includes('/analytics.js')
    const { page } = await served.open()
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(isAsked()).toBe(false)
    await page.keyboard.press('Tab')
    await expect.poll(isAsked).toBe(true)
    fine.asked.length = 0
    await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
    await page.goto('/')
    await page.keyboard.press('Tab')
    await toMedia(page)
    expect(isAsked()).toBe(false)
    fine.asked.length = 0
  })

  it('docsgen dev: nothing is blocked that the build did not name', async () => {
    const { origin } = await startServer(served.site, ['dev'])
    expectNamed(await visit(origin, false))
  })

  it('docsgen preview sends the policy of the hosts', async () => {
    const { origin } = await startServer(served.site, ['preview'])
    const { headers } = await fetch(origin)
    const policy = headersOf('Vercel', served.site.output)('/')['content-security-policy']
    expect(headers.get('content-security-policy')).toBe(policy)
  })
})

describe('a site', () => {
  it('that wants it has the policy in its documents', async () => {
    const { output, stderr } = await buildSite(`security: { meta: true, ${EMBED} },`)
    served.server.folder = output
    fine.asked.length = 0
    // Documents of the public folder are nobody's but the author's.
    expect(names(await visit())).toEqual(blockedBy(stderr).filter(one => !one.includes('inline')))
  })

  it('that wants none has none', async () => {
    const { output, code, stderr } = await buildSite('security: { policy: false },')
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('security/blocked')])
    for (const host of Object.keys(HOSTS)) {
      const headers = headersOf(host, output)('/')
      expect(headers).not.toHaveProperty('content-security-policy')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

/** A copy whose files for hosts name no policy that a server without a certificate cannot keep. */
function copyWithoutUpgrade(output: string): string {
  const copy = createFolder().root
  cpSync(output, copy, { recursive: true })
  for (const name of ['.htaccess', 'nginx-headers.conf']) {
    const file = path.join(copy, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(UPGRADE, ''))
  }
  return copy
}

/** nginx includes the files that the output has for it. */
function serveByNginx(output: string): Promise<RealHost> {
  return startNginx(
    output,
    ['nginx-redirects.conf', 'nginx-headers.conf'].map(file => path.join(output, file)),
  )
}
