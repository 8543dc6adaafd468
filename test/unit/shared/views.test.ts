import { expect, it, describe } from 'vitest'
import { createTestSite } from '../check/test-site.ts'
import type { SidebarItem } from '../../../src/schema/view.ts'
import { isolate, openSection } from '../../../src/shared/views.ts'

const title = (text: string) => ({ sections: [{ id: 'a', depth: 1, title: text }] })
const withBrackets = (text: string) => text.replaceAll('\u2068', '[').replaceAll('\u2069', ']')

it('keeps the parts of texts in order that menus from right to left would turn round, and changes no other', () => {
  const [own, other, plain] = [title('mount()'), title('دليل 2.0'), title('API')]
  const site = createTestSite(
    { 'a.md': own, 'ar/a.md': own, 'ar/b.md': other, 'ar/c.md': plain },
    {
      locales: { '/': { lang: 'en', label: 'English' }, '/ar/': { lang: 'ar', label: 'العربية' } },
      theme: { nav: [{ text: '2.0.0-alpha.15', items: [{ text: 'v1.0', link: 'https://example.org' }] }] },
    },
  )
  const textsOf = (locale: string) => {
    const { nav = [], sidebars = {} } = site.locales[locale] ?? {}
    const menu = nav.flatMap(({ text, items }) => [text, ...items.map(item => item.text)])
    const links = Object.values(sidebars).flat()
    return [...menu, ...links.map(({ link }) => link?.text)]
  }
  expect(textsOf('/')).toEqual(['2.0.0-alpha.15', 'v1.0', 'mount()'])
  const arabic = textsOf('/ar/').map(text => withBrackets(text ?? ''))
  expect(arabic).toEqual(['[2.0.0-alpha.15]', '[v1.0]', '[mount()]', 'دليل 2.0', 'API'])
})

it.each([
  ['<slot />', '[<slot />]'],
  ['./src/a.ts', '[./src/a.ts]'],
  ['mount(component, options)', '[mount(component, options)]'],
  ['API', 'API'],
  ['استخدام --flag', 'استخدام [--flag]'],
  ['استخدام --flag مع <slot />', 'استخدام [--flag] مع [<slot />]'],
  ['الخيار mount().', 'الخيار [mount()].'],
  ['(الخيار --flag)', '(الخيار [--flag])'],
  ['(--flag في الملف)', '([--flag] في الملف)'],
  ['الخيار (--flag)', 'الخيار [(--flag)]'],
  ['الملف: ./a.ts، ثم C++؟', 'الملف: [./a.ts]، ثم [C++]؟'],
  ['שימוש ב-npm run build -- --out', 'שימוש ב-[npm run build -- --out]'],
  ['דגל--flag', 'דגל[--flag]'],
  ['دليل - API', 'دليل - API'],
  ['پشتیبانی از RTL (آزمایشی)', 'پشتیبانی از RTL (آزمایشی)'],
  ['ملف app.js(قديم) و mount() (جديد)', 'ملف [app.js](قديم) و [mount()] (جديد)'],
  ['slot ‌های طرح', 'slot ‌های طرح'],
  ['a.ts ‌های طرح', '[a.ts] ‌های طرح'],
  ['(قديم)a.ts – جديد', '(قديم)[a.ts] – جديد'],
  ['دليل Vue 3 و 2.0', 'دليل Vue 3 و 2.0'],
  ['استخدم --flag \0للتصدير\0', 'استخدم [--flag] \0للتصدير\0'],
  ['استخدم \0mount\0() ثم', 'استخدم [\0mount\0()] ثم'],
  ['𞤀𞤣𞤤𞤢𞤥 --flag', '𞤀𞤣𞤤𞤢𞤥 [--flag]'],
])('%s is shown from right to left as %s', (text, shown) => {
  expect(withBrackets(isolate(text, 'rtl'))).toBe(shown)
  expect(isolate(text, 'ltr')).toBe(text)
})

const page = (name: string): SidebarItem => {
  return { text: name, link: { text: name, href: `/${name}.html`, external: false }, items: [] }
}
const pages = (count: number, name = 'p') =>
  Array.from({ length: count }, (_, index) => page(`${name}${index}`))

/** Texts, with the address where it is not that of the text; groups with what is in them. */
function outline(items: readonly SidebarItem[]): unknown[] {
  return items.map(({ text, link, items: inner }) => {
    const name = link?.href === `/${text}.html` ? text : `${text} > ${link?.href ?? 'nothing'}`
    return inner.length > 0 ? [name, ...outline(inner)] : name
  })
}

describe('the open section of a large sidebar', () => {
  it('is what is around the open page, with links to what comes before and after', () => {
    const shown = openSection(pages(3000), [1500])
    expect(shown).toHaveLength(103)
    const [before, open, after] = [0, 51, 102].map(at => outline(shown.slice(at, at + 1))[0])
    expect([before, open, after]).toEqual(['… p1449 > /p1449.html', 'p1500', '… p1551 > /p1551.html'])
  })

  it('has no such links at the ends', () => {
    expect(outline(openSection(pages(60), [2])).slice(-2)).toEqual(['p52', '… p53 > /p53.html'])
    expect(outline(openSection(pages(60), [55])).slice(0, 2)).toEqual(['… p4 > /p4.html', 'p5'])
  })

  it('lists the groups beside it as links, to their page or to the first below them', () => {
    const items = [
      page('home'),
      { text: 'A', items: [{ text: 'Inner', items: pages(3, 'a') }] },
      { ...page('B'), items: pages(2, 'b') },
      { text: 'C', items: pages(2, 'c') },
    ]
    const inner = ['Inner > nothing', 'a0', 'a1', 'a2']
    const last = ['C > nothing', 'c0', 'c1']
    expect(outline(openSection(items, [3, 1]))).toEqual(['home', 'A > /a0.html', 'B', last])
    expect(outline(openSection(items, [1, 0, 2]))[1]).toEqual(['A > nothing', inner])
  })

  it('begins with the first entries for a page that is not listed, and for the page of a group', () => {
    expect(openSection(pages(3000), [])).toHaveLength(102)
    const group = { ...page('B'), items: pages(3, 'b') }
    expect(outline(openSection([group], [0]))).toEqual([['B', 'b0', 'b1', 'b2']])
  })
})
