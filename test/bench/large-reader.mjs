/** What a reader fetches of a site, compressed: first load, first page change, search, language change, offline reading. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serve, waitForQuiet } from './reader-site.mjs'

const PAGE = '/part-0/page-1.html'
/** Of the same section, and not linked: on the device only when the section is saved. */
const OTHER = '/part-0/page-60.html'

/** Bytes and requests of each step, one after the other; `lists` are those of navigation and addresses. */
export async function readLarge(browser, dist) {
  const { origin, seen, close } = await serve(dist)
  const steps = {}
  /** Waits until a step is done, and takes what was fetched for it. */
  const finish = async name => {
    await waitForQuiet(seen)
    steps[name] = total(seen)
    return seen.splice(0)
  }
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(origin + PAGE)
    const fetched = await finish('first')
    await sign(page)
    await page.waitForSelector('#docsgen-announcer', { state: 'attached' })
    fetched.push(...(await finish('sign')))
    await changes(page, () => page.locator('.content a[href^="/"]').first().click())
    fetched.push(...(await finish('change')))
    steps.changed = total(fetched)
    steps.lists = total(fetched.filter(({ url }) => url.startsWith('/assets/locales/')))
    await page.keyboard.press('Control+k')
    await page.locator('.search-input').pressSequentially('rou')
    await page.locator('.search-option').first().waitFor()
    await finish('search')
    await page.keyboard.press('Escape')
    const other = page.locator('.language-menu a[hreflang]:not([aria-current])').first()
    await changes(page, () => other.dispatchEvent('click'))
    await finish('language')
    await context.close()
    Object.assign(steps, await readOffline(browser, { origin, seen, dist }))
    return steps
  } finally {
    close()
  }
}

/** The worker with its core, and the packs until the section of the page is on the device. */
async function readOffline(browser, { origin, seen, dist }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  seen.length = 0
  await page.goto(origin + PAGE)
  await sign(page)
  const start = performance.now()
  await page.waitForFunction(url => caches.match(url).then(Boolean), OTHER, {
    timeout: 120_000,
    polling: 100,
  })
  const section = performance.now() - start
  const saved = () => page.evaluate(() => caches.keys().then(names => names.length))
  for (let before = -1, now = await saved(); now !== before; now = await saved()) {
    before = now
    await waitForQuiet(seen, 4000, 240_000)
  }
  const whole = performance.now() - start
  const isPack = ({ url }) => /^\/offline\/\w+\.\w{8}\.json$/.test(url) && !url.includes('documents')
  const needed = packsFor(dist)
  const worker = seen.filter(({ url }) => url === '/service-worker.js').slice(0, 1)
  await context.close()
  return {
    worker: total(worker),
    section: total(seen.filter(({ url }) => needed.includes(url))),
    packs: total(seen.filter(isPack)),
    milliseconds: { section, whole },
  }
}

/** Addresses of the packs that English needs for the page: those of the manifest, and of a large language its section. */
function packsFor(dist) {
  const read = name => readFileSync(path.join(dist, name), 'utf8')
  const [line] = read('service-worker.js').split(';\n', 1)
  const { packs, list } = JSON.parse(line.slice(line.indexOf('{'))).locales[0]
  const listed = list
    ? JSON.parse(JSON.parse(read(packs[0].url))[0][1]).sections.flatMap(([, some]) => some)
    : []
  const own = listed.filter(({ url }) => read(url).includes(`"page":"${PAGE}"`))
  return [...packs, ...own].map(({ url }) => url)
}

async function sign(page) {
  await page.mouse.move(600, 400)
  await page.mouse.move(700, 500)
}

async function changes(page, act) {
  const heading = await page.locator('h1').textContent()
  await act()
  await page.waitForFunction(title => document.querySelector('h1')?.textContent !== title, heading)
}

function total(seen) {
  return { requests: seen.length, bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0) }
}
