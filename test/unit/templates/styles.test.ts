import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { refractor } from 'refractor/all'
import { describe, expect, it } from 'vitest'
import { contrast, mix, readHex, type Rgb } from '../../../src/import/vuepress/config.ts'
import { COLOR_NAMES } from '../../../src/schema/values.ts'

type ColorName = (typeof COLOR_NAMES)[number]

const folder = new URL('../../../templates/styles/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.css'))
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8').replace(/\/\*[^]*?\*\//g, '')
const all = files.map(read).join('\n')

/** Properties that name a side of the screen instead of a side of the text. */
const PHYSICAL =
  /(?:^|[{;\s])((?:margin|padding|border)-(?:left|right|top|bottom)[\w-]*|left|right|top|bottom|(?:min-|max-)?(?:width|height)|float|text-align:\s*(?:left|right))\s*:/gm

/** What plugins add to the style sheet: here nothing. */
const withoutPlugins: Plugin = {
  name: 'without-plugins',
  setup(build) {
    build.onResolve({ filter: /^docsgen:/ }, ({ path }) => ({ path, namespace: 'none' }))
    build.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: '', loader: 'css' }))
  },
}

/** Names of tokens in every language, which are classes in code: `header` of HTTP, `outline` of Gherkin. */
function tokenNames(): Set<string> {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (given: unknown): void => {
    if (typeof given !== 'object' || given === null || given instanceof RegExp || seen.has(given)) return
    seen.add(given)
    for (const [key, value] of Object.entries(given)) {
      const found: unknown[] = key === 'alias' ? [value].flat() : [key]
      for (const name of found) names.add(String(name))
      if (key !== 'alias') visit(value)
    }
  }
  for (const grammar of Object.values(refractor.languages)) visit(grammar)
  return names
}

describe('styles', () => {
  it('of parts of the page leave tokens of code alone that have the name of a part', () => {
    const names = tokenNames()
    const selectors = [...all.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(','))
    const alone = selectors.flatMap(selector => /^\.([\w-]+)(?::[\w-]+)?$/.exec(selector.trim())?.[1] ?? [])
    expect(names).toContain('header')
    expect(alone.filter(name => names.has(name))).toEqual([])
  })

  it.each(files)('%s uses logical properties only', name => {
    const declarations = read(name).replace(/@media[^{]*\{/g, '{')
    expect([...declarations.matchAll(PHYSICAL)].map(match => match[1])).toEqual([])
  })

  it('are all imported by the index.css of their folder, or what scripts alone show', () => {
    const ofScripts = new Set(['offline-panel.css', 'search.css', 'update-prompt.css'])
    const linked = files.filter(name => !ofScripts.has(name))
    for (const name of linked.filter(each => !/index\.css$|^additions/.test(each))) {
      const [file, sheet = ''] = name.split('/').toReversed()
      expect(read(path.posix.join(sheet, 'index.css'))).toContain(`@import './${file}'`)
    }
  })

  it('weigh at most 9 KB compressed', async () => {
    const result = await build({
      entryPoints: [new URL('index.css', folder).pathname],
      bundle: true,
      minify: true,
      write: false,
      plugins: [withoutPlugins],
    })
    expect(gzipSync(result.outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(9 * 1024)
  })

  it.each(['prefers-reduced-motion: reduce', 'prefers-contrast: more', 'forced-colors: active', 'print'])(
    'answer to %s',
    feature => expect(all).toMatch(new RegExp(`@media[^{]*${feature}`)),
  )

  it('print all blocks of a code group', () => {
    const rule = /@media print \{\s*\.code-group-blocks > \.code-block \{\s*display: block;/
    expect(read('code/index.css')).toMatch(rule)
  })

  it('say the dark colors twice alike: for the system and for the choice', () => {
    const tokens = read('tokens.css')
    const declarations = (pattern: RegExp) => pattern.exec(tokens)?.[1]?.trim().split(/;\s*/)
    const system = declarations(/:root:not\(\[data-scheme='light'\]\) \{([^}]*)\}/)
    const chosen = declarations(/:root\[data-scheme='dark'\] \{([^}]*)\}/)
    expect(system?.length).toBeGreaterThan(20)
    expect(chosen).toEqual(system)
  })
})

const CODE_COLORS = COLOR_NAMES.filter(name => /^code-(?!bg|line)/.test(name))

/** A color of the theme on another one, and the contrast that WCAG AA asks for: 4.5 for text, 3 for parts of controls. */
interface ColorPair {
  over: ColorName
  under: ColorName
  /** A color that is laid thinly over `under`, and its share from 0 to 1. */
  tint?: readonly [color: ColorName, share: number]
  needed: 4.5 | 3
}

const BOXES = ['tip', 'info', 'warning', 'danger', 'important'] as const

const pairs = (overs: string, unders: string, needed: ColorPair['needed'] = 4.5): ColorPair[] =>
  (overs.split(' ') as ColorName[]).flatMap(over =>
    (unders.split(' ') as ColorName[]).map(under => ({ over, under, needed })),
  )

/** Every pair of colors that the theme puts on one another, inline code in text and in boxes among them. */
const COLOR_PAIRS: readonly ColorPair[] = [
  ...pairs('text', 'bg bg-soft bg-raised accent-soft selection mark'),
  ...pairs('text', 'tip-bg info-bg warning-bg danger-bg important-bg'),
  ...pairs('text-soft', 'bg bg-soft bg-raised code-bg warning-bg info-bg'),
  ...pairs('accent', 'bg bg-soft bg-raised accent-soft code-bg warning-bg'),
  ...pairs('accent-strong', 'bg bg-soft bg-raised accent-soft'),
  ...pairs('on-accent', 'accent accent-strong'),
  ...BOXES.flatMap(box => pairs(box, `${box}-bg bg`)),
  ...pairs(CODE_COLORS.join(' '), 'code-bg code-line tip-bg danger-bg warning-bg'),
  ...pairs('border-control', 'bg bg-soft bg-raised', 3),
  ...pairs('accent', 'code-line tip-bg danger-bg info-bg', 3),
  ...pairs(`text accent ${CODE_COLORS.join(' ')}`, 'bg').map((pair): ColorPair => {
    return { ...pair, tint: ['text', 0.08] }
  }),
  ...BOXES.map((box): ColorPair => ({ over: 'text', under: `${box}-bg`, tint: [box, 0.12], needed: 4.5 })),
]

const css = readFileSync(new URL('../../../templates/styles/tokens.css', import.meta.url), 'utf8')

describe.each(['light', 'dark'] as const)('colors of the %s scheme', scheme => {
  const block = css.split('}').find(rule => rule.includes(`color-scheme: ${scheme};`)) ?? ''
  const colors = [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)]
  const palette = new Map(colors.map(([, name = '', hex = '']): [string, Rgb] => [name, readHex(hex)]))
  const colorOf = (name: ColorName) => palette.get(name)!

  it('are those that a configuration may name', () => {
    expect([...palette.keys()]).toEqual(COLOR_NAMES)
  })

  it.each(COLOR_PAIRS)('$over on $under have the contrast of WCAG AA', ({ over, under, tint, needed }) => {
    const below = tint ? mix(colorOf(tint[0]), tint[1], colorOf(under)) : colorOf(under)
    expect(contrast(colorOf(over), below)).toBeGreaterThanOrEqual(needed)
  })
})
