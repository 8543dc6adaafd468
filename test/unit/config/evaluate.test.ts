import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { evaluateConfig } from '../../../src/config/load.ts'

const state = { root: '' }
beforeEach(() => (state.root = realpathSync(mkdtempSync(path.join(tmpdir(), 'config-')))))
afterEach(() => rmSync(state.root, { recursive: true, force: true }))

/** Runs `site.config.ts` with these files beside it. */
async function evaluate(files: Record<string, string>, cacheDir?: string) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(state.root, name)), { recursive: true })
    writeFileSync(path.join(state.root, name), text)
  }
  const evaluated = await evaluateConfig(path.join(state.root, 'site.config.ts'), state.root, cacheDir)
  return 'findings' in evaluated ? evaluated.findings : []
}

describe('a configuration that throws', () => {
  it('is named with its line', async () => {
    const text = `const home: string = 'x'\n\nif (home) throw new Error('no key')\nexport default {}\n`
    for (const time of ['first', 'second']) {
      const findings = await evaluate({ 'site.config.ts': text }, path.join(state.root, 'cache'))
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
