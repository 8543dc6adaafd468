import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluateConfig, loadConfig, loadGlossary } from '../../../src/config/load.ts'
import { createFolder } from '../../sites/site.ts'

const root = realpathSync(createFolder().root)
const place = { file: 'site.config.ts', line: 3, column: 5 }

/** Entries, or findings as lines. */
function read(text: string, name = 'glossary.yml') {
  createFolder({ [name]: text }, root)
  const result = loadGlossary(root, `./${name}`, place)
  if ('entries' in result) return result.entries
  return result.findings.map(({ place: at, message, hint = '' }) =>
    `${at?.file}:${at?.line}:${at?.column} ${message} ${hint}`.trim(),
  )
}

describe('loadGlossary', () => {
  it('reads YAML and JSON; an empty file has no entries', () => {
    const entries = [
      { term: 'Vue', keep: true },
      { term: 'component', as: { '/fr/': ['composant'] } },
    ]
    const yaml = '- term: Vue\n  keep: true\n- term: component\n  as:\n    /fr/: [composant]\n'
    expect(read(yaml)).toEqual(entries)
    expect(read(JSON.stringify(entries), 'glossary.json')).toEqual(entries)
    expect(read('# nothing yet\n')).toEqual([])
  })

  it('finds what is wrong in the file: keys, kinds, contradictions, invalid YAML', () => {
    expect(read('- term: Vue\n  kept: true\n- term: [a]\n  keep: true\n')).toEqual([
      'glossary.yml:2:9 Unknown key `check.glossary[0].kept`. Did you mean `keep`?',
      'glossary.yml:3:9 `check.glossary[1].term` must be a string, not a list.',
    ])
    expect(read('- term: Vue\n  keep: true\n  not:\n    /fr/: Vue\n')).toEqual([
      "glossary.yml:4:11 `check.glossary[0].not['/fr/']` forbids “Vue”, which the same entry requires.",
    ])
    expect(read('- term: "Vue\n')).toEqual([
      expect.stringMatching(/^glossary\.yml:\d+:\d+ The glossary isn't valid YAML: /),
    ])
    expect(read('term: Vue\n')).toEqual([
      expect.stringMatching(/^glossary\.yml:1:1 `check\.glossary` must be /),
    ])
  })

  it('says where a file is named that is not there', () => {
    const message = "The glossary `./terms.yml` can't be read: no such file or directory (ENOENT)."
    expect(loadGlossary(root, './terms.yml', place)).toMatchObject({ findings: [{ place, message }] })
  })
})

it('the configuration has the entries of the file, which is one of those that it was made from', async () => {
  read('- term: Vue\n  as:\n    /fr/: Vue\n    /de/: Vue\n')
  mkdirSync(path.join(root, 'content'))
  createFolder({ 'site.config.ts': "export default { check: { glossary: './glossary.yml' } }\n" }, root)
  const { config, files, findings, locate } = await loadConfig({ root })
  expect(findings).toEqual([])
  expect(config?.check.glossary).toEqual([{ term: 'Vue', as: { '/fr/': 'Vue', '/de/': 'Vue' } }])
  const german = { file: 'glossary.yml', line: 4, column: 11 }
  expect(locate?.(['check', 'glossary', 0, 'as', '/de/'])).toEqual(german)
  expect(locate?.(['check', 'glossary'])).toMatchObject({ file: 'site.config.ts' })
  expect(files).toContain('glossary.yml')
})

/** Writes files beside `site.config.ts` and runs it. */
function run(files: Record<string, string>, folder = root) {
  createFolder(files, folder)
  return evaluateConfig(path.join(folder, 'site.config.ts'), folder)
}

async function evaluate(files: Record<string, string>) {
  const evaluated = await run(files)
  return 'findings' in evaluated ? evaluated.findings : []
}

describe('a configuration runs as Node.js would run it', () => {
  const dep = {
    'node_modules/dep/package.json': '{ "name": "dep", "main": "lib" }',
    'node_modules/dep/lib/index.js':
      "const fs = require('fs')\nmodule.exports = { title: typeof fs.readFileSync, folder: __dirname }\n",
  }
  const module = {
    'node_modules/esm/package.json':
      '{ "name": "esm", "exports": { ".": { "import": "./a.mjs", "require": "./a.cjs" }, "./sub": "./sub.mjs" } }',
    'node_modules/esm/a.mjs':
      "import { fileURLToPath } from 'node:url'\nexport const name = fileURLToPath(import.meta.url).slice(-5)\n",
    'node_modules/esm/sub.mjs': "export const sub = await Promise.resolve('later')\n",
  }

  it.each<[what: string, config: string, value: unknown, files?: Record<string, string>]>([
    [
      'has its own place',
      "import path from 'node:path'\nexport default [import.meta.url, import.meta.filename, import.meta.dirname, __filename, __dirname].map(each => path.basename(each).slice(0, 4))",
      ['site', 'site', 'own-', 'site', 'own-'],
    ],
    [
      'helpers have theirs, with files beside them',
      "import text from './lib/text.ts'\nimport old from './lib/old.cjs'\nimport run from './lib/run.mjs'\nexport default [text, old, run]",
      ['beside', 'old.cjs beside', 'run.mjs'],
      {
        'lib/text.ts':
          "import { readFileSync } from 'node:fs'\nconst file: URL = new URL('./a.txt', import.meta.url)\nexport default readFileSync(file, 'utf8') // the end",
        'lib/old.cjs':
          "const fs = require('fs')\nmodule.exports = __filename.slice(-7) + ' ' + fs.readFileSync(__dirname + '/a.txt', 'utf8')",
        'lib/run.mjs': '#!/usr/bin/env node\nexport default import.meta.url.slice(-7)',
        'lib/a.txt': 'beside',
      },
    ],
    [
      'CommonJS packages, however they are named',
      "import dep, { title } from 'esm-of-dep'\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\nconst { default: later } = await import('dep')\nexport default [dep.title, title, require('dep').title, later.folder.slice(-7)]",
      ['function', 'function', 'function', 'dep/lib'],
      {
        ...dep,
        'node_modules/esm-of-dep/package.json': '{ "name": "esm-of-dep", "type": "module", "main": "a.js" }',
        'node_modules/esm-of-dep/a.js': "export { default } from 'dep'\nexport const title = 'function'\n",
      },
    ],
    [
      'ES modules by their conditions, their JSON, and what waits',
      "import { name } from 'esm'\nimport { sub } from 'esm/sub'\nimport { name as dep } from 'dep/package.json'\nexport default [name, sub, dep]",
      ['a.mjs', 'later', 'dep'],
      { ...dep, ...module },
    ],
    [
      'import.meta.resolve finds files, packages and modules of Node.js',
      "const last = name => import.meta.resolve(name).split('/').slice(-2).join('/')\nconst { default: a } = await import(import.meta.resolve('./lib/' + 'a.mjs'))\nexport default [last('./lib/a.mjs'), last('dep'), import.meta.resolve('fs'), a]",
      ['lib/a.mjs', 'lib/index.js', 'node:fs', 'a'],
      { ...dep, 'lib/a.mjs': "export default 'a'" },
    ],
    ['a line for the shell', '#!/usr/bin/env node\nexport default 1', 1],
    [
      'names of `paths` and `imports`',
      "import one from '@lib/a'\nimport two from '#a'\nexport default [one, two]",
      ['a.ts', 'a.ts'],
      {
        'lib/a.ts': 'export default import.meta.filename.slice(-4)',
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
        'package.json': '{ "type": "module", "imports": { "#a": "./lib/a.ts" } }',
      },
    ],
  ])('%s', async (_what, config, value, files = {}) => {
    const folder = mkdtempSync(path.join(root, 'own-'))
    expect(await run({ 'site.config.ts': config, ...files }, folder)).toMatchObject({ value })
  })

  it('reads again what it reads, though its own text is the same; packages are none of its files', async () => {
    const folder = mkdtempSync(path.join(root, 'own-'))
    const config =
      "import { readFileSync } from 'node:fs'\nimport 'dep'\nexport default readFileSync(new URL('a.txt', import.meta.url), 'utf8')"
    for (const value of ['one', 'two']) {
      const evaluated = await run({ ...dep, 'site.config.ts': config, 'a.txt': value }, folder)
      expect(evaluated).toMatchObject({ value, files: ['site.config.ts'] })
    }
  })

  it('a package that is linked from elsewhere is source: it may be TypeScript', async () => {
    const folder = mkdtempSync(path.join(root, 'own-'))
    mkdirSync(path.join(folder, 'site/node_modules'), { recursive: true })
    symlinkSync('../../shared', path.join(folder, 'site/node_modules/shared'))
    const files = {
      'site/site.config.ts': "import { name } from 'shared'\nexport default name",
      'shared/package.json': '{ "name": "shared", "main": "index.ts" }',
      'shared/index.ts': "import old from './old.cjs'\nexport const name: string = old",
      'shared/old.cjs': "module.exports = require('path').basename(__dirname)",
    }
    await run({ ...files, 'site.config.ts': 'export default 0' }, folder)
    const site = path.join(folder, 'site')
    expect(await evaluateConfig(path.join(site, 'site.config.ts'), site)).toEqual({
      value: 'shared',
      files: expect.arrayContaining(['site.config.ts', '../shared/index.ts', '../shared/old.cjs']) as unknown,
    })
  })

  it.each([
    [
      "import a from 'dep'\nimport { nothing } from 'dep'\nexport default [a, nothing]",
      [1, 15],
      /^The configuration failed to load: Named export 'nothing' not found\. The requested module 'dep' is a CommonJS module/,
    ],
    ["export default 1\nimport 'broken'", [2, 8], /^The configuration failed to load: broken$/],
    [
      "export default 1\nimport 'nowhere/deep'",
      [2, 8],
      /^Could not resolve "nowhere\/deep"$/,
      /npm install nowhere`/,
    ],
    ["export default 1\nimport '@a/b'", [2, 8], /^Could not resolve "@a\/b"$/, /npm install @a\/b`/],
    ["export default 1\nimport './b'", [2, 8], /^Could not resolve "\.\/b"$/],
    [
      "export default 1\nimport 'esm/private'",
      [2, 8],
      /^Could not resolve "esm\/private"$/,
      /is not exported by package "esm"\.$/,
    ],
    [
      "const name = 'dep'\nexport default await import(name)",
      [2, 16],
      /^The configuration failed to load: Failed to resolve module specifier "dep" from "site\.config\.ts"/,
      /import\.meta\.resolve/,
    ],
  ])('%j fails with its place', async (config, [line, column], message, hint = /^$/) => {
    const folder = mkdtempSync(path.join(root, 'own-'))
    const broken = { 'node_modules/broken/index.js': "throw new Error('broken')" }
    const result = await run({ ...dep, ...module, ...broken, 'site.config.ts': config }, folder)
    const [finding] = 'findings' in result ? result.findings : []
    expect(finding?.place).toEqual({ file: 'site.config.ts', line, column })
    expect(finding?.message).toMatch(message)
    expect(finding?.hint ?? '').toMatch(hint)
  })
})

describe('a configuration that throws', () => {
  it('is named with its line', async () => {
    const text = `const home: string = 'x'\n\nif (home) throw new Error('no key')\nexport default {}\n`
    const message = 'The configuration failed to load: no key'
    const place = { file: 'site.config.ts', line: 3, column: 17 }
    expect(await evaluate({ 'site.config.ts': text })).toEqual([
      { rule: 'config', severity: 'error', message, place },
    ])
  })

  it('names the helper that threw, not the file that imports it', async () => {
    const findings = await evaluate({
      'site.config.ts': `import { title } from './config/title.ts'\n\nexport default { title: title() }\n`,
      'config/title.ts': `interface Names { a?: string[] }\n\nexport function title(names: Names = {}) {\n  return names.a!.join()\n}\n`,
    })
    expect(findings[0]?.place).toEqual({ file: 'config/title.ts', line: 4, column: 19 })
  })

  it('names the file of the site that calls a package which throws', async () => {
    const findings = await evaluate({
      'site.config.ts': `import { title } from 'names'\n\nexport default { title: title() }\n`,
      'node_modules/names/package.json': '{ "name": "names", "main": "index.js" }',
      'node_modules/names/index.js': `export const title = () => { throw 'nothing' }\nexport const other = 1\n`,
    })
    expect(findings[0]).toMatchObject({
      message: 'The configuration failed to load: nothing',
      place: { file: 'site.config.ts', line: 1, column: 1 },
    })
    // Node.js loads a package once.
    const failed = await evaluate({
      'site.config.ts': `import { title } from 'others'\n\nexport default { title: title() }\n`,
      'node_modules/others/package.json': '{ "name": "others", "type": "module", "main": "index.js" }',
      'node_modules/others/index.js': `export const title = () => { throw new Error('nothing') }\n`,
    })
    expect(failed[0]?.place).toEqual({ file: 'site.config.ts', line: 3, column: 25 })
  })
})

it.each([
  [{}, '.', 'Create one with `docsgen init`'],
  [
    { 'site.config.js': '' },
    '.',
    'Rename `site.config.js` to `site.config.ts`, or use `--config site.config.js`.',
  ],
  [{ 'site.config.mts': '', 'docs/site.config.ts': '' }, '.', 'Rename `site.config.mts`'],
  [
    { 'docs/site.config.ts': '', 'content/a.md': '' },
    '.',
    'There is one in `docs`. Use that folder, for example `docsgen build docs`.',
  ],
  [{ 'a/site.config.ts': '', 'b/site.config.ts': '' }, '.', 'Create one'],
  [{ 'site.config.ts': '', '.git/HEAD': '', 'content/a.md': '' }, 'content', 'There is one in `..`'],
])('%j in %s: a configuration that is missing is looked for around', async (files, below, hint) => {
  const folder = mkdtempSync(path.join(root, 'own-'))
  createFolder(files, folder)
  const { findings } = await loadConfig({ root: path.join(folder, below) })
  const message = 'There is no configuration file `site.config.ts` in this folder.'
  expect(findings).toMatchObject([{ message, hint: expect.stringContaining(hint) as unknown }])
})
