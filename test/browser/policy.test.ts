import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../sites/serve.ts'
import type { TestSite } from '../sites/site.ts'
import { APACHE, hasHost, NGINX, type RealHost, startApache, startNginx } from '../support/real-hosts.ts'
import { launchBrowser, serveFolder } from './browser.ts'
import { HOSTS } from './policy-hosts.ts'
import { createPolicySite, type Elsewhere, startElsewhere } from './policy-site.ts'
import { sample } from '../support/full.ts'

/** What a browser kept a page from doing. */
interface Violation {
  directive: string
  blocked: string
}

/** The other origins of the tests have no certificate. */
const UPGRADE = '; upgrade-insecure-requests'

/** Allows what the page has in frames. */
const EMBED = "embed: ['/demo.html', 'content/own.svg']"

let browser: Browser
let fine: Elsewhere
let other: Elsewhere
const sites: TestSite[] = []

/** Tells of every page that it reports by asking this origin, as the service does. */
const ANALYTICS = 'self.plausible = (name, { u }) => fetch(FINE + "/api.txt?u=" + u)'

beforeAll(async () => {
  browser = await launchBrowser()
  other = await startElsewhere()
  fine = await startElsewhere(name =>
    name === '/analytics.js' ? ANALYTICS.replace('FINE', JSON.stringify(fine.origin)) : '',
  )
})

afterAll(async () => {
  await browser?.close()
  await Promise.all([fine?.close(), other?.close()])
  for (const site of sites) site.remove()
})

async function buildSite(
  extra: string,
): Promise<{ site: TestSite; output: string; stderr: string; code: number }> {
  const site = createPolicySite(fine.origin, other.origin, extra)
  sites.push(site)
  const { code, stderr } = await site.run(['build'])
  return { site, output: `${site.root}/dist`, stderr, code }
}

/** Opens the home page, goes on to the one with everything, submits its form and reads it once more as a document. */
async function visit(origin: string, isCounted = true): Promise<Violation[]> {
  const page = await browser.newPage()
  const violations: Violation[] = []
  await page.exposeFunction('reportViolation', (violation: Violation) => violations.push(violation))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (self as unknown as { reportViolation(violation: Violation): void }).reportViolation({
        directive: effectiveDirective,
        blocked: blockedURI,
      }),
    )
  })
  await page.goto(`${origin}/`)
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  if (isCounted) await expect.poll(views).toEqual(['/'])
  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.getByRole('heading', { name: 'Media' }).waitFor()
  await settled(page)
  await page.reload()
  await settled(page)
  const frames = page.frames().map(frame => new URL(frame.url()))
  expect(frames.map(({ protocol }) => protocol)).not.toContain('chrome-error:')
  expect(frames.map(({ pathname }) => pathname)).toContain('/demo.html')
  expect(frames.some(({ pathname }) => /own\.\w+\.svg$/.test(pathname))).toBe(true)
  await page.evaluate(() => document.querySelector('form')?.requestSubmit())
  await expect.poll(() => violations.filter(({ directive }) => directive === 'form-action')).toHaveLength(1)
  await page.close()
  return violations
}

/** Everything of the page was asked for or kept from it. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Paths of the pages that were counted. */
function views(): string[] {
  const asked = fine.asked.filter(url => url.startsWith('/api.txt?u='))
  return asked.map(url => new URL(url.slice('/api.txt?u='.length)).pathname)
}

/** Browsers leave out the path where a frame was kept from loading. */
const name = ({ directive, blocked }: Violation) =>
  `${directive.replace(/-(?:elem|attr)$/, '')} ${URL.canParse(blocked) ? new URL(blocked).origin : blocked}`

/** What the build says that the policy blocks, in the words of browsers. */
function blockedBy(stderr: string): string[] {
  const found = stderr.matchAll(
    /security\/blocked The policy keeps browsers from \w+ (?:`([^`]*)`|inline \w+) \(`([\w-]+)`\)/g,
  )
  return [...found].map(([, url = 'inline', directive = '']) => name({ directive, blocked: url })).toSorted()
}

const LOADED = [
  '/audio.mp3',
  '/background.png',
  '/frame.html',
  '/head.css',
  '/head.js',
  '/home.png',
  '/logo.png',
  '/markdown.png',
  '/poster.png',
  '/raw.png',
  '/source.png',
  '/video.mp4',
]

describe('a site that loads everything there is to load', () => {
  const built = { output: '', stderr: '', code: -1, site: undefined as TestSite | undefined }
  beforeAll(async () =>
    Object.assign(
      built,
      await buildSite(`theme: { logo: '${fine.origin}/logo.png' }, security: { ${EMBED} },`),
    ),
  )

  /** Nothing is blocked that the build did not name, and what is not blocked has been loaded. */
  function expectNamed(violations: readonly Violation[]): void {
    expect([...new Set(violations.map(name))].toSorted()).toEqual(blockedBy(built.stderr))
    const asked = new Set(fine.asked.map(url => url.replace(/\?.*/, '')))
    expect(LOADED.filter(url => !asked.has(url))).toEqual([])
  }

  it('is built; the summary lists the origins, findings name what is blocked', () => {
    expect(built.code).toBe(0)
    expect(built.stderr).toContain(`  loads   connect-src ${fine.origin}\n`)
    for (const directive of ['frame-src', 'img-src', 'media-src', 'script-src', 'style-src'])
      expect(built.stderr).toContain(`  loads   ${directive} ${fine.origin}\n`)
    expect(blockedBy(built.stderr)).toEqual(
      [
        'script-src inline',
        `font-src ${other.origin}`,
        `form-action ${other.origin}`,
        `object-src ${other.origin}`,
      ].toSorted(),
    )
  })

  it.each(sample(Object.keys(HOSTS), 0))('%s: nothing is blocked that the build did not name', async host => {
    fine.asked.length = 0
    const headersOf = HOSTS[host]?.(built.output)
    const server = await serveFolder(built.output, {
      headers: pathname => withoutUpgrade(headersOf?.(pathname) ?? {}),
    })
    try {
      expectNamed(await visit(server.origin))
      expect(views()).toEqual(['/', '/media.html'])
    } finally {
      await server.close()
    }
  })

  it.for([
    ['nginx', NGINX, serveByNginx],
    ['Apache', APACHE, startApache],
  ] as const)('%s itself sends the headers of the others', async ([, program, start], { skip }) => {
    if (!hasHost(program)) skip(`${program} is not there`)
    fine.asked.length = 0
    const server = await start(copyWithoutUpgrade(built.output))
    onTestFinished(() => server.close())
    const model = HOSTS['Vercel']?.(built.output)
    for (const pathname of [
      '/',
      '/media.html',
      '/index.html',
      '/own.png',
      '/nowhere',
      ...someFiles(built.output),
    ]) {
      const { headers } = await fetch(server.origin + pathname)
      const wanted = Object.entries(withoutUpgrade(model?.(pathname) ?? {}))
      expect([pathname, ...wanted.map(([key]) => [key, headers.get(key)])]).toEqual([pathname, ...wanted])
    }
    const missing = await fetch(`${server.origin}/not/there.html`)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toBe(readFileSync(`${built.output}/404.html`, 'utf8'))
    expectNamed(await visit(server.origin))
  })

  it('counts pages after the first sign, and never against the wish of the reader', async () => {
    const server = await serveFolder(built.output)
    const page = await browser.newPage()
    const isAsked = () => fine.asked.includes('/analytics.js')
    try {
      fine.asked.length = 0
      await page.goto(`${server.origin}/`, { waitUntil: 'networkidle' })
      expect(isAsked()).toBe(false)
      await page.keyboard.press('Tab')
      await expect.poll(isAsked).toBe(true)
      fine.asked.length = 0
      await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
      await page.goto(`${server.origin}/`)
      await page.keyboard.press('Tab')
      await page.getByRole('link', { name: 'Media' }).first().click()
      await page.getByRole('heading', { name: 'Media' }).waitFor()
      expect(isAsked()).toBe(false)
    } finally {
      await page.close()
      await server.close()
    }
  })

  it.each(['preview', 'dev'])('docsgen %s: nothing is blocked that the build did not name', async command => {
    fine.asked.length = 0
    const server = await startServer(built.site as TestSite, [command])
    try {
      expectNamed(await visit(server.origin, command === 'preview'))
    } finally {
      await server.stop()
    }
  })
})

describe('a site', () => {
  it('that stays strict names each origin with its line, and is not built', async () => {
    const { code, stderr, output } = await buildSite(`security: { policy: 'strict', ${EMBED} },`)
    expect(code).toBe(1)
    const found = stderr.matchAll(
      /^(\S+):(\d+):(\d+) error security\/blocked .*?(?:`(\S+)`|inline scripts) \(`(\S+)`\)/gm,
    )
    expect(
      [...found].map(([, file, line, , url = 'inline', directive]) => `${file}:${line} ${directive} ${url}`),
    ).toEqual([
      `content/README.md:3 img-src ${fine.origin}/home.png`,
      `content/media.md:3 img-src ${fine.origin}/markdown.png`,
      `content/media.md:5 img-src ${fine.origin}/raw.png`,
      `content/media.md:5 img-src ${fine.origin}/raw-2.png`,
      `content/media.md:6 img-src ${fine.origin}/source.png`,
      `content/media.md:9 media-src ${fine.origin}/video.mp4`,
      `content/media.md:9 img-src ${fine.origin}/poster.png`,
      `content/media.md:10 media-src ${fine.origin}/audio.mp3`,
      `content/media.md:13 frame-src ${fine.origin}/frame.html`,
      `content/media.md:16 object-src ${other.origin}/object.svg`,
      `content/media.md:18 form-action ${other.origin}/form`,
      'public/demo.html:2 script-src inline',
      `public/own.css:2 font-src ${other.origin}/font.woff2`,
      `public/own.css:4 img-src ${fine.origin}/background.png`,
    ])
    expect(existsSync(output)).toBe(false)
  })

  it('that wants it has the policy in its documents', async () => {
    fine.asked.length = 0
    const { output, stderr } = await buildSite(`security: { meta: true, ${EMBED} },`)
    const server = await serveFolder(output)
    try {
      const violations = await visit(server.origin)
      // Documents of the public folder are nobody's but the author's.
      const blocked = blockedBy(stderr).filter(one => !one.includes('inline'))
      expect([...new Set(violations.map(name))].toSorted()).toEqual(blocked)
    } finally {
      await server.close()
    }
  })

  it('that wants none has none', async () => {
    const { output, code, stderr } = await buildSite('security: { policy: false },')
    expect(code).toBe(0)
    expect(stderr).not.toContain('security/blocked')
    for (const host of Object.values(HOSTS)) {
      expect(host(output)('/')['content-security-policy']).toBeUndefined()
      expect(host(output)('/')['x-content-type-options']).toBe('nosniff')
    }
  })
})

/** A copy whose files for hosts name no policy that a server without a certificate cannot keep. */
function copyWithoutUpgrade(output: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'policy-output-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
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
    ['nginx-redirects.conf', 'nginx-headers.conf'].map(name => path.join(output, name)),
  )
}

/** Addresses of a script, a picture that could hold scripts, and the worker. */
function someFiles(output: string): string[] {
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' })
  const found = [/^assets\/js\/.*\.js$/, /\.svg$/, /^service-worker\.js$/].map(kind =>
    files.find(file => kind.test(file)),
  )
  return found.flatMap(file => (file ? [`/${file}`] : []))
}

function withoutUpgrade(headers: Record<string, string>): Record<string, string> {
  const policy = headers['content-security-policy']?.replaceAll(UPGRADE, '')
  return { ...headers, ...(policy ? { 'content-security-policy': policy } : {}) }
}
