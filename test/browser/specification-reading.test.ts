import { expect, test } from 'vitest'
import {
  clickLink,
  clickOffline,
  entries,
  isChunk,
  isSameDocument,
  place,
  saveData,
  scrollTop,
  useReader,
  waitForTitle,
  wake,
} from './spec-page.ts'

const { server, visit } = useReader()
const API = '/api/'
const toOptions = 'main a[href="/api/options.html"]'

test('6: navigation is in history mode', async () => {
  const page = await visit(API)
  await wake(page)
  const before = await entries(page)
  await clickLink(page, toOptions)
  await waitForTitle(page, 'Options')
  expect(await place(page)).toBe('/api/options.html')
  expect(await entries(page)).toBe(before + 1)
  await page.evaluate(() => history.back())
  await waitForTitle(page, 'API')
  expect(await isSameDocument(page)).toBe(true)
})

test('6: a redirected navigation shows the page under its own address', async () => {
  const page = await visit(API)
  await wake(page)
  const before = await entries(page)
  await clickLink(page, toOptions, '/old.html?v=1')
  await waitForTitle(page, 'Options')
  expect(await place(page)).toBe('/api/options.html?v=1')
  expect(await entries(page)).toBe(before + 1)
})

test('6: an aborted navigation leaves the open page, its address and its history as they are', async () => {
  const page = await visit(API)
  await saveData(page)
  await wake(page)
  const before = await entries(page)
  await clickOffline(page, toOptions)
  expect(await place(page)).toBe(API)
  expect(await entries(page)).toBe(before)
  expect(await page.locator('h1').innerText()).toContain('API')
})

test('6: a cancelled (superseded) navigation never renders', async () => {
  const page = await visit(API, { delay: name => (isChunk(name) ? 300 : undefined) })
  await saveData(page)
  await wake(page)
  const titles = await page.evaluateHandle(() => {
    const seen: (string | undefined)[] = []
    new MutationObserver(() => seen.push(document.querySelector('h1')?.innerText)).observe(document, {
      subtree: true,
      childList: true,
    })
    return seen
  })
  await clickLink(page, toOptions)
  await clickLink(page, 'main a[href="/guides/"]')
  await waitForTitle(page, 'Guides')
  await page.waitForTimeout(500)
  expect(await place(page)).toBe('/guides/')
  expect(await titles.evaluate(seen => seen.filter(title => title === 'Options'))).toEqual([])
})

test('6: a duplicated navigation is ignored (a click on the current hash still scrolls there)', async () => {
  const page = await visit(API)
  await wake(page)
  const before = await entries(page)
  await clickLink(page, '.sidebar a[href="/api/"]')
  expect(await entries(page)).toBe(before)
  await clickLink(page, '.outline a[href="#second"]')
  const top = await scrollTop(page)
  expect(top).toBeGreaterThan(300)
  await page.evaluate(() => scrollTo(0, 100))
  await clickLink(page, '.outline a[href="#second"]')
  expect(await scrollTop(page)).toBe(top)
  expect(await entries(page)).toBe(before + 1)
})

test('6: title, language and description update on every page change; the document’s own other tags stay', async () => {
  const page = await visit(API)
  await wake(page)
  const description = () => page.locator('meta[name=description]').getAttribute('content')
  const others = () => page.locator('head > :not([data-docsgen-head]):not(link[rel=prefetch])').count()
  const before = await others()
  await clickLink(page, toOptions)
  await waitForTitle(page, 'Options')
  expect([await page.title(), await description()]).toEqual(['Options | Spec English', 'What can be given'])
  await clickLink(page, 'a[hreflang=ja]')
  await page.waitForFunction(() => document.documentElement.lang === 'ja')
  expect(await page.title()).toContain('Spec 日本語')
  expect(await description()).toBe('About 日本語')
  expect(await page.locator('meta[name=description]').count()).toBe(1)
  expect(await others()).toBe(before)
})

test('6: the progress bar has no spinner, starts at 0.08, moves in 200 ms and trickles by up to 0.02 every 800 ms', async () => {
  const page = await visit(API, { delay: name => (isChunk(name) ? 2600 : undefined) })
  await saveData(page)
  await wake(page)
  await clickLink(page, toOptions)
  const bar = page.locator('#nprogress > .bar')
  const value = () => bar.evaluate(element => Number((element as HTMLElement).dataset['value']))
  expect(await value()).toBe(0.08)
  expect(await bar.evaluate(element => (element as HTMLElement).style.transition)).toContain('200ms')
  expect(await page.locator('#nprogress').evaluate(element => element.querySelectorAll('*').length)).toBe(1)
  const steps = await bar.evaluate(
    element =>
      new Promise<[number, number][]>(resolve => {
        const seen: [number, number][] = []
        new MutationObserver(() => {
          seen.push([performance.now(), Number((element as HTMLElement).dataset['value'])])
          if (seen.length === 2) resolve(seen)
        }).observe(element, { attributes: true, attributeFilter: ['data-value'] })
      }),
  )
  const [first, second] = steps
  expect(second?.[1] ?? 1).toBeLessThanOrEqual(0.12)
  expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeGreaterThan(700)
})

test('6: the progress bar finishes also when a navigation fails', async () => {
  const page = await visit(API)
  await saveData(page)
  await wake(page)
  await clickOffline(page, toOptions)
  await page.locator('#nprogress').waitFor({ state: 'detached' })
  expect(await page.locator('.nprogress-busy').count()).toBe(0)
})

test('6: the progress bar finishes also when a navigation is superseded', async () => {
  const page = await visit(API, { delay: name => (isChunk(name) ? Infinity : undefined) })
  await saveData(page)
  await wake(page)
  await clickLink(page, toOptions)
  await page.locator('#nprogress').waitFor({ state: 'attached' })
  await clickLink(page, '.outline a[href="#second"]')
  await page.locator('#nprogress').waitFor({ state: 'detached' })
  expect(await place(page)).toBe('/api/#second')
})

test('6: scrolling writes the hash of the heading in view (level 2 and 3) by history replace, query string kept', async () => {
  const page = await visit('/api/?v=1')
  await wake(page)
  const before = await entries(page)
  for (const id of ['first', 'second', 'inner']) {
    await page.evaluate(wanted => {
      document.getElementById(wanted)?.scrollIntoView()
      scrollBy(0, 40)
    }, id)
    await page.waitForFunction(wanted => location.hash === `#${wanted}`, id)
  }
  expect(await place(page)).toBe('/api/?v=1#inner')
  expect(await entries(page)).toBe(before)
})

test('6: the hash is written at most once per 300 ms and once after scrolling stops', async () => {
  const page = await visit(API)
  await wake(page)
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(self, { times })
    const original = history.replaceState.bind(history)
    history.replaceState = (...given) => {
      times.push(performance.now())
      original(...given)
    }
  })
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const timer = setInterval(() => {
          scrollBy(0, 80)
          if (scrollY + innerHeight < document.documentElement.scrollHeight - 400) return
          clearInterval(timer)
          resolve()
        }, 40)
      }),
  )
  const stopped = await page.evaluate(() => performance.now())
  await page.waitForTimeout(900)
  const times = await page.evaluate(() => (self as unknown as { times: number[] }).times)
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  expect(times.length).toBeGreaterThan(1)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(299)
  expect(times.filter(time => time > stopped + 450)).toEqual([])
  expect(await page.evaluate(() => location.hash)).toBe('#inner')
})

test('6: a heading counts as reached from 10 px after it until 10 px before the next', async () => {
  const page = await visit(API)
  await wake(page)
  const settle = async (id: string, offset: number) => {
    await page.evaluate(
      ([wanted, by]) => {
        document.getElementById(wanted)?.scrollIntoView()
        scrollBy(0, by)
      },
      [id, offset] as const,
    )
    await page.waitForTimeout(450)
    return page.evaluate(() => location.hash)
  }
  expect(await settle('first', 11)).toBe('#first')
  expect(await settle('second', 8)).toBe('#first')
  expect(await settle('second', 11)).toBe('#second')
  expect(await settle('second', -8)).toBe('#second')
  expect(await settle('second', -12)).toBe('#first')
})

test('6: at the bottom of the page a later, too short section stays chosen (B207)', async () => {
  const page = await visit(API)
  await wake(page)
  await clickLink(page, '.outline a[href="#last"]')
  await page.evaluate(() => scrollBy(0, -30))
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => location.hash)).toBe('#last')
})

test('6: a navigation scrolls to the saved position, else the hash, else the top', async () => {
  const page = await visit(API)
  await wake(page)
  await page.evaluate(() => scrollTo(0, 555))
  await clickLink(page, toOptions, '/api/options.html#notes')
  await waitForTitle(page, 'Options')
  expect(
    await page.evaluate(() => document.getElementById('notes')?.getBoundingClientRect().top),
  ).toBeLessThan(150)
  await clickLink(page, '.sidebar a[href="/guides/"]')
  await waitForTitle(page, 'Guides')
  expect(await scrollTop(page)).toBe(0)
  await page.evaluate(() => history.go(-2))
  await waitForTitle(page, 'API')
  expect(Math.abs((await scrollTop(page)) - 555)).toBeLessThanOrEqual(2)
})

test.each([
  ['#日本語', '日本語'],
  [`#${encodeURIComponent('日本語')}`, '日本語'],
  ['#1-foo', '1-foo'],
])('6: a navigation scrolls also to a non-Latin, percent-encoded or odd hash: %s', async (hash, id) => {
  const page = await visit(API)
  await wake(page)
  await clickLink(page, 'main a[href="/guides/"]', `/guides/${hash}`)
  await waitForTitle(page, 'Guides')
  const top = await page.evaluate(wanted => document.getElementById(wanted)?.getBoundingClientRect().top, id)
  expect(top).toBeGreaterThan(50)
  expect(top).toBeLessThan(150)
  expect(await isSameDocument(page)).toBe(true)
})

test.each(['#%E0%A4%A', '#', '#nowhere', '#[a]'])(
  '6: a hash that names nothing, %s, opens the page at its top',
  async hash => {
    const page = await visit(API)
    await wake(page)
    await page.evaluate(() => scrollTo(0, 300))
    await clickLink(page, 'main a[href="/guides/"]', `/guides/${hash}`)
    await waitForTitle(page, 'Guides')
    expect(await scrollTop(page)).toBe(0)
    expect(await isSameDocument(page)).toBe(true)
  },
)

test('6: the sidebar closes after every navigation', async () => {
  const page = await visit(API, {}, { viewport: { width: 390, height: 800 } })
  await wake(page)
  const drawer = page.locator('#docsgen-drawer')
  for (const selector of [
    '.sidebar a[href="/guides/"]',
    '.sidebar a[href="#1-foo"]',
    '.sidebar a[href="/api/"]',
  ]) {
    await page.locator('.header .menu-button').click()
    await drawer.waitFor()
    await page.locator(selector).click()
    await drawer.waitFor({ state: 'hidden' })
    await page.waitForTimeout(300)
  }
  expect(await place(page)).toBe(API)
})

test('6: the language menu goes to the same page in the other language, else to that locale’s home, and says so', async () => {
  const page = await visit(API)
  await wake(page)
  const item = page.locator('#docsgen-languages a[hreflang=fr]')
  expect(await item.locator('.language-note').count()).toBe(0)
  await clickLink(page, '#docsgen-languages a[hreflang=fr]')
  await waitForTitle(page, 'Français API')
  expect(await place(page)).toBe('/fr/api/')
  await page.goto(`${server().origin}/guides/only.html`)
  await wake(page)
  expect(await item.getAttribute('href')).toBe('/fr/')
  expect(await item.locator('.language-note').textContent()).toMatch(/not translated/)
  await clickLink(page, '#docsgen-languages a[hreflang=fr]')
  await waitForTitle(page, 'Français')
})

test('6: nothing needs the 16 ms retry interval: an open page runs no timer', async () => {
  const page = await visit(API)
  await wake(page)
  await page.waitForTimeout(1500)
  await page.evaluate(() => {
    const started: unknown[] = []
    Object.assign(self, { started })
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const) {
      const original = self[name].bind(self) as (...given: unknown[]) => number
      Object.assign(self, { [name]: (...given: unknown[]) => (started.push(name), original(...given)) })
    }
  })
  await page.waitForTimeout(800)
  expect(await page.evaluate(() => (self as unknown as { started: unknown[] }).started)).toEqual([])
})
