import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFolder } from '../sites/site.ts'
import { clickLink, hrefs, useServedSite, waitForTitle } from './browser.ts'
import { askForUpdate, heading, manifestOf, storeNames, TRUSTED, visit, waitUntilSaved } from './offline.ts'
import { typeQuery } from './search-site.ts'

/** Languages so large that their lists are cut into ranges of addresses (`src/render/locale-files.ts`), but for one page that French lacks. */
const FOLDERS = 7
const PER_FOLDER = 40
const served = useServedSite(() => {
  const sidebar = Array.from({ length: FOLDERS }, (_, folder) => `'/part-${folder}/': 'auto'`).join(', ')
  const site = createFolder({
    'site.config.ts': `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site',
  locales: { '/': { lang: 'en', label: 'English' }, '/fr/': { lang: 'fr', label: 'Français' } },
  redirects: { '/old/': '/part-5/7.html' },
  theme: { sidebar: { ${sidebar} } },
})
`,
  })
  for (const [locale, lang] of [
    ['', 'en'],
    ['fr/', 'fr'],
  ]) {
    site.write(`content/${locale}README.md`, `# Home ${lang}\n\n[Start](./part-0/0.md)\n`)
    for (let index = 0; index < FOLDERS * PER_FOLDER; index += 1) {
      const [folder, page] = [Math.floor(index / PER_FOLDER), index % PER_FOLDER]
      const far = `../part-${(folder + 3) % FOLDERS}/${page}.md`
      if (locale === '' || folder !== 6 || page !== 6)
        site.write(
          `content/${locale}part-${folder}/${page}.md`,
          `# ${lang} ${folder}.${page}\n\nQuokka${index} [near](./${(page + 1) % PER_FOLDER}.md) [far](${far})\n`,
        )
    }
  }
  return site
}, TRUSTED)

const follow = async (page: Page, text: string, title: string) => {
  await page.click(`.content a:text-is("${text}")`)
  await waitForTitle(page, title)
}
const sidebar = (page: Page) => hrefs(page, '.sidebar a')
const folder = (locale: string, number: number) =>
  expect.arrayContaining(
    Array.from({ length: PER_FOLDER }, (_, page) => `${locale}part-${number}/${page}.html`),
  )
/** Lists that were asked for since the last time that `seen` was emptied. */
const lists = () => served.server.seen.map(({ url }) => url).filter(url => url.startsWith('/assets/locales/'))
const newLists = () => {
  const found = lists()
  served.server.seen.length = 0
  return found
}

test('pages of a large language load the lists of their section, and those of others when they lead there', async () => {
  const { page, problems, loads } = await served.open()
  await visit(page, '/part-0/1.html')
  // View, index and section.
  await expect.poll(() => lists().length).toBe(3)
  expect(newLists()).toContain('/assets/locales/en.json')
  const before = loads()
  expect(await sidebar(page)).toEqual(folder('/', 0))

  await follow(page, 'near', 'en 0.2')
  expect(newLists()).toEqual([])
  await follow(page, 'far', 'en 3.2')
  expect(newLists()).toHaveLength(2)
  expect(await sidebar(page)).toEqual(folder('/', 3))
  await page.goBack()
  await waitForTitle(page, 'en 0.2')
  expect(await sidebar(page)).toEqual(folder('/', 0))
  await page.goForward()
  await waitForTitle(page, 'en 3.2')
  expect(newLists()).toEqual([])

  await typeQuery(page, `quokka${6 * PER_FOLDER + 6}`)
  await page.locator('.search-option[href="/part-6/6.html"]').first().click()
  await waitForTitle(page, 'en 6.6')
  expect(await sidebar(page)).toEqual(folder('/', 6))
  // The same page in a language that lacks it: its links lead on in that language.
  await clickLink(page, 'a[hreflang=fr]')
  await page.waitForSelector('.notice-fallback')
  expect(await sidebar(page)).toEqual(folder('/fr/', 6))
  await expect
    .poll(() => hrefs(page, '.content > p a'))
    .toEqual([expect.stringMatching(/^\/fr\//), expect.stringMatching(/^\/fr\//)])
  await follow(page, 'far', 'fr 2.6')
  expect(loads()).toBe(before)

  // Documents that a host sends for another address find the page by the section of the address.
  await page.goto('/PART-4/3')
  await page.waitForURL('/part-4/3.html')
  await page.goto('/part-4/nothing')
  await page.waitForSelector('.not-found')
  expect(problems.filter(problem => !problem.includes('404'))).toEqual([])
})

test('offline, every page opens by address and link, and addresses are understood in every form', async () => {
  const { page, problems } = await served.open(undefined, { serviceWorkers: 'allow' })
  await visit(page, '/part-0/1.html')
  await waitUntilSaved(page)
  await served.server.close()
  for (const address of ['/', '/part-3/9.html', '/fr/part-6/39.html', '/fr/part-6/6.html']) {
    expect((await page.goto(address))?.status()).toBe(200)
    expect(new URL(page.url()).pathname).toBe(address)
  }
  await waitForTitle(page, 'en 6.6')
  await follow(page, 'far', 'fr 2.6')
  await follow(page, 'near', 'fr 2.7')
  expect(await sidebar(page)).toEqual(folder('/fr/', 2))
  await typeQuery(page, `quokka${3 * PER_FOLDER}`)
  await page.locator('.search-option[href="/fr/part-3/0.html"]').first().waitFor()
  for (const [typed, opened] of [
    ['/part-1/5', '/part-1/5.html'],
    ['/FR/part-1/5/', '/fr/part-1/5.html'],
    ['/old', '/part-5/7.html'],
  ] as const) {
    await page.goto(typed)
    await page.waitForURL(opened)
    expect(await heading(page)).not.toBe('')
  }
  expect((await page.goto('/part-2/nothing'))?.status()).toBe(503)
  // Those with addresses like it, and not all.
  const links = await page.locator('main li a, body li a').count()
  expect(links).toBeGreaterThan(PER_FOLDER)
  expect(links).toBeLessThan(110)
  expect(problems.filter(problem => !problem.includes('503'))).toEqual([])
})

test('the section that is read is saved first, and an update brings what has changed of what is there', async () => {
  const { site, server } = served
  const { page } = await served.open(undefined, { serviceWorkers: 'allow' })
  const isPack = ({ url }: { url: string }) => url.startsWith('/offline/en.')
  const packs = () => server.seen.filter(isPack).map(({ url }) => url)

  /** Nothing but the section of the page is to be had: addresses of the packs that English needs for it and for all pages. */
  const serveOnlySection = () => {
    const all = manifestOf(site).locales[0]?.packs ?? []
    const holdsPage = (url: string) => site.read(`dist${url}`).includes('"page":"/part-4/1.html"')
    const allowed = all.filter(({ url, part }) => part === undefined || holdsPage(url)).map(({ url }) => url)
    server.options.answer = url => (isPack({ url }) && !allowed.includes(url) ? { status: 500 } : undefined)
    server.seen.length = 0
    return allowed
  }
  const first = serveOnlySection()
  await visit(page, '/part-4/1.html')
  await expect.poll(() => packs().length).toBeGreaterThan(2)
  expect(packs().slice(0, 2)).toEqual(first)
  await server.close()
  await page.goto('/part-4/7.html')
  await follow(page, 'near', 'en 4.8')
  expect(await sidebar(page)).toEqual(folder('/', 4))
  expect((await page.goto('/part-0/1.html'))?.status()).toBe(503)

  // Another page of it is edited, and one of a section that is not there.
  for (const name of ['content/part-4/9.md', 'content/part-0/9.md'])
    site.write(name, `${site.read(name)}\nEdited.\n`)
  await site.build()
  await server.reopen()
  await page.goto('/part-4/7.html')
  const second = serveOnlySection()
  await askForUpdate(page)
  await page.locator('#docsgen-update button').first().click()
  await expect.poll(() => storeNames(page, ':core:')).toHaveLength(1)
  const fetched = server.seen.filter(each => isPack(each) && each.status === 200)
  expect(fetched.map(({ url }) => url)).toEqual(second)
  expect(second.filter(url => first.includes(url))).toEqual([])
  await server.close()
  await page.goto('/part-4/9.html')
  expect(await page.locator('.content').textContent()).toContain('Edited.')
})
