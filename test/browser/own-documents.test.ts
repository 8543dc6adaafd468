import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from '../sites/serve.ts'
import { createTestSite, type TestSite } from '../sites/site.ts'
import { APACHE, hasHost, NGINX, startApache, startNginx } from '../support/real-hosts.ts'
import { serveFolder, useBrowser } from './browser.ts'
import { HOSTS } from './policy-hosts.ts'
import { sample } from '../support/full.ts'

/** Says that it ran, and tries to reach the page around it. */
const ATTACK = `console.log('ran ' + location.pathname)
try { parent.document.title = 'owned' } catch {}
try { localStorage.setItem('owned', '1') } catch {}
`
const page = (script: string) => `<!doctype html><title>Attack</title><script src="${script}"></script>`
const FRAMES = [
  '<iframe src="/frame.html"></iframe>',
  '<iframe src="/frame"></iframe>',
  '<object data="./beside.html"></object>',
  '<object data="./drawing.svg"></object>',
  '[script](./beside.js)',
]
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script href="/attack.js"/></svg>`

const browser = useBrowser()
const sites: TestSite[] = []

afterAll(() => {
  for (const site of sites) site.remove()
})

async function createSite(embed: readonly string[]): Promise<TestSite> {
  const site = createTestSite({
    'site.config.ts': `import { defineConfig } from 'docsgen'
export default defineConfig({ title: 'Documents', security: { embed: ${JSON.stringify(embed)} } })
`,
    'content/README.md': `# Home\n\n${FRAMES.join('\n\n')}\n`,
    'content/beside.html': page('/attack.js'),
    'content/beside.js': ATTACK,
    'content/drawing.svg': SVG,
    'public/frame.html': page('/attack.js'),
    'public/old/index.html': page('../attack.js'),
    'public/drawing.xml': SVG,
    'public/attack.js': ATTACK,
  })
  sites.push(site)
  expect((await site.run(['build'])).code).toBe(0)
  return site
}

/** Opens addresses one after the other: what ran there, and the title of the last. */
async function open(origin: string, paths: readonly string[]): Promise<{ ran: string[]; title: string }> {
  const tab = await browser.newPage()
  const ran: string[] = []
  tab.on('console', message => {
    const [, path] = /^ran (.*)$/.exec(message.text()) ?? []
    if (path) ran.push(path.replace(/\.\w{8}(\.\w+)$/, '$1'))
  })
  for (const path of paths) await tab.goto(origin + path, { waitUntil: 'networkidle' })
  const title = await tab.title()
  expect(
    await tab.evaluate(() => location.origin !== 'null' && localStorage.getItem('owned')).catch(() => null),
  ).toBeFalsy()
  await tab.close()
  return { ran, title }
}

/** Headers of a host for a built site, without the upgrade to https that a local server cannot follow. */
const headersOf = (host: string, output: string) => (path: string) =>
  Object.fromEntries(
    Object.entries(HOSTS[host]?.(output)(path) ?? {}).map(([name, value]) => [
      name,
      value.replaceAll('; upgrade-insecure-requests', ''),
    ]),
  )

const OPENED = ['/frame.html', '/old/', '/drawing.xml', '/']

describe('documents that docsgen did not write', () => {
  it.each(sample(Object.keys(HOSTS), 0))(
    '%s: run no script, in a frame or opened by themselves',
    async host => {
      const site = await createSite([])
      const output = `${site.root}/dist`
      const server = await serveFolder(output, { headers: headersOf(host, output) })
      try {
        const { ran, title } = await open(server.origin, OPENED)
        expect(ran).toEqual([])
        expect(title).toContain('Home')
      } finally {
        await server.close()
      }
    },
  )

  it.for([
    ['nginx', NGINX, (root: string) => startNginx(root, [`${root}/nginx-headers.conf`])],
    ['Apache', APACHE, startApache],
  ] as const)(
    '%s itself sends a sandbox for each, and linked scripts as downloads',
    async ([, program, start], { skip }) => {
      if (!hasHost(program)) skip(`${program} is not there`)
      const site = await createSite([])
      const server = await start(`${site.root}/dist`)
      try {
        for (const path of OPENED.slice(0, -1)) {
          const { headers } = await fetch(server.origin + path)
          expect([path, headers.get('content-security-policy')]).toEqual([
            path,
            expect.stringMatching(/^sandbox; /),
          ])
        }
        const names = Object.keys(site.hashes('dist'))
        const script = names.find(name => /assets\/media\/beside\.\w+\.js$/.test(name))
        const { headers } = await fetch(`${server.origin}/${script}`)
        expect(headers.get('content-disposition')).toBe('attachment')
        expect(headers.get('content-type')).toBe('application/octet-stream')
        const page = await fetch(`${server.origin}/`)
        expect(page.headers.get('content-security-policy')).not.toContain('sandbox')
        expect(page.headers.get('content-disposition')).toBeNull()
      } finally {
        await server.close()
      }
    },
  )

  it.each(['preview', 'dev'])('docsgen %s: run no script', async command => {
    const site = await createSite([])
    const server = await startServer(site, [command])
    try {
      expect((await open(server.origin, OPENED)).ran).toEqual([])
    } finally {
      await server.stop()
    }
  })

  it.each(sample(Object.keys(HOSTS), 2))(
    '%s: run in a sandbox where the configuration allows it',
    async host => {
      const site = await createSite(['/frame.html', '/frame'])
      const output = `${site.root}/dist`
      const server = await serveFolder(output, { headers: headersOf(host, output) })
      try {
        const { ran, title } = await open(server.origin, ['/', '/frame.html', '/'])
        // Twice in a frame, once by itself, and twice in a frame again.
        expect(ran).toEqual(Array.from({ length: 5 }, () => '/frame.html'))
        expect(title).toContain('Home')
      } finally {
        await server.close()
      }
    },
  )
})
