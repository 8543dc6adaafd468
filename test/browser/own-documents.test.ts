import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../sites/serve.ts'
import { createTestSite } from '../sites/site.ts'
import { sample } from '../support/full.ts'
import { APACHE, hasHost, NGINX, startApache, startNginx } from '../support/real-hosts.ts'
import { isIdle, type ServedSite, useServedSite } from './browser.ts'
import { ask, manifestOf } from './offline.ts'
import { headersOf, HOSTS } from './policy-hosts.ts'

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

const createSite = (...embed: string[]) =>
  createTestSite({
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

const refusing = useServedSite(() => createSite())
const allowing = useServedSite(() => createSite('/frame.html', '/frame', '/attack.js'))

/** Opens addresses one after the other: what ran there, and the title of the last. */
async function open(
  { open: openTab }: ServedSite,
  paths: readonly string[],
  baseURL?: string,
): Promise<{ ran: string[]; title: string }> {
  const { page: tab } = await openTab(undefined, { serviceWorkers: 'allow', ...(baseURL && { baseURL }) })
  const ran: string[] = []
  tab.on('console', message => {
    const [, path] = /^ran (.*)$/.exec(message.text()) ?? []
    if (path) ran.push(path.replace(/\.\w{8}(\.\w+)$/, '$1'))
  })
  // With its frames, and all scripts that run at once.
  for (const path of paths) await tab.goto(path, { waitUntil: 'load' })
  await isIdle(tab)
  const owned = tab.evaluate(() => location.origin !== 'null' && localStorage.getItem('owned'))
  expect(await owned.catch(() => null)).toBeFalsy()
  return { ran, title: await tab.title() }
}

const OPENED = ['/frame.html', '/old/', '/drawing.xml', '/']

describe('documents that docsgen did not write', () => {
  it.each(sample(Object.keys(HOSTS), 0))(
    '%s: run no script, in a frame or opened by themselves',
    async host => {
      refusing.server.options.headers = headersOf(host, refusing.site.output)
      expect(await open(refusing, OPENED)).toEqual({ ran: [], title: expect.stringContaining('Home') })
    },
  )

  it.for([
    ['nginx', NGINX, (root: string) => startNginx(root, [`${root}/nginx-headers.conf`])],
    ['Apache', APACHE, startApache],
  ] as const)(
    '%s itself sends a sandbox for each, and linked scripts as downloads',
    async ([, program, start], { skip }) => {
      if (!hasHost(program)) skip(`${program} is not there`)
      const server = await start(refusing.site.output)
      onTestFinished(() => server.close())
      const sent = async (path: string) => {
        const { headers } = await fetch(server.origin + path)
        return ['content-security-policy', 'content-disposition', 'content-type'].map(name =>
          headers.get(name),
        )
      }
      for (const path of OPENED.slice(0, -1))
        expect([path, (await sent(path))[0]]).toEqual([path, expect.stringMatching(/^sandbox; /)])
      const names = Object.keys(refusing.site.hashes('dist'))
      const script = names.find(name => /assets\/media\/beside\.\w+\.js$/.test(name))
      expect((await sent(`/${script}`)).slice(1)).toEqual(['attachment', 'application/octet-stream'])
      expect(await sent('/')).toEqual([expect.not.stringContaining('sandbox'), null, expect.anything()])
    },
  )

  it('are as restricted when the service worker answers', async () => {
    const openStored = async ({ server, open: openTab, site }: ServedSite, path: string) => {
      server.options.headers = headersOf('Netlify', site.output)
      const { page: tab } = await openTab(undefined, { serviceWorkers: 'allow' })
      await tab.goto('/')
      await ask(tab, { type: 'offline-save', code: manifestOf(site).locales[0]?.code, asked: true })
      const script = Object.keys(site.hashes('dist')).find(name => /media\/beside\.\w+\.js$/.test(name))
      const sent = await tab.evaluate(async url => [...(await fetch(url)).headers], `/${script}`)
      expect(sent).toContainEqual(['content-disposition', 'attachment'])
      server.seen.length = 0
      await tab.goto(path)
      return [server.seen.some(({ url }) => url === path), await tab.evaluate(() => self.origin)]
    }
    expect(await openStored(refusing, '/frame.html')).toEqual([false, 'null'])
    expect(await openStored(refusing, '/old/')).toEqual([false, 'null'])
    expect(await openStored(allowing, '/frame.html')).toEqual([false, 'null'])
  })

  it.each(['preview', 'dev'])('docsgen %s: run no script but in an allowed sandbox', async command => {
    const server = await startServer(refusing.site, [command])
    onTestFinished(async () => void (await server.stop()))
    expect((await open(refusing, OPENED, server.origin)).ran).toEqual([])
    const other = await startServer(allowing.site, [command])
    onTestFinished(async () => void (await other.stop()))
    expect((await open(allowing, ['/frame.html'], other.origin)).ran).toEqual(['/frame.html'])
  })

  it.each(sample(Object.keys(HOSTS), 1))(
    '%s: run in a sandbox where the configuration allows it',
    async host => {
      allowing.server.options.headers = headersOf(host, allowing.site.output)
      expect(await open(allowing, ['/', '/frame.html', '/'])).toEqual({
        // Twice in a frame, once by itself, and twice in a frame again.
        ran: Array.from({ length: 5 }, () => '/frame.html'),
        title: expect.stringContaining('Home'),
      })
    },
  )
})
