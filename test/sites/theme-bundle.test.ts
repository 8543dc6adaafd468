import path from 'node:path'
import { expect, it } from 'vitest'
import { bundleTheme } from '../../src/bundle/theme.ts'
import { IS_FULL } from '../support/full.ts'
import { createFolder } from './site.ts'

it('a theme has the licenses of what is in its scripts', async () => {
  const { root } = createFolder()
  const { theme } = await bundleTheme(root, root)
  const licenses = theme?.files.find(file => file.path === 'assets/licenses.txt')?.content
  const packages = String(licenses).match(/^\S+ \d+\.\d+\.\d+ \(.+\)$/gm)
  expect(packages?.map(line => line.replace(/ [\d.]+ /, ' '))).toEqual([
    'docsgen (MIT)',
    'react (MIT)',
    'react-dom (MIT)',
    'scheduler (MIT)',
  ])
  expect(licenses).toContain('Copyright (c) Meta Platforms')
})

it('templates of a site are bundled in one way, and one without its export is reported at its file', async () => {
  const { root, write } = createFolder()
  write('templates/lib/help.ts', `import * as React from 'react'\nexport const help = () => React.version`)
  const layout = `import React from 'react'\nimport { help } from '../lib/help.ts'\n`
  write('templates/layouts/Layout.tsx', `${layout}export default () => <p>{help()}{React.version}</p>`)
  const codes = new Set<string>()
  // esbuild asks the package for its kind only for files that it finds, not for those that it is given.
  for (const type of ['module', 'commonjs']) {
    write('package.json', JSON.stringify({ type }))
    const { theme, findings } = await bundleTheme(root, path.join(root, `cache-${type}`))
    expect(findings).toEqual([])
    codes.add(theme?.modules.server.code ?? '')
  }
  expect(codes.size).toBe(1)
  write('templates/layouts/Layout.tsx', `${layout}export const Layout = () => <p>{help()}{React.version}</p>`)
  const { findings } = await bundleTheme(root, root)
  expect(findings).toMatchObject([
    { message: 'The layout has no default export.', place: { file: 'templates/layouts/Layout.tsx' } },
  ])
  write('templates/layouts/Layout.tsx', `${layout}export default () => <p>{help()}{React.version}</p>`)
  write('templates/components/Footer.tsx', 'export default () => <p>Footer</p>\n')
  expect((await bundleTheme(root, root)).findings).toMatchObject([
    {
      message: 'This file must export `Footer`: the theme imports it.',
      place: { file: 'templates/components/Footer.tsx' },
    },
  ])
})

it.each<[what: string, names: string[], tsconfig: string, files?: Record<string, string>]>([
  [
    'patterns, names and folders, with a comment and commas',
    ['@lib/word', 'word', 'lib', '@/parts/word'],
    `{ /* one */ "compilerOptions": { "paths": {
      "@lib/*": ["./lib/*"], "word": ["./lib/word.ts"], "lib": ["./lib"], "@/*": ["./templates/*"],
    }, }, }`,
    {
      'lib/index.tsx': "export { word } from '#deep'\n",
      'package.json': '{ "imports": { "#deep": "./lib/word.ts" } }',
      // A template that another one imports by its path.
      'templates/parts/word.ts': "export { word } from '../../lib/word'\n",
    },
  ],
  ['baseUrl', ['word'], '{ "compilerOptions": { "baseUrl": "lib" } }'],
  [
    'settings of another file, and the second place of a pattern',
    ['~/lib/word', 'word'],
    '{ "extends": "./base.json" }',
    { 'base.json': '{ "compilerOptions": { "paths": { "~/*": ["./*"], "*": ["./none/*", "./lib/*"] } } }' },
  ],
])('templates and components find what `paths` name: %s', async (_what, names, settings, files = {}) => {
  const { root, write } = createFolder({ 'tsconfig.json': settings, ...files })
  const imports = names.map((name, index) => `import { word as w${index} } from '${name}'\n`).join('')
  const words = names.map((_name, index) => `{w${index}}`).join('')
  write('templates/components/Footer.tsx', `${imports}export const Footer = () => <p>${words}</p>\n`)
  const word = `${imports}export const client = 'load'\nexport default () => <b>${words}</b>\n`
  write('templates/markdown/Word.tsx', word)
  const outside = ['lib/word.ts', 'tsconfig.json', ...('base.json' in files ? ['base.json'] : [])]
  const hashes = new Set<string>()
  // Files outside the folder of the templates are part of the theme and of its key; the second time it is from the cache.
  for (const word of ['first', 'first', 'second']) {
    write('lib/word.ts', `export const word: string = '${word}'\n`)
    const { theme, findings } = await bundleTheme(root, root)
    expect([findings, theme?.outside]).toEqual([[], expect.arrayContaining(outside)])
    const scripts = theme?.files.map(({ content }) => content).join()
    for (const text of [theme?.modules.server.code, theme?.components?.code, scripts])
      expect(text).toContain(word)
    hashes.add(theme?.hash ?? '')
  }
  expect(hashes.size).toBe(2)
})

it.each([
  ['nowhere/deep', {}, 'Could not resolve "nowhere/deep"', 'Install the package: `npm install nowhere`.'],
  [
    'node:fs',
    {},
    'Could not resolve "node:fs"',
    "`node:fs` is a Node.js module, which code for browsers can't import.",
  ],
  [
    '@lib/a',
    { 'tsconfig.json': '{ "extends": "./none.json" }' },
    "`paths` in `tsconfig.json` can't be read: File './none.json' not found.",
    undefined,
  ],
])('an import of %s that is not found is reported at its place', async (name, files, message, hint) => {
  const file = 'templates/components/Footer.tsx'
  const text = `import { a } from '${name}'\nexport const Footer = () => <p>{a}</p>\n`
  const { root } = createFolder({ ...files, [file]: text } as Record<string, string>)
  const { findings } = await bundleTheme(root, root)
  const place = { file, line: 1, column: 19 }
  expect(findings[0]).toEqual({ rule: 'templates', severity: 'error', message, place, ...(hint && { hint }) })
})

it('a theme has the files that its style sheets name, with their hashes', async () => {
  const { root, write } = createFolder({
    'templates/img/two words.png': 'one',
    'templates/img/unused.png': 'none',
    'templates/styles/tokens.css': `a { background: url("../img/two%20words.png#x") } b { background: url(/p.png) }
      i { background: url(no.png) } s { background: url(https://a.example/x.png) } @font-face { src: url('./f.woff2') }`,
    'templates/styles/f.woff2': 'font',
  })
  const bundled = async () => {
    const { theme, findings } = await bundleTheme(root, root)
    expect(findings).toEqual([])
    const css = String(theme?.files.find(file => /style\.\w+\.css$/.test(file.path))?.content)
    const copied = (theme?.files ?? []).flatMap(({ path: name, content }) =>
      typeof content === 'object' && 'copy' in content ? [[name, path.relative(root, content.copy)]] : [],
    )
    return { css, copied }
  }
  const first = await bundled()
  expect(first.css).toMatch(/url\("?\.\.\/\.\.\/assets\/img\/two%20words\.7692c3ad\.png#x"?\)/)
  expect(first.css).toContain('url(../../p.png)')
  expect(first.css).toContain('url(no.png)')
  expect(first.css).toContain('url(https://a.example/x.png)')
  expect(first.copied).toEqual([
    ['assets/img/two words.7692c3ad.png', 'templates/img/two words.png'],
    ['assets/media/f.795ea3ef.woff2', 'templates/styles/f.woff2'],
  ])
  // The same from the cache, and another one when a picture changes.
  expect(await bundled()).toEqual(first)
  write('templates/img/two words.png', 'two')
  expect((await bundled()).css).toContain('two%20words.3fc4ccfe.png')
})

it.each(IS_FULL ? [0, 10, 30, 60, 100] : [10])(
  'a theme is made of the templates that it is stored for, also when one changes %i ms after the start',
  async delay => {
    const { root, write: writeFile } = createFolder()
    const write = (name: string) => writeFile('templates/styles/site.css', `.${name} { color: red }`)
    const bundled = async () => {
      const { theme } = await bundleTheme(root, root)
      const css = theme?.files.filter(file => file.path.endsWith('.css')).map(file => String(file.content))
      return /\.(?:first|second)\b/.exec(css?.join('') ?? '')?.[0]
    }
    write('first')
    const bundling = bundled()
    await new Promise(resolve => setTimeout(resolve, delay))
    write('second')
    await bundling
    expect(await bundled()).toBe('.second')
    write('first')
    expect(await bundled()).toBe('.first')
  },
)

it('a theme has findings about the templates of its site, also from the cache', async () => {
  const { root, write } = createFolder({
    'templates/components/Footer.tsx': "import { a } from '../parts/a'\nexport const Footer = () => a",
    'templates/parts/a.ts': "import type { B } from './b.ts'\nexport const a: B = 'a'",
    'templates/parts/b.ts': 'export type B = string',
    'templates/strings/fr.ts': "export { fr } from 'docsgen/templates/strings/fr.ts'",
    'templates/styles/site.css': ':root { --accent: #6b2fa0 }',
  })
  const bundled = async () => {
    const { theme } = await bundleTheme(root, root)
    const css = String(theme?.files.find(file => /style\.\w+\.css$/.test(file.path))?.content)
    const texts = theme?.findings.map(
      ({ rule, place, message, hint }) =>
        `${place?.file}:${place?.line}:${place?.column} ${rule} ${message} ${hint}`,
    )
    return { css, texts }
  }
  const right = await bundled()
  expect(right.texts).toEqual([])
  expect(right.css).toMatch(/\}:root\{--accent: #6b2fa0 ?\}\s*$/)

  // `--set` is set by a template, `--given` has another value where nothing sets it.
  write('templates/parts/a.ts', "import type { B } from './b.ts'\nexport const a: B = '--set'")
  const used = 'color: var(--mine) var(--set) var(--given, red)'
  write(
    'templates/styles/site.css',
    `/* --old: 1 */\n:root { --mine: red; --acent: teal }\n.a--b:hover { ${used} var(--none) }`,
  )
  expect((await bundled()).texts).toEqual([
    expect.stringMatching(
      /site\.css:2:22 templates\/unknown-token `--acent` isn't used anywhere.*mean `--accent`/,
    ),
    expect.stringMatching(/site\.css:3:67 templates\/unknown-token `--none` isn't defined anywhere/),
  ])
  write('templates/styles/site.css', '')

  write('templates/components/Fotter.tsx', '')
  write('templates/Sidebar.tsx', '')
  write('templates/parts/none.ts', '')
  write('templates/styles/tokens.css', ':root { --bg: red;\n a { color: \n } } }')
  const wrong = await bundled()
  expect(wrong.texts).toEqual([
    expect.stringMatching(
      /^templates\/Sidebar.tsx:1:1 templates\/unused .*`templates\/components\/Sidebar.tsx`/,
    ),
    expect.stringMatching(/^templates\/components\/Fotter.tsx:1:1 .*`templates\/components\/Footer.tsx`/),
    expect.stringMatching(/^templates\/parts\/none.ts:1:1 templates\/unused .*import it/),
    expect.stringContaining('templates/styles/tokens.css:3:6 templates/suspicious Unexpected "}".'),
    expect.stringMatching(
      /^templates\/styles\/tokens.css:1:1 templates\/missing-tokens .*`--sidebar`.*site\.css/,
    ),
  ])
  expect(wrong.texts?.at(-1)).not.toContain('`--bg`')
  expect(await bundled()).toEqual(wrong)
})
