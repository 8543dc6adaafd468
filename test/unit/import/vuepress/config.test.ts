import { describe, expect, test } from 'vitest'
import { Notes } from '../../../../src/import/common/importer.ts'
import type { Values } from '../../../../src/import/common/settings.ts'
import { createFindPage } from '../../../../src/import/common/vue.ts'
import { listRules, readPalette } from '../../../../src/import/vuepress/vuepress.ts'
import { contrast, readHex } from '../../../../src/import/vuepress/config.ts'
import { translateVuepress } from '../../../../src/import/vuepress/config.ts'

const FILES = ['README.md', 'guide/README.md', 'guide/install.md']

/** The translation of a configuration, with what is said of it. */
function translate(config: Values, palette = '') {
  const notes = new Notes()
  const translated = translateVuepress({
    config,
    source: 'docs',
    findPage: createFindPage(FILES, ['/at/once/']),
    redirects: '',
    slugs: 'vuepress-nfkd',
    palette: readPalette(palette),
    pagesWith: name => (name === 'used' ? 2 : 0),
    note: notes.add,
  })
  return { translated, notes: notes.list() }
}

describe('a configuration of VuePress 1', () => {
  test('menus keep their groups; `/path/` and permalinks lead to their pages', () => {
    const nav = [
      {
        text: 'More',
        items: [
          { text: 'Group', items: [{ text: 'Install', link: '/guide/install/' }] },
          { text: 'Empty', items: [{ text: 'Lost', link: '/lost/' }] },
          { text: 'At once', link: '/at/once/' },
        ],
      },
    ]
    const { translated, notes } = translate({ themeConfig: { nav, sidebarDepth: 3 } })
    expect(translated.theme?.nav).toEqual([
      {
        text: 'More',
        items: [
          { text: 'Group', items: [{ page: '/guide/install.html', text: 'Install' }] },
          { page: '/at/once/', text: 'At once' },
        ],
      },
    ])
    expect(translated.theme?.sidebarDepth).toBe(2)
    expect(notes).toEqual(['The navigation entry `Lost` (`/lost/`) leads to no page and was left out.'])
  })

  test('plugins are taken over, or named with what to do; a theme that looks the same is not named', () => {
    const plugins = [
      '@vuepress/medium-zoom',
      ['@vuepress/pwa', { serviceWorker: true }],
      ['@vuepress/google-analytics', { ga: 'G-ABC123' }],
      ['vuepress-plugin-mathjax', {}],
      'flowchart',
      ['vuepress-plugin-container', { type: 'used', before: '<div>' }],
      ['vuepress-plugin-container', { type: 'unused', before: '<div>' }],
    ]
    const { translated, notes } = translate({ theme: '@vuepress/vue', plugins, chainWebpack: {} })
    expect(translated.plugins).toEqual(['docsgen/plugins/math'])
    expect(translated.analytics).toEqual({ provider: 'google', id: 'G-ABC123' })
    expect(notes).toEqual([
      'The plugin `flowchart` has no counterpart: draw with fences of the language `mermaid` and the plugin `docsgen/plugins/mermaid`.',
      'The container `used` writes its own HTML; it became a plain box.',
      '`configureWebpack` and `chainWebpack` have no counterpart: there is no webpack.',
    ])
  })

  test.each(['#e7298a', '#ffcc00', '#0044cc', '#222', '#9fe8ff'])(
    'the accent %s is kept, and text in it can be read in both schemes',
    accent => {
      const { colors } = translate({}, `$accentColor = ${accent}`).translated.theme ?? {}
      expect([colors?.light?.brand, colors?.dark?.brand]).toEqual(
        Array(2).fill(accent.replace('#222', '#222222')),
      )
      expect(contrast(readHex(colors?.light?.accent ?? ''), readHex('#fff'))).toBeGreaterThan(5.5)
      expect(contrast(readHex(colors?.dark?.accent ?? ''), readHex('#14181b'))).toBeGreaterThan(5.9)
    },
  )

  test('the colours of the default theme are nobody’s choice; others are named', () => {
    expect(
      translate({}, '$accentColor = #3eaf7c\n// $textColor = #f00').translated.theme?.colors,
    ).toBeUndefined()
    expect(translate({}, '$arrowBgColor = #ccc').notes).toEqual([
      'Colours of `palette.styl` without a counterpart: `$arrowBgColor`.',
    ])
  })

  test('style sheets are listed by rule', () => {
    const notes = new Notes()
    const styl =
      "@import 'x'\n$wide = 3px\n/* .not\n*/\n.a\n  color red\n  .b\n    color blue\n// .c\n.d, .e {\n  top: 0;\n}\n"
    listRules('.vuepress/styles/index.styl', styl, notes.add)
    expect(notes.list()).toEqual([
      "`.vuepress/styles/index.styl` isn't imported; put what is still needed into `templates/styles/`: `.a` (line 5), `.d, .e` (line 10).",
    ])
    listRules('x.styl', '// nothing\n', notes.add)
    expect(notes.list()).toHaveLength(1)
  })
})
