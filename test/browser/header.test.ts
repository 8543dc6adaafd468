import { expect, test } from 'vitest'
import { createTestSite } from '../sites/site.ts'
import { sample } from '../support/full.ts'
import { useServedSite } from './browser.ts'

/** Runs in the page: what is wrong where the header is not one row, or does not lead on. A row is as high as a button of 44 px with its padding. */
function judgeHeader(): string[] {
  const bar = document.querySelector('.header-bar')
  const parts = [...(bar?.children ?? [])].filter(part => part.getBoundingClientRect().width > 1)
  const boxes = parts
    .map(part => part.getBoundingClientRect())
    .toSorted((one, other) => one.left - other.left)
  const root = document.documentElement
  const cut = [...(bar?.querySelectorAll('a, button') ?? [])].filter(
    one => !one.matches('.brand') && one.scrollWidth > one.clientWidth + 1,
  )
  return [
    ...(bar && bar.getBoundingClientRect().height < 60 ? [] : ['more than one row']),
    ...(boxes.some((box, index) => box.right > (boxes[index + 1]?.left ?? Infinity) + 1) ? ['overlaps'] : []),
    ...(boxes.some(box => box.left < 0 || box.right > root.clientWidth) ? ['leaves the window'] : []),
    ...(root.scrollWidth > root.clientWidth ? ['the page scrolls sideways'] : []),
    ...([...document.querySelectorAll('.menu-button, .nav-all button, .top-nav > ul')].some(way =>
      way.checkVisibility(),
    )
      ? []
      : ['no way to the navigation']),
    ...cut.map(one => `cut: ${one.textContent}`),
  ]
}

/** Entries by language; texts that are wider than they are long, and the longest. */
const ENTRIES: Record<string, string[]> = {
  de: ['Datenschutzgrundverordnung', 'Benutzerhandbuch', 'Konfiguration', 'Veröffentlichungen', 'Über uns'],
  el: ['Οδηγός', 'Αναφορά', 'Συνεισφορά', 'Συχνές ερωτήσεις', 'Νέα'],
  en: ['WWW', 'MAMMOTH', 'Wm. W. Momm', '@@@ %%%', 'Commands'],
  fr: ['Guide', 'Références', 'Événements', 'Écosystème', 'À propos'],
  ko: ['가이드', '레퍼런스', '변경 로그', '기여하기', '자주 묻는 질문'],
  ru: ['Руководство', 'Щёлкающие жуки', 'Совместимость', 'Сообщество', 'Ещё'],
}

/** A language for each number of entries of each text above, as links, links to other sites, or menus. */
function fullHeaders(): Record<string, object> {
  // The longest words, the widest letters, and a script without narrow ones.
  const made = sample(Object.entries(ENTRIES), 0, 2, 4).flatMap(([lang, texts]) =>
    sample([2, 5, 7, 9, 4, 6], 0, 1, 3).map((count, index): [string, object] => {
      const page = `/${lang}-${count}/`
      const kinds = [{ page }, { link: 'https://example.org' }, { items: [{ page }] }]
      const nav = Array.from({ length: count }, (_, place) => ({
        text: texts[place % texts.length],
        ...kinds[(index + (count > 6 ? place : 0)) % kinds.length],
      }))
      return [page, { lang, title: `Ω ${lang}`, nav }]
    }),
  )
  return Object.fromEntries(made)
}

const HEADERS = fullHeaders()
const LOCALES = {
  '/': {
    lang: 'de',
    title: 'Donaudampfschifffahrtsgesellschaftskapitänshandbuch',
    nav: ['/', { text: 'Entwicklung', link: 'https://example.org' }],
    strings: { search: 'Durchsuchen der ganzen Dokumentation' },
  },
  ...HEADERS,
}

const served = useServedSite(() => {
  const config = { title: 'T', locales: LOCALES, theme: { repo: 'owner/name', logo: '/logo.svg' } }
  return createTestSite({
    'site.config.ts': `export default ${JSON.stringify(config)}`,
    'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"/>',
    ...Object.fromEntries(Object.keys(HEADERS).map(folder => [`content${folder}README.md`, '# Home\n'])),
  })
})

test('the header is one row at the widths where it is fullest, whatever is in it', async () => {
  const { page } = await served.open()
  const problems: string[] = []
  for (const address of Object.keys(LOCALES)) {
    await page.goto(address)
    // A step begins at each of them: nowhere is there less room for what is shown.
    for (const width of [320, 960, 1120, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 700 })
      const found = await page.evaluate(judgeHeader)
      problems.push(...found.map(problem => `${address} ${width}: ${problem}`))
    }
  }
  expect(problems).toEqual([])
})
