import type { Frame, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createTestSite } from '../sites/site.ts'
import { IS_FULL } from '../support/full.ts'
import { isIdle, isSameDocument, type ServedSite, useServedSite, waitForTitle } from './browser.ts'
import { FIRST, PAYLOADS as ALL } from './payloads.ts'

/** Every fourth, which takes some of each kind; all with `DOCSGEN_FULL=1`. */
const PAYLOADS = ALL.filter((_, index) => IS_FULL || index % 4 === 1)

/** Tabs at a time, each with a part of the payloads. */
const LANES = 6
const LENGTH = Math.ceil(PAYLOADS.length / LANES)
const lanes = Array.from({ length: LANES }, (_, lane) =>
  Array.from(PAYLOADS.keys()).slice(lane * LENGTH, (lane + 1) * LENGTH),
)

/** Lets `visit` go through the payloads, some in each tab. Returns those that have said something by then or do later, in whatever frame. */
async function inLanes(
  { open }: ServedSite,
  visit: (page: Page, lane: number[]) => Promise<void>,
): Promise<Set<string>> {
  const ran = new Set<string>()
  await Promise.all(
    lanes.map(async lane => {
      const { page } = await open()
      page.on('console', message => {
        const payload = ALL[Number(message.text()) - FIRST]
        if (payload !== undefined) ran.add(payload)
      })
      page.on('dialog', dialog => void dialog.dismiss())
      await visit(page, lane)
    }),
  )
  return ran
}

/** Does what a reader might: presses everything there is to press, without leaving. */
async function tryEverything(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    const isCode = (address: string | null | undefined) =>
      /^[^a-z]*(?:j\s*a\s*v\s*a|data|v\s*b|live)/i.test(address ?? '')
    const stay = (event: Event) => {
      const target = event.target instanceof Element ? event.target : undefined
      const link = target?.closest('a, area')
      const addresses = event.type === 'submit' ? [target, (event as SubmitEvent).submitter] : [link]
      const names = ['href', 'xlink:href', 'action', 'formaction']
      const isHarmless = !addresses.some(element => names.some(name => isCode(element?.getAttribute(name))))
      if (isHarmless && (link || event.type === 'submit')) event.preventDefault()
    }
    for (const type of ['click', 'submit']) addEventListener(type, stay, { capture: true })
    for (const element of document.querySelectorAll('main *')) {
      for (const type of ['pointerdown', 'mouseover', 'click'])
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
      if (element instanceof HTMLElement) element.focus()
    }
    for (const type of ['click', 'submit']) removeEventListener(type, stay, { capture: true })
  })
}

describe('a page that nobody cleans', () => {
  const served = useServedSite(
    () => createTestSite(),
    {},
    async site => {
      for (const [index, html] of PAYLOADS.entries())
        site.write(`raw/${index}.html`, `<!doctype html><main>${html}`)
      for (const lane of lanes)
        site.write(
          `raw/all-${lane[0]}.html`,
          `<!doctype html>${lane.map(index => `<iframe src="${index}.html"></iframe>`).join('')}`,
        )
      return `${site.root}/raw`
    },
  )

  it('is one where most of the payloads run', async () => {
    const tabs: Page[] = []
    const ran = await inLanes(served, async (page, lane) => {
      await page.goto(`/all-${lane[0]}.html`, { waitUntil: 'commit' })
      tabs.push(page)
    })
    const tryAll = async () => {
      // Frames that a payload has sent elsewhere have nothing to press.
      for (const frame of tabs.flatMap(page => page.frames()))
        await tryEverything(frame).catch(() => undefined)
      return ran.size
    }
    await expect.poll(tryAll).toBeGreaterThan(PAYLOADS.length / 2)
  })
})

describe.each(['allow', 'sanitize'])(`${PAYLOADS.length} payloads without a policy, html: %s`, html => {
  let findings: { rule: string; place?: { file: string; line: number } }[] = []

  // Each payload has a page of its own, so that none hides another; what leads on stands above it.
  const page = (payload: string, index: number): [string, string] => [
    `content/p${index}.md`,
    `# Page ${index}\n\n[Next](./p${(index + 1) % PAYLOADS.length}.md)\n\n${payload}\n`,
  ]
  const served = useServedSite(
    () =>
      createTestSite({
        'site.config.ts': `export default { title: 'Site', theme: { sidebar: [] }, security: { policy: false }, check: { build: 'warn' }, markdown: { html: '${html}' } }\n`,
        'public/notes.txt': 'notes',
        ...Object.fromEntries(PAYLOADS.map(page)),
      }),
    {},
    async site => {
      await site.build()
      const { stdout } = await site.run(['check', '--format', 'json'])
      ;({ findings } = JSON.parse(stdout) as { findings: typeof findings })
      return site.output
    },
  )

  it('none runs in documents', async () => {
    // Without the app, which pressing would load with each document.
    served.server.options.answer = url => (/\/app\.\w+\.js/.test(url) ? { status: 404 } : undefined)
    const ran = await inLanes(served, async (page, lane) => {
      for (const index of lane) {
        await page.goto(`/p${index}.html`)
        await tryEverything(page.mainFrame())
        await isIdle(page)
      }
    })
    expect([...ran]).toEqual([])
  })

  it('none runs after client navigation, and none stands in the way of the next', async () => {
    const ran = await inLanes(served, async (page, lane) => {
      await page.goto(`/p${((lane[0] ?? 0) || PAYLOADS.length) - 1}.html`)
      for (const index of lane) {
        await page.evaluate(() => document.querySelector<HTMLElement>('main a[href^="/p"]')?.click())
        await waitForTitle(page, `Page ${index}`)
        await tryEverything(page.mainFrame())
        await isIdle(page)
      }
      expect(await isSameDocument(page)).toBe(true)
    })
    expect([...ran]).toEqual([])
  })

  it('each is a finding of its line, or stands there as text', () => {
    const reported = new Set(
      findings.filter(({ place }) => (place?.line ?? 0) >= 5).map(({ place }) => place?.file),
    )
    const silent = PAYLOADS.filter((payload, index) => {
      const text = /<main.*<\/main>/s.exec(served.site.read(`dist/p${index}.html`))?.[0] ?? ''
      const isText = text.includes('&#x3C;') || /^<[?!]|(?:title|alt)=|__proto__/.test(payload)
      return !isText && !reported.has(`content/p${index}.md`)
    })
    expect(silent).toEqual([])
  })
})
