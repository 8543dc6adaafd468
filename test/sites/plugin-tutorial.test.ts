import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { createTestSite } from './site.ts'

const guide = readFileSync(new URL('../../docs/content/guide/plugin-tutorial.md', import.meta.url), 'utf8')
const fencesOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}[^\\n]*\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  )

const page = '---\norder: 1\n---\n\n# Start\n'
const site = createTestSite({ 'content/guide/start.md': page, 'content/fr/guide/start.md': page })
afterAll(() => site.remove())

it('the plugin of the tutorial works at every step', async () => {
  const [first = '', config = '', second = '', third = '', options = ''] = fencesOf('ts')
  const [releases = '', manifest = ''] = fencesOf('json')
  site.write('plugins/releases.ts', first)
  site.write('site.config.ts', config)
  expect(await build()).toBe(0)
  expect(site.read('dist/releases.html')).toContain('Nothing yet.')

  site.write('releases.json', releases)
  site.write('plugins/releases.ts', second)
  expect(await build()).toBe(0)
  expect(site.read('dist/releases.html')).toContain('There is a dark color scheme.')

  site.write('plugins/releases.ts', third)
  site.write('site.config.ts', options)
  expect(await build()).toBe(0)
  expect(site.read('dist/fr/releases.html')).toContain('Versions')

  site.write('site.config.ts', options.replace("'releases.json'", "'gone.json'"))
  const { code, stderr } = await site.run(['build'])
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('releases/pages The file with the releases is missing.'),
  ])
  expect(JSON.parse(manifest)).toMatchObject({ exports: './releases.js' })
})

const build = async (): Promise<number> => (await site.run(['build'])).code
