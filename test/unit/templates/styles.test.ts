import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { refractor } from 'refractor/all'
import { describe, expect, it } from 'vitest'

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

  it('load nothing from elsewhere', () => {
    const addresses = [...all.matchAll(/url\(\s*['"]?([^'")]{0,20})/g)].map(match => match[1])
    expect(addresses.filter(address => !address?.startsWith('data:image/svg+xml,'))).toEqual([])
    expect(all).not.toContain('@font-face')
  })

  it.each(['prefers-reduced-motion: reduce', 'prefers-contrast: more', 'forced-colors: active', 'print'])(
    'answer to %s',
    feature => expect(all).toMatch(new RegExp(`@media[^{]*${feature}`)),
  )

  it('say the dark colors twice alike: for the system and for the choice', () => {
    const tokens = read('tokens.css')
    const declarations = (pattern: RegExp) => pattern.exec(tokens)?.[1]?.trim().split(/;\s*/)
    const system = declarations(/:root:not\(\[data-scheme='light'\]\) \{([^}]*)\}/)
    const chosen = declarations(/:root\[data-scheme='dark'\] \{([^}]*)\}/)
    expect(system?.length).toBeGreaterThan(20)
    expect(chosen).toEqual(system)
  })
})
