import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { evaluateConfig, loadConfig, loadGlossary } from '../../../src/config/load.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'docsgen-config-')))
afterAll(() => removeFolder(root))
const place = { file: 'site.config.ts', line: 3, column: 5 }

/** Entries, or findings as lines. */
function read(text: string, name = 'glossary.yml') {
  writeFileSync(path.join(root, name), text)
  const result = loadGlossary(root, `./${name}`, place)
  if ('entries' in result) return result.entries
  return result.findings.map(
    ({ place: at, message, hint }) =>
      `${at?.file}:${at?.line}:${at?.column} ${message}${hint ? ` ${hint}` : ''}`,
  )
}

describe('loadGlossary', () => {
  it('reads YAML and JSON; an empty file has no entries', () => {
    const entries = [
      { term: 'Vue', keep: true },
      { term: 'component', as: { '/fr/': ['composant'] } },
    ]
    expect(read('- term: Vue\n  keep: true\n- term: component\n  as:\n    /fr/: [composant]\n')).toEqual(
      entries,
    )
    expect(read(JSON.stringify(entries), 'glossary.json')).toEqual(entries)
    expect(read('# nothing yet\n')).toEqual([])
  })

  it('finds what is wrong in the file: keys, kinds, contradictions, invalid YAML', () => {
    expect(read('- term: Vue\n  kept: true\n- term: [a]\n  keep: true\n')).toEqual([
      'glossary.yml:2:3 Unknown key `check.glossary[0].kept`. Did you mean `keep`?',
      'glossary.yml:3:3 `check.glossary[1].term`: expected string, got a list.',
    ])
    expect(read('- term: Vue\n  keep: true\n- term: vue\n  keep: true\n')).toEqual([
      'glossary.yml:3:3 `check.glossary[1].term`: says “vue” again, which entry 1 is about.',
    ])
    expect(read('- term: Vue\n  keep: true\n  not:\n    /fr/: Vue\n')).toEqual([
      "glossary.yml:4:5 `check.glossary[0].not['/fr/']`: forbids “Vue”, which the same entry asks for.",
    ])
    expect(read('- term: "Vue\n')).toEqual([
      expect.stringMatching(/^glossary\.yml:\d+:\d+ The glossary isn't valid YAML: /),
    ])
    expect(read('term: Vue\n')).toEqual([
      expect.stringMatching(/^glossary\.yml:1:1 `check\.glossary`: expected /),
    ])
  })

  it('says where a file is named that is not there', () => {
    const message =
      '`check.glossary` names `./terms.yml`, which cannot be read: no such file or directory (ENOENT).'
    expect(loadGlossary(root, './terms.yml', place)).toMatchObject({ findings: [{ place, message }] })
  })
})

it('the configuration has the entries of the file, which is one of those that it was made from', async () => {
  read('- term: Vue\n  as:\n    /fr/: Vue\n    /de/: Vue\n')
  mkdirSync(path.join(root, 'content'))
  writeFileSync(
    path.join(root, 'site.config.ts'),
    "export default { check: { glossary: './glossary.yml' } }\n",
  )
  const { config, files, findings, locate } = await loadConfig({ root })
  expect(findings).toEqual([])
  expect(config?.check.glossary).toEqual([{ term: 'Vue', as: { '/fr/': 'Vue', '/de/': 'Vue' } }])
  const german = { file: 'glossary.yml', line: 4, column: 5 }
  expect(locate?.(['check', 'glossary', 0, 'as', '/de/'])).toEqual(german)
  expect(locate?.(['check', 'glossary'])).toMatchObject({ file: 'site.config.ts' })
  expect(files).toContain('glossary.yml')
})

/** Runs `site.config.ts` with these files beside it. */
async function evaluate(files: Record<string, string>, cacheDir?: string) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const evaluated = await evaluateConfig(path.join(root, 'site.config.ts'), root, cacheDir)
  return 'findings' in evaluated ? evaluated.findings : []
}

describe('a configuration that throws', () => {
  it('is named with its line', async () => {
    const text = `const home: string = 'x'\n\nif (home) throw new Error('no key')\nexport default {}\n`
    for (const time of ['first', 'second']) {
      const findings = await evaluate({ 'site.config.ts': text }, path.join(root, 'cache'))
      const message = 'The configuration could not be run: no key'
      const place = { file: 'site.config.ts', line: 3, column: 17 }
      expect(findings, time).toEqual([{ rule: 'config', severity: 'error', message, place }])
    }
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
    // A text that is thrown knows no place.
    expect(findings[0]).toMatchObject({
      message: 'The configuration could not be run: nothing',
      place: { file: 'site.config.ts', line: 1, column: 1 },
    })
    const failed = await evaluate({
      'node_modules/names/index.js': `export const title = () => { throw new Error('nothing') }\n`,
    })
    expect(failed[0]?.place).toEqual({ file: 'site.config.ts', line: 3, column: 25 })
  })
})
