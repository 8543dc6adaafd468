import { describe, expect, test } from 'vitest'
import { locateKey, validateConfig } from '../../../src/config/validate.ts'

function findingsOf(value: unknown, text = ''): string[] {
  const { findings } = validateConfig(value, { file: 'site.config.ts', text })
  return findings.map(({ message, hint }) => [message, hint].filter(Boolean).join(' '))
}

describe('a configuration', () => {
  test('gets its defaults', () => {
    const { config, findings } = validateConfig({}, { file: 'site.config.ts', text: '' })
    expect(findings).toEqual([])
    expect(config).toMatchObject({
      title: '',
      base: '/',
      contentDir: 'content',
      publicDir: 'public',
      outDir: 'dist',
      locales: { '/': { lang: 'en-US' } },
      theme: { search: 'local', docsBranch: 'main', sidebar: 'auto' },
      markdown: { slugs: 'github', html: 'sanitize' },
    })
  })

  test('must be an object', () => {
    expect(findingsOf(() => ({}))).toEqual(['The configuration must be an object, not a function.'])
    expect(findingsOf([])).toEqual(['The configuration must be an object, not a list.'])
  })

  test('reports all its problems at once, each with the path of its key', () => {
    const found = findingsOf({
      title: 1,
      base: 'docs',
      url: 'https://x.example/path',
      theme: { search: 'remote', nav: [{ text: 'A', link: 5 }] },
      locales: { '/': { lang: 'en' }, zh: { lang: 'zh' } },
    })
    const keys = ['`title`', '`base`', '`url`', '`theme.search`', 'theme.nav[0]', 'locales']
    expect(keys.filter(key => !found.some(message => message.includes(key)))).toEqual([])
  })

  test.each([
    [{ titel: 'x' }, '`titel`', '`title`'],
    [{ theme: { editLink: true } }, '`theme.editLink`', '`editLinks`'],
    [{ locales: { '/': { lang: 'en', lable: 'x' } } }, "`locales['/'].lable`", '`label`'],
    [{ markdown: { slug: 'github' } }, '`markdown.slug`', '`slugs`'],
    [{ offline: { keepAsset: 1 } }, '`offline.keepAsset`', '`keepAssets`'],
    [{ check: { exemption: [] } }, '`check.exemption`', '`exemptions`'],
    [{ repo: 'a/b' }, '`repo`', 'Did you mean `theme.repo`?'],
    [{ editLinks: true }, '`editLinks`', 'Did you mean `theme.editLinks`?'],
    [{ slugs: 'github' }, '`slugs`', 'Did you mean `markdown.slugs`?'],
    [{ constructor: 1 }, '`constructor`', 'Known keys: title, description'],
  ])('names the nearest known key for an unknown one: %j', (value, key, near) => {
    const [message, ...others] = findingsOf(value)
    expect(message).toContain(`Unknown key ${key}`)
    expect(message).toContain(near)
    expect(others).toEqual([])
  })

  test.each([
    [
      { theme: { search: 'remote' } },
      "`theme.search` must be `'local'`, `false` or `{ provider: 'docsearch', … }`",
    ],
    [
      { theme: { nav: [5] } },
      '`theme.nav[0]` must be the path of a page, `{ page, … }`, `{ text, link, … }` or',
    ],
    [{ theme: { nav: [{ text: 'A' }] } }, '`{ items, … }`, not `{ text }`.'],
    [{ theme: { nav: [{ page: '/', text: 7 }] } }, '`theme.nav[0].text` must be a string or'],
    [
      { theme: { sidebar: [{ text: 'A', items: [5] }] } },
      '`theme.sidebar[0].items[0]` must be the path of a page',
    ],
    [{ theme: { sidebarDepth: 3 } }, '`theme.sidebarDepth` must be at most 2.'],
    [{ theme: { sidebar: 1 } }, "`theme.sidebar` must be `'auto'`, a list or"],
    [
      { offline: true },
      "`offline` must be `false`, `'uninstall'` or `{ enabled, keepAssets, maxFileSize, retire }`, not true.",
    ],
    [{ security: { policy: 'lax' } }, "`security.policy` must be `'derived'`, `'strict'` or `false`, not"],
    [{ analytics: { provider: 'foo' } }, "`'google'` or `'matomo'`, not \"foo\"."],
    [{ analytics: { provider: 'fathom' } }, '`analytics.site` is missing.'],
    [
      { locales: { '/': { lang: 'en' }, ja: { lang: 'ja' } } },
      '`locales.ja` must start and end with a slash: write `/ja/`.',
    ],
    [{ base: 'docs' }, '`base` must start and end with a slash: write `/docs/`.'],
    ...['sw.js', '/sw', '/service-worker.js', '/../sw.js', 'https://a.example/sw.js', '/sw.js?v=1'].map(
      (address): [object, string] => [
        { offline: { retire: [address] } },
        '`offline.retire[0]` must be the path of a script, such as `/sw.js`',
      ],
    ),
  ])('names the forms that would do: %j', (value, message) => {
    expect(findingsOf(value)).toEqual([expect.stringContaining(message)])
  })

  test('says where: file, line and column of the key', () => {
    const text = "export default {\n  title: 'x',\n  theme: {\n    editLinks: 'yes',\n  },\n}\n"
    const value = { title: 'x', theme: { editLinks: 'yes' } }
    const { findings } = validateConfig(value, { file: 'site.config.ts', text })
    const message = '`theme.editLinks` must be `true` or `false`, not "yes".'
    const place = { file: 'site.config.ts', line: 4, column: 5 }
    expect(findings).toEqual([{ rule: 'config', severity: 'error', message, place }])
  })

  test('needs a root locale, and directives that policies know', () => {
    expect(findingsOf({ locales: { '/zh/': { lang: 'zh-CN' } } })[0]).toContain('no root locale')
    expect(findingsOf({ security: { allow: { 'image-src': [] } } })[0]).toContain('`img-src`')
  })

  test.each(['/../', '/a/../b/', '/./', '//', '/a//b/', '/a?b/', '/a#b/', 'a/', '/a', '\\a\\'])(
    'refuses %s as a locale and as a base',
    path => {
      expect(findingsOf({ locales: { '/': { lang: 'en' }, [path]: { lang: 'fr' } } })).not.toEqual([])
      expect(findingsOf({ base: path })).not.toEqual([])
    },
  )

  test.each(['/', '/docs/', '/a/b/', '/日本語/', '/a.b/', '/.well/'])('takes %s as a base', base => {
    expect(findingsOf({ base })).toEqual([])
  })

  test('takes scripts of other origins, with `integrity` only where browsers can compare it', () => {
    const head = (attributes: object, tag = 'script') => findingsOf({ head: [{ tag, attributes }] })
    const foreign = { src: 'https://cdn.example/x.js' }
    expect(head(foreign)).toEqual([])
    expect(head({ ...foreign, integrity: 'sha384-x' })[0]).toContain('crossorigin')
    expect(head({ ...foreign, integrity: 'sha384-x', crossorigin: 'anonymous' })).toEqual([])
    expect(head({ src: '/own.js', defer: true })).toEqual([])
    expect(head({ rel: 'preconnect', href: 'https://x.example' }, 'link')).toEqual([])
  })

  const sources =
    "https://a.example https://*.a.example:8443 https://a.example/img/ *.a.example https: * 'self' 'sha256-abc+/='"
  test.each(sources.split(' '))('may allow %s', source => {
    expect(findingsOf({ security: { allow: { 'img-src': [source] } } })).toEqual([])
  })

  test.each(['self', 'https://a.example; script-src *', 'a b', "'none' x", '', '//a.example'])(
    'cannot allow `%s`, which says nothing in a policy or more than one thing',
    source => {
      expect(findingsOf({ security: { allow: { 'img-src': [source] } } })).not.toEqual([])
    },
  )
})

test.each([
  [[{ id: '1.x', from: 'a' }], '`versions` has no current version.'],
  [[{ id: '2.x' }, { id: '1.x' }], '`1.x` and `2.x` are both the current version.'],
  [[{ id: '2.x' }, { id: '1.x', from: 'a', ref: 'b' }], '`1.x` has both `from` and `ref`.'],
  [[{ id: '2.x', path: '/2.x/' }], '`2.x` is the current version, which is always at the base of the site'],
  [[{ id: '2.x' }, { id: '2.x', from: 'a' }], 'Two versions have the id `2.x`.'],
  [[{ id: '2.x' }, { id: '1.x', path: '/zh/', from: 'a' }], 'collides with the language `/zh/`'],
  [[{ id: '2.x' }, { id: 'assets', from: 'a' }], 'collides with `/assets/`'],
  [
    [{ id: '2.x' }, { id: '1.x', from: 'a' }, { id: '0.x', path: '/1.X/b/', ref: 'b' }],
    'collides with the path of version `1.x`',
  ],
  [[{ id: '2.x' }, { id: '1.x', ref: '--upload-pack=x' }], 'must be the name of a branch or a tag'],
  [[{ id: '2.x' }, { id: '1.x', path: '1.x', from: 'a' }], 'must start and end with a slash'],
])('versions %j: what is wrong with them is said', (versions, message) => {
  const locales = { '/': { lang: 'en' }, '/zh/': { lang: 'zh' } }
  expect(findingsOf({ versions, locales }).join('\n')).toContain(message)
})

const CONFIG = `export default {
  locales: { '/': { lang: 'en' }, '/fr/': { lang: 'fr', nav: ['/', '/guide/'] } },
  theme: {
    nav: ['/', { text: 'Guide', page: '/guide/' }],
    sidebar: { '/api/': ['/api/', "/api/mount"] },
  },
}
`
const placeIn = (text: string, path: PropertyKey[], value?: string) => {
  const { line, column } = locateKey(text, path, value)
  return `${line}:${column}`
}
const at = (path: PropertyKey[], value?: string) => placeIn(CONFIG, path, value)

describe('a place in the configuration', () => {
  test('is that of the key, or of a text below it, whatever its quotes', () => {
    expect(at(['theme', 'nav'])).toBe('4:5')
    expect(at(['locales', '/fr/', 'nav'])).toBe('2:57')
    expect(at(['theme', 'nav'], '/guide/')).toBe('4:39')
    expect(at(['locales', '/fr/', 'nav'], '/guide/')).toBe('2:68')
    expect(at(['theme', 'sidebar', '/api/'], '/api/mount')).toBe('5:35')
    // One that a program puts together.
    expect(at(['theme', 'sidebar'], '/elsewhere/')).toBe('5:5')
  })

  test('is that of the entry of a list', () => {
    expect(at(['theme', 'nav', 1])).toBe('4:16')
    expect(at(['theme', 'nav', 1, 'page'])).toBe('4:33')
    const text = `export default defineConfig({
  // title: [ 'none', head: [
  head: [
    { tag: 'meta', attributes: { content: "a, 'b' ] }" } }, /* } */
    { tag: 'meta', attributes: { content: \`[,\` } },
    { tag: 'style' },
  ],
})`
    expect(placeIn(text, ['head', 2, 'tag'])).toBe('6:7')
    expect(placeIn(text, ['head', 1, 'attributes', 'content'])).toBe('5:34')
  })

  test('never is that of another object which has a key of the name', () => {
    expect(placeIn('const other = { url: 1 }\nexport default { theme: {}, url: 2 }', ['url'])).toBe('2:29')
    expect(placeIn('export default { a: [{ x: 1 }, { y: 2 }] }', ['a', 0, 'y'])).toBe('1:22')
  })

  test('is found where the value has a name, and is that of the list where a program puts entries together', () => {
    const text =
      "const nav = ['/', { page: 7 }]\nconst config: UserConfig = { theme: { nav } }\nexport default config\n"
    expect(placeIn(text, ['theme', 'nav', 1, 'page'])).toBe('1:21')
    expect(placeIn("export default { nav: [...a, '/'] }", ['nav', 1])).toBe('1:18')
    expect(placeIn('export default { nav: a.map(x => x) }', ['nav', 1])).toBe('1:18')
  })
})
