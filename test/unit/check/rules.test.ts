import { describe, expect, it } from 'vitest'
import { normalizeCode } from '../../../src/check/rules/parity.ts'
import { runChecks } from '../../../src/check/run.ts'
import { mergeSeverities, severityOf } from '../../../src/check/rules/rule.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import type { Link } from '../../../src/schema/page.ts'
import type { ReadableSite } from '../../../src/schema/site.ts'
import { stampAsIs } from '../../../src/site/stamps.ts'
import { listTranslations, summarizeCoverage } from '../../../src/site/translations.ts'
import { createTestSite, type TestPage } from './test-site.ts'

/** Findings as `file:line message → hint`. */
const shown = (findings: readonly Finding[]) =>
  findings.map(({ place, message, hint }) =>
    [place && `${place.file}:${place.line}`, message, hint && `→ ${hint}`].filter(Boolean).join(' '),
  )

const check = async (site: ReadableSite, rule: string) =>
  shown((await runChecks(site)).filter(finding => finding.rule === rule))

type Pages = Record<string, TestPage>

/** `what` begins with the rule, whose problems are `found`. */
function finds(what: string, given: Pages | [Pages, UserConfig], ...found: string[]): void {
  const [pages, config] = Array.isArray(given) ? given : [given]
  it(what, async () => {
    expect(await check(createTestSite(pages, config), what.split(':', 1)[0]!)).toEqual(found)
  })
}

const page = (...links: Partial<Link>[]): TestPage => ({ sections: [{ id: 'usage' }], links })
const to = (url: string, target: string, hash = '') => ({ url, target, hash })
const headings = (...sections: NonNullable<TestPage['sections']>): TestPage => ({ sections })

const shared = { place: { file: 'content/api/shared.md', line: 7, column: 1 } }

finds(
  'links/page: missing pages and the one that was meant, other letter cases, links of the frontmatter',
  {
    'README.md': {
      frontmatter: { actionLink: './api/Stub.md', prev: '/nowhere.html', next: 'https://example.org/' },
    },
    'a.md': page(to('./mont.md', '/api/mont.html'), to('x', '/api/stub.html')),
    'api/mount.md': page(),
    'api/Stub.md': page(),
  },
  'content/README.md:1 There is no page `/nowhere.html`.',
  'content/a.md:2 There is no page `/api/mont.html` (written as `./mont.md`). → Did you mean `/api/mount.html`?',
  'content/a.md:4 `x` differs in letter case from the page `/api/Stub.html`. → Use the same letter case: many servers are case-sensitive.',
)
finds(
  'links/page: whether it moved or is not translated yet, and guesses nothing else',
  {
    'api/mount.md': page(),
    'guides/mount.md': page(),
    'ja/api/a.md': page(
      to('m', '/ja/api/mount.html'),
      to('f', '/ja/api/find.html'),
      to('o', '/ja/api/other.html'),
    ),
    'ja/guides/find.md': page(),
  },
  "content/ja/api/a.md:2 There is no page `/ja/api/mount.html` (written as `m`). → `content/api/mount.md` isn't translated yet. Translate it, or remove the link.",
  'content/ja/api/a.md:4 There is no page `/ja/api/find.html` (written as `f`). → Did you mean `/ja/guides/find.html`?',
  'content/ja/api/a.md:6 There is no page `/ja/api/other.html` (written as `o`).',
)
finds(
  'links/page: a broken link once, however many pages include its file',
  {
    'README.md': page({ ...to('dx', '/dx.html'), ...shared }),
    'd.md': page({ ...to('dx', '/dx.html'), ...shared }),
  },
  'content/api/shared.md:7 There is no page `/dx.html` (written as `dx`). → Did you mean `/d.html`?',
)

finds(
  'links/anchor: a missing one, also on the same page and percent-encoded',
  {
    'a.md': page(
      { ...to('#nope', '#nope', '#nope'), type: 'hash' },
      to('b.md#%C3%A9t%C3%A9', '/b.html', '#%C3%A9t%C3%A9'),
      to('b.md#usage', '/b.html', '#usage'),
    ),
    'b.md': page(),
  },
  'content/a.md:2 `/a.html` has no anchor `#nope`.',
  'content/a.md:4 `/b.html` has no anchor `#été`.',
)
finds(
  'links/anchor: the heading that stands where the source has the anchor',
  {
    'a.md': page(),
    'ja/a.md': headings({ id: '使い方' }),
    'ja/b.md': page(to('./a.md#usage', '/ja/a.html', '#usage')),
  },
  'content/ja/b.md:2 `/ja/a.html` has no anchor `#usage`. → Did you mean `#使い方`?',
)

finds(
  'links/asset: files that pages, configuration and frontmatter name',
  [
    {
      'a.md': {
        ...page(
          { kind: 'image', type: 'asset', ...to('/nope.png', '/nope.png') },
          { kind: 'image', type: 'asset', ...to('/logo.png', '/logo.png') },
        ),
        frontmatter: { heroImage: '/hero.png' },
      },
    },
    { theme: { logo: '/logo.png' }, head: [{ tag: 'link', attributes: { rel: 'icon', href: '/no.png' } }] },
  ],
  'There is no file `/no.png` in `public`. → Check the spelling and letter case. URLs that start with `/` refer to the public folder.',
  'content/a.md:1 There is no file `public/hero.png`. → Check the spelling and letter case. Relative paths start at the folder of the file that contains the link.',
  'content/a.md:2 There is no file `public/nope.png`. → Check the spelling and letter case. Relative paths start at the folder of the file that contains the link.',
)

const leak = (file: string, url: string) =>
  `content/ja/${file} points to another language: \`${url}\`. → Link to \`/ja${url}\`, or run \`docsgen check --fix\`.`

finds(
  'links/locale-leak: links, and the start button, that leave the language although it has the page',
  {
    'a.md': page(),
    'b.md': page(),
    'guides/README.md': page(),
    'ja/README.md': { frontmatter: { actionLink: '/guides/' } },
    'ja/a.md': page(to('/a.html', '/a.html'), to('/b.html', '/b.html')),
    'ja/guides/README.md': page(),
  },
  leak('README.md:1 `/guides/`', '/guides/'),
  leak('a.md:2 `/a.html`', '/a.html'),
)

const pair = (source: TestPage, translation: TestPage) => ({ 'a.md': source, 'ja/a.md': translation })
const mount = { id: 'mount', title: 'mount()' }
const args = { id: '引数', title: '引数', depth: 3 }
const example = { id: '例', title: '例', depth: 3, code: ['mount(Foo)'] }
const guide = headings(
  mount,
  { id: 'arguments', title: 'Arguments', depth: 3 },
  { ...example, title: 'Example' },
)

const shape = (line: number, what: string) =>
  `content/ja/a.md:${line} The headings don't match \`content/a.md\`: ${what}.`

finds('parity/headings: the same shape under translated titles', pair(guide, headings(mount, args, example)))
finds(
  'parity/headings: the heading that is missing, by the code that its neighbour shares',
  pair(guide, headings(mount, example)),
  shape(1, 'missing “Arguments” (level 3)'),
)
finds(
  'parity/headings: titles are the same, though another section has the same code',
  pair(
    headings({ id: 'waiting' }, { id: 'updates', title: 'Updates', depth: 3, code: ['await tick()'] }),
    headings({ id: '待つ', code: ['await tick()'] }),
  ),
  shape(1, 'missing “Updates” (level 3)'),
)
finds(
  'parity/headings: another level, where it stands',
  pair(guide, headings(mount, { ...args, depth: 2 }, example)),
  shape(4, '“引数” at level 2 instead of 3'),
)

finds(
  'parity/anchors: headings with other ids, once per page',
  {
    'a.md': headings({ id: 'usage' }, { id: 'options' }, { id: 'mount' }),
    'ja/a.md': headings({ id: '使い方' }, { id: '選択' }, { id: 'mount' }),
  },
  'content/ja/a.md:1 2 of 3 headings have ids that differ from the source, for example `#使い方` instead of `#usage`. → Add `{#usage}` to the end of the heading, or run `docsgen check --fix` to fix all ids.',
)

finds(
  'parity/containers: kinds are counted, translated keywords included',
  [
    {
      'a.md': { containers: ['tip', 'warning', 'warning'] },
      'ja/a.md': { containers: ['conseil', 'warning'] },
    },
    { markdown: { containers: { conseil: { kind: 'tip' } } } },
  ],
  "content/ja/a.md:9 The containers don't match `content/a.md`: expected 2 `warning` (line 9, 14), found 1.",
)

const inSidebar = (label: string, hidden?: true): TestPage => ({
  frontmatter: { sidebar: { label, badge: label, ...(hidden ? { hidden } : {}) } },
})
const description = 'How to mount a component in a test'

finds('parity/frontmatter: texts of `sidebar` are translated', {
  'a.md': inSidebar('New'),
  'ja/a.md': inSidebar('新'),
})
finds(
  'parity/frontmatter: its settings are the same',
  { 'a.md': inSidebar('New', true), 'ja/a.md': inSidebar('新') },
  'content/ja/a.md:1 `sidebar` is `{"label":"新","badge":"新"}` here but `{"label":"New","badge":"New","hidden":true}` in `content/a.md`.',
)
finds(
  'parity/frontmatter: another layout, a missing text and a text that was not translated',
  {
    'a.md': { frontmatter: { layout: 'Wide', title: 'Mount', description } },
    'ja/a.md': { ...headings({ id: 'a', text: '関数を呼び出します。' }), frontmatter: { description } },
  },
  "content/ja/a.md:1 The frontmatter doesn't set `title`, but `content/a.md` does.",
  "content/ja/a.md:1 These frontmatter values aren't translated: `description`.",
  'content/ja/a.md:1 `layout` is not set here but `"Wide"` in `content/a.md`.',
)
finds('parity/frontmatter: an equal short title may be a name', {
  'a.md': { frontmatter: { title: 'mount()' } },
  'ja/a.md': { frontmatter: { title: 'mount()' } },
})

const js = (...codes: string[]): TestPage => ({ codeBlocks: codes.map(code => ({ lang: 'js', code })) })
const [first, second, third] = [
  'mount(Foo, { slots })',
  'wrapper.find(Bar).exists()',
  'wrapper.setData({ a: 1 })',
]
const differs = (place: string, what: string, line = 4) =>
  `content/ja/a.md:${place} This code doesn't match the source (\`content/a.md:${line}\`): ${what}.`

finds(
  'parity/code: comments, strings, quotes, semicolons and layout do not count',
  pair(
    js("// mount it\nconst wrapper = mount(Foo, { text: 'Hello' });\n"),
    js('/* マウントする */ const wrapper = mount(Foo, {\n  text: "こんにちは",\n})'),
  ),
)
finds(
  'parity/code: the first line that differs, at its place',
  pair(
    js('one()', '// so\nconst a = {\n  b: 1, // 1\n}\ntwo(1)', 'three()'),
    js('one()', '/* こう\n   する */\nconst a = { b: 1 }\ntwo(2)', 'three()'),
  ),
  differs('17', '`two(2)` instead of `two(1)`', 18),
)
finds(
  'parity/code: a shorter one',
  pair(js('one()\ntwo()'), js('one()')),
  differs('4', '`two()` is missing', 5),
)
finds(
  'parity/code: a line that goes on',
  pair(js('npm i vue@2'), js('npm i vue')),
  differs('4', '`npm i vue` instead of `npm i vue@2`'),
)
finds(
  'parity/code: one that is missing makes no other one differ',
  pair(js(first, second, third), js(second, third.replace('1', '2'))),
  'content/ja/a.md:1 A code sample from the source (`content/a.md`, line 3) is missing after this point.',
  differs('14', '`wrapper.setData({ a: 2 })` instead of `wrapper.setData({ a: 1 })`', 24),
)
finds(
  'parity/code: a rewritten one between equal ones',
  pair(js(first, 'old.api()', third), js(first, 'modern()', third)),
  differs('14', '`modern()` instead of `old.api()`', 14),
)
finds('parity/code: another order is no difference', pair(js(first, second, third), js(third, first, second)))
finds(
  'parity/code: a missing one after the last that both have',
  pair(js('one()', 'two()', 'three()'), js('one()', 'three()')),
  'content/ja/a.md:3 A code sample from the source (`content/a.md`, line 13) is missing after this point.',
)
finds(
  'parity/code: one that only the translation has',
  pair(js('one()'), js('one()', 'two()')),
  "content/ja/a.md:13 The source (`content/a.md`) doesn't contain this code sample.",
)
finds(
  'parity/code: languages that are translated and included samples do not count',
  pair(
    {
      codeBlocks: [
        { lang: 'md', code: 'Hello' },
        { lang: 'js', code: 'a()', own: false },
      ],
    },
    { codeBlocks: [{ lang: 'md', code: 'こんにちは' }] },
  ),
)

const english =
  '<template>\n  <p title="Hi">Hello {{ name }}</p>\n</template>\n<script>\nexport default { name: "a" }\n</script>'
const french =
  "<template><p title='Salut'>Bonjour {{ name }} !</p></template><script>export default { name: 'b' } // ici\n</script>"

it.each([
  ['js', `a('it\\'s'); b("http://x") // c`, 'a("")b("")'],
  ['sh', 'echo \\"a\\" "b \\" c" # d', 'echo\\"a\\"""'],
  ['json', '{ "a": "x", "b": [1, "y",] }', '{"a":"","b":[1,""]}'],
  ['sh', '# install\nnpm i vue # now\necho "done"', 'npmivueecho""'],
  ['vue', french, normalizeCode(english, 'vue')?.meaning],
])('the meaning of code, %s: %s', (language, code, text) => {
  expect(normalizeCode(code, language)?.meaning).toBe(text)
  if (language === 'vue')
    expect(normalizeCode(code.replace('{{ name }}', '{{ title }}'), language)?.meaning).not.toBe(text)
})

const usage = headings(
  { id: 'usage', text: 'Call the function with a component.' },
  { id: 'options', text: 'All options are optional.', code: ['mount(Component)'] },
)
const usageJa = headings(
  { id: '使い方', text: 'コンポーネントを渡して関数を呼び出します。' },
  { id: 'オプション', text: 'すべてのオプションは省略できます。', code: ['mount(Component)'] },
)
const stampOf = (source: TestPage) => createTestSite({ 'mount.md': source }).pages[0]?.stamp ?? {}
const stamped = { ...usageJa, frontmatter: { source: stampOf(usage) } }
const partly = headings(
  { id: 'usage', text: 'Call the function with a component.' },
  { id: 'オプション', text: `すべてのオプションは省略できます。\n${'長い文章です。'.repeat(20)}` },
)
const leftIn = (locale: string, name = 'mount') =>
  `content/${locale}/${name}.md:1 Most of this page is in the source language. → Translate it, or delete the file so that the page counts as missing. To keep it as it is, run \`docsgen check --stamp --page content/${locale}/${name}.md\`.`
const stub = {
  ...headings({ id: 'usage' }, { id: 'options', code: ['mount(Component)'] }),
  frontmatter: { source: stampOf(usage) },
}
const translatedStub = { ...stub, ...headings({ id: 'usage', text: 'Appelez.' }, { id: 'options' }) }
const intended = { ...usage, frontmatter: { source: stampAsIs(stampOf(usage)) } }
const home = { heroText: 'Example', tagline: 'Write pages in any language' }
const written = headings({
  id: 'guide',
  text: 'When you save a file, the page is rendered again and the browser shows it.\nThe search knows every page that has been written so far.',
})
const edited = headings({
  id: 'guide',
  text: 'When a file is saved, the browser shows the page again, and it is rendered so far.\nEvery page that you have written is in the search of the browser.',
})
const changed = headings(usage.sections![0]!, { ...usage.sections![1]!, text: 'One option is required.' })
const renamed = headings(usage.sections![0]!, { id: 'errors', title: 'Errors', text: 'It throws.' })
const asked: UserConfig = { check: { rules: { 'coverage/missing': 'warning' } } }
const files = { 'mount.md': usage, 'ja/mount.md': usageJa, 'ja/old.md': usageJa }
const lacking =
  'content/mount.md:1 This page has no translation in `/fr/`. → Write `content/fr/mount.md` (`docsgen new fr mount.md`), or exempt the page in `check.exemptions`.'
const terms = headings({
  id: 'props',
  text: 'Vue Router\nArguments: props\nto, exact, append boolean false',
  code: ['to', 'exact', 'append', 'boolean', 'false'],
})
// A table that holds nothing but code, of which only a part is marked as such.
const table = headings({
  id: 'patterns',
  text: "/user/:username /user/evan/post/123 { username: 'evan', post_id: '123' } router.start=1 route_name",
  code: ["{ username: 'evan', post_id: '123' }"],
})

finds(
  'coverage/missing: the file that a missing translation would be, on its source',
  [files, asked],
  lacking,
)
finds('coverage/missing: nothing of a language without any page, which is a finding of its own', files)
finds('coverage/missing: a language that has begun', { ...files, 'fr/other.md': usage }, lacking)

finds(
  'coverage/orphan: a translation without a source page',
  files,
  'content/ja/old.md:1 The source language has no page `/old.html`. → Move or remove this page, or exempt it in `check.exemptions`.',
)

const stale = (changes: string) =>
  `content/ja/mount.md:4 The source has changed since this translation was made: ${changes}. → Update the translation to match \`content/mount.md\`, then run \`docsgen check --stamp\`.`

finds('coverage/stale: nothing while the stamp fits the source', {
  'mount.md': usage,
  'ja/mount.md': stamped,
})
finds(
  'coverage/stale: the section of the translation whose source changed, though its id is another',
  { 'mount.md': changed, 'ja/mount.md': stamped },
  stale('“options” was changed'),
)
finds(
  'coverage/stale: added and removed sections',
  { 'mount.md': renamed, 'ja/mount.md': stamped },
  stale('“Errors” was added, “options” was removed'),
)

finds(
  'coverage/untranslated: a page that was copied and left',
  { 'mount.md': usage, 'fr/mount.md': usage },
  leftIn('fr'),
)
finds(
  'coverage/untranslated: a stub, which has a stamp and no text',
  { 'mount.md': usage, 'fr/mount.md': stub },
  leftIn('fr'),
)
finds(
  'coverage/untranslated: a stub of a home page',
  { 'README.md': { frontmatter: home }, 'ja/README.md': { frontmatter: { ...home, source: {} } } },
  leftIn('ja', 'README'),
)
finds(
  'coverage/untranslated: a page that was edited in the source language since',
  { 'guide.md': written, 'fr/guide.md': edited, 'ja/guide.md': edited },
  leftIn('fr', 'guide'),
  leftIn('ja', 'guide'),
)
finds('coverage/untranslated: another variety of one language has its words', [
  { 'guide.md': written, 'gb/guide.md': edited },
  { locales: { '/': { lang: 'en-US' }, '/gb/': { lang: 'en-GB' } } },
])
finds(
  'coverage/untranslated: a page with a word of its own is a translation, as is one that was stamped by its name',
  { 'mount.md': usage, 'fr/mount.md': translatedStub, 'ja/mount.md': intended },
)
finds(
  'coverage/untranslated: one copied paragraph, where it stands',
  { 'mount.md': usage, 'ja/mount.md': partly },
  "content/ja/mount.md:1 1 paragraph in this section isn't translated: “Call the function with a component.”",
)
finds('coverage/untranslated: names, signatures and short terms are what they are', {
  'props.md': terms,
  'fr/props.md': terms,
  'table.md': table,
  'fr/table.md': table,
})

finds(
  'coverage/minimum: a language below its minimum, and how far it is',
  [
    { 'a.md': usage, 'b.md': usage, 'c.md': usage, 'ja/a.md': stamped, 'ja/b.md': usageJa },
    { check: { minCoverage: { '/ja/': 80, '/fr/': 0 } } },
  ],
  '`/ja/` is 33.3% up to date (1 of 3 pages), plus 1 unknown (no stamp); `check.minCoverage` requires 80%. → See what is left with `docsgen check --todo /ja/`.',
)

describe('the coverage matrix', () => {
  const cells = (site: ReadableSite) =>
    listTranslations(site).map(({ locale, localPath, state }) => `${locale} ${localPath} ${state}`)

  it('has every cell in menu order', () => {
    expect(cells(createTestSite(files))).toEqual([
      '/ja/ /mount.html unknown',
      '/ja/ /old.html orphan',
      '/fr/ /mount.html missing',
    ])
  })

  it('keeps an exempt page out of the findings and out of the total, with its reason', async () => {
    const exemptions = [{ rules: ['coverage/*'], locales: ['/fr/'], pages: ['/mou*'], reason: 'One market' }]
    const exempt = createTestSite(
      { 'mount.md': usage, 'a.md': usage },
      { check: { ...asked.check, exemptions } },
    )
    const matrix = listTranslations(exempt)
    const cell = matrix.find(one => one.locale === '/fr/' && one.localPath === '/mount.html')
    expect(cell).toMatchObject({ state: 'exempt', reason: 'One market' })
    expect(summarizeCoverage(matrix).map(({ total }) => total)).toEqual([2, 1])
    expect(await check(exempt, 'coverage/missing')).toHaveLength(3)
  })

  it('says of a translation without a stamp that nothing is known, unless a plugin makes it', () => {
    const site = createTestSite({ 'mount.md': usage, 'ja/mount.md': usageJa })
    expect(listTranslations(site)[0]).toMatchObject({ state: 'unknown', stamped: false })
    expect(summarizeCoverage(listTranslations(site))[0]).toMatchObject({ percent: 0, counts: { unknown: 1 } })
    const made = site.pages.map(one => ({ ...one, plugin: 'changelog' }))
    expect(listTranslations({ ...site, pages: made })[0]?.state).toBe('ok')
  })

  it('knows what is stale, and what an included file says is no part of a stamp', () => {
    const { pages } = createTestSite({ 'mount.md': changed, 'ja/mount.md': stamped })
    expect(pages.map(({ view }) => view.stale)).toEqual([true, undefined])
    const including = headings(...usage.sections!, { id: 'more', text: 'Included.', own: false })
    expect(Object.keys(stampOf(including))).toEqual(['usage', 'options'])
  })
})

finds(
  'i18n/ui-strings: A language lacks text that your site has to provide',
  [
    { 'README.md': page() },
    {
      description: 'A site',
      locales: {
        '/': { lang: 'en-US' },
        '/ja/': { lang: 'ja', label: '日本語', description: 'サイト' },
        '/xx/': { lang: 'xx' },
      },
      theme: { nav: [{ text: { '/': 'Docs', '/xx/': 'Dox' }, link: 'https://example.org/' }] },
    },
  ],
  "The UI strings of `/xx/` are in the source language. → Set them under `locales['/xx/'].strings`.",
  "`locales['/xx/']` doesn't set `label`, `description`.",
  "`theme.nav[0].text` has no text for `/ja/`. → Add a `'/ja/'` key there.",
)

it('i18n/ui-strings: texts that are shown in English for want of a translation', async () => {
  const locales = { '/': { lang: 'en' }, '/de/': { lang: 'de', label: 'Deutsch', strings: { menu: 'Menü' } } }
  const untranslated = new Map([['de', ['menu', 'containerTip'] as const]])
  const site = createTestSite({ 'README.md': page() }, { locales }, undefined, untranslated)
  expect(await check(site, 'i18n/ui-strings')).toEqual([
    "Some UI strings of `/de/` aren't translated: `containerTip`. → Set them under `locales['/de/'].strings`.",
  ])
})

it('i18n/ui-strings: every label of the configuration is looked at', async () => {
  const text = { '/': 'A' }
  const theme: UserConfig['theme'] = {
    nav: [{ text, items: [{ text, link: 'https://b.example/' }] }],
    sidebar: {
      '/api/': [
        {
          text,
          items: [
            { page: 'a', text, badge: { text } },
            { page: 'lost', text },
          ],
        },
      ],
      '/': 'auto',
    },
    notice: { text, linkText: text },
    footer: { en: 'A', ja: 'A' },
    logo: { light: '/a.svg', dark: '/b.svg', alt: text },
    socialLinks: [{ icon: 'github', link: 'https://b.example/', text }],
    announcement: { id: 'a', text },
    fonts: { text: { family: 'Georgia', files: ['fonts/georgia.woff2'] } },
  }
  const markdown = { containers: { title: { kind: 'tip', title: text } } } as const
  const locales = { '/': { lang: 'en' }, '/ja/': { lang: 'ja', label: '日本語' } }
  const found = await check(
    createTestSite({ 'ja/a.md': {} }, { theme, markdown, locales }),
    'i18n/ui-strings',
  )
  expect(found.filter(one => one.includes('text for')).map(one => one.split('`')[1])).toEqual([
    'markdown.containers.title.title',
    'theme.announcement.text',
    'theme.footer',
    'theme.logo.alt',
    'theme.nav[0].items[0].text',
    'theme.nav[0].text',
    'theme.notice.linkText',
    'theme.notice.text',
    "theme.sidebar['/api/'][0].items[0].text",
    "theme.sidebar['/api/'][0].text",
    'theme.socialLinks[0].text',
  ])
})

const sameLanguage = { '/': { lang: 'en' }, '/pt/': { lang: 'pt' }, '/br/': { lang: 'PT' } }

finds(
  'seo/hreflang: two languages with one tag',
  [{ 'README.md': {} }, { locales: sameLanguage }],
  '`/pt/` and `/br/` have the same `lang`, `PT`.',
)
finds('seo/hreflang: nothing without an address of the site', [
  { 'README.md': {} },
  { url: undefined, locales: sameLanguage },
])

describe('drafts and unlisted pages', () => {
  const draft: TestPage = { frontmatter: { draft: true }, sections: [{ id: 'usage', text: 'Not finished.' }] }
  const about = (target: string): TestPage => ({
    sections: [{ id: 'usage', text: `About ${target}.` }],
    links: [to(`.${target}`, target)],
  })
  const locales = { '/': { lang: 'en-US' }, '/fr/': { lang: 'fr' } }
  const site = createTestSite(
    {
      'a.md': { ...about('/b.html'), frontmatter: { next: './b.html' } },
      'b.md': draft,
      'c.md': about('/a.html'),
      'd.md': draft,
      'fr/a.md': about('/fr/c.html'),
      'fr/b.md': headings({ id: 'usage', text: 'Texte.' }),
      'fr/c.md': draft,
    },
    { locales, theme: { nav: ['/b', '/d'] }, redirects: { '/old': '/b.html' } },
  )

  it('a draft is not a page, and problems with links to it mention the draft', async () => {
    expect(site.pages.map(({ file }) => file)).not.toContain('content/b.md')
    expect((await check(site, 'links/page')).map(text => text.replace(/ →.*/, ''))).toEqual([
      "content/a.md:1 `./b.html` points to a draft, `content/b.md`, which isn't published.",
      "content/a.md:2 `./b.html` points to a draft, `content/b.md`, which isn't published.",
      "content/fr/a.md:2 `./fr/c.html` points to a draft, `content/fr/c.md`, which isn't published.",
    ])
    expect(await check(site, 'redirects/target')).toEqual([
      'The redirect from `/old` points to `/b.html`, which is a draft (`content/b.md`). → Publish that page, or remove the redirect.',
    ])
    expect(await check(site, 'nav/missing-page')).toEqual([
      'The menu or a sidebar links to `/d`, but `content/d.md` is a draft, so the entry is skipped. → Remove the entry from `nav` or `sidebar`, or `draft: true` from the page.',
    ])
  })

  it('a draft counts as missing where it is a translation, and as the source of one that is there', async () => {
    const states = listTranslations(site).map(({ localPath, state }) => `${localPath} ${state}`)
    expect(states).toEqual(['/a.html unknown', '/b.html unknown', '/c.html missing'])
    expect(await check(site, 'coverage/missing')).toEqual([
      'content/c.md:1 The translation of this page in `/fr/` is a draft (`content/fr/c.md`). → Finish it, then remove `draft: true`.',
    ])
    expect(await check(site, 'coverage/orphan')).toEqual([])
  })

  it('an unlisted page is in no menu, and an entry that names it is not dropped in silence', async () => {
    const unlisted = createTestSite(
      { 'a.md': about('/b.html'), 'b.md': { frontmatter: { unlisted: true }, sections: [{ id: 'usage' }] } },
      { locales: { '/': { lang: 'en-US' } }, theme: { nav: ['/a', '/b'] } },
    )
    const [locale] = Object.values(unlisted.locales)
    expect([locale?.sidebars[0]?.map(({ text }) => text), locale?.nav.length]).toEqual([['usage'], 1])
    expect((await check(unlisted, 'nav/missing-page'))[0]).toMatch(
      /^The menu or a sidebar links to `\/b`, but `content\/b\.md` is unlisted, so the entry is skipped\./,
    )
  })
})

describe('runChecks', () => {
  const rule = 'markdown/unknown-container'
  const at = (file: string, line: number): Finding => {
    return { rule, severity: 'warning', message: 'Unknown container.', place: { file, line, column: 1 } }
  }

  it('says nothing more of a page that could not be read: one mistake is one finding', async () => {
    const site = createTestSite(
      {
        'a.md': page(to('./b.md#usage', '/b.html', '#usage')),
        'b.md': { incomplete: true },
        'ja/a.md': { sections: [{ id: 'usage' }], frontmatter: { source: {} } },
        'ja/b.md': { ...page(), frontmatter: { source: { usage: '0' } } },
      },
      {
        locales: { '/': { lang: 'en-US', description: 'x' }, '/ja/': { lang: 'ja', description: 'y' } },
        theme: { nav: ['/b'] },
        redirects: { '/old': '/b.html' },
      },
    )
    const found = (await runChecks(site)).map(({ rule: id, place }) => `${id} ${place?.file ?? ''}`)
    expect(found.filter(line => /b\.md|^(?:links|nav|redirects)/.test(line))).toEqual([])
  })

  it('passes findings of the parse stage through with the configured severity, each once', async () => {
    const findings = [at('content/a.md', 3)]
    const pages = { 'a.md': { findings }, 'b.md': { findings } }
    const found = await runChecks(createTestSite(pages, { check: { rules: { 'markdown/*': 'error' } } }))
    expect(found.filter(one => one.rule === rule)).toEqual([{ ...findings[0], severity: 'error' }])
  })

  it('switches rules off and exempts pages, and sorts by file and line', async () => {
    const pages = {
      'c.md': { findings: [at('content/c.md', 3)] },
      'b.md': { findings: [at('content/b.md', 10), at('content/b.md', 9)] },
      'a.md': { findings: [at('content/a.md', 3)] },
    }
    const exemptions = [{ rules: ['markdown/*'], pages: ['/a.html'], reason: 'Shows the syntax' }]
    expect(await check(createTestSite(pages, { check: { exemptions } }), rule)).toEqual(
      ['b.md:9', 'b.md:10', 'c.md:3'].map(place => `content/${place} Unknown container.`),
    )
    expect(await check(createTestSite(pages, { check: { rules: { [rule]: 'off' } } }), rule)).toEqual([])
  })

  it('looks at the chosen languages only', async () => {
    const site = createTestSite({ 'a.md': page(), 'ja/old.md': page(), 'fr/old.md': page() })
    const found = (await runChecks(site, ['/ja/'])).filter(one => one.rule.startsWith('coverage/'))
    expect(found.map(one => `${one.rule} ${one.message}`)).toEqual([
      'coverage/missing This page has no translation in `/ja/`.',
      'coverage/orphan The source language has no page `/old.html`.',
    ])
  })

  it('prefers the severity of a rule to that of its family to that of everything', () => {
    const settings = { '*': 'off', 'links/*': 'warning', 'links/page': 'error' } as const
    const ids = ['links/page', 'links/anchor', 'seo/hreflang']
    expect(ids.map(id => severityOf(id, 'info', settings))).toEqual(['error', 'warning', 'off'])
    const base = { 'links/page': 'warning', 'nav/missing-page': 'off' } as const
    expect(mergeSeverities(base, { 'links/*': 'off' })).toEqual({
      'nav/missing-page': 'off',
      'links/*': 'off',
    })
  })
})
