import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { build, check, dev, loadSite, routes } from '../../src/index.ts'
import { createTestSite, twoLanguages } from './site.ts'

const site = createTestSite({
  'content/fr/README.md': '# Accueil\n\nBonjour.\n',
  'content/a.md': '# A\n\nText of [home](/).\n\n## More\n',
})
const broken = createTestSite({ 'site.config.ts': twoLanguages('titel: 1,') })

describe('the programming interface', () => {
  it('builds, and tells what is done', async () => {
    const stages: string[] = []
    const result = await build({ root: site.root, progress: stage => stages.push(stage) })
    expect(result).toMatchObject({ exitCode: 0, summary: { pages: { '/': 2, '/fr/': 1 } } })
    expect(stages).toEqual(expect.arrayContaining(['config', 'parse', 'join', 'finish']))
    expect(site.read('dist/a.html')).toContain('Text of')
  })

  it('checks, lists routes, and reads what pages say', async () => {
    const checked = await check({ root: site.root, format: 'json' })
    expect(checked).toMatchObject({ exitCode: 0, reported: true, notes: [] })
    expect(JSON.parse(checked.output)).toHaveProperty('findings')
    const { list } = await routes({ root: site.root })
    expect(list?.pages.map(({ path }) => path)).toEqual(['/', '/a.html', '/fr/'])
    const loaded = await loadSite({ root: site.root })
    const page = loaded.site?.pages[1]
    expect(page && loaded.site?.textOf(page).sections.map(({ title }) => title)).toEqual(['A', 'More'])
    expect(page && loaded.site?.htmlOf(page)).toContain('<a href="/">')
    expect(() => Object.assign(page ?? {}, { title: 'other' })).toThrow('read only')
    await loaded.close()
  })

  it('serves, until it is closed', async () => {
    const server = await dev({ root: site.root, port: 0 })
    if ('busy' in server) throw new Error('There is no free port.')
    await server.ready
    expect(await (await fetch(`${server.addresses()[0]}a.html`)).text()).toContain('Text of')
    await server.close()
    await expect(fetch(`${server.addresses()[0]}a.html`)).rejects.toThrow()
  })

  it('gives a mistake as data, whatever is called', async () => {
    const options = { root: broken.root }
    const results = [
      await build(options),
      await check(options),
      await routes(options),
      await loadSite(options),
    ]
    for (const { exitCode, findings } of results) {
      expect(exitCode).toBe(2)
      expect(findings[0]?.message).toContain('Unknown key `titel`')
    }
  })

  it('is what the documentation shows, printing nothing of its own', () => {
    const text = readFileSync(new URL('../../docs/content/reference/api.md', import.meta.url), 'utf8')
    const shown = /^```js \[build\.mjs\]\n([^]*?)^```/m.exec(text)?.[1] ?? ''
    const index = new URL('../../compiled/index.js', import.meta.url).href
    site.write('build.mjs', shown.replace("'docsgen'", `'${index}'`))
    const printed = execFileSync(process.execPath, ['build.mjs'], { cwd: site.root, encoding: 'utf8' })
    expect(printed).toMatch(/^0 3 3 0 \d+\n$/)
  })
})
