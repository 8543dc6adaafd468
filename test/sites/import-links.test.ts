import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sample } from '../support/full.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { configOf } from './moving/sites.ts'
import { createFolder, type RunResult, type TestSite } from './site.ts'

const VUE = { source: 'docs', page: 'docs/guide.md', isWritten: false }
const SETTINGS = "{ title: 'Widgets' }"
/** Small sites of other generators: configuration, the folder of the pages, and whether pages are written again. */
const GENERATORS = {
  vuepress1: { ...VUE, file: 'docs/.vuepress/config.js', config: `module.exports = ${SETTINGS}` },
  vitepress: { ...VUE, file: 'docs/.vitepress/config.mjs', config: `export default ${SETTINGS}` },
  docusaurus: {
    ...VUE,
    isWritten: true,
    file: 'docusaurus.config.js',
    config:
      "module.exports = { title: 'W', url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]] }",
  },
  starlight: {
    source: 'src/content/docs',
    page: 'src/content/docs/guide.md',
    isWritten: true,
    file: 'astro.config.mjs',
    config:
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'Widgets' })] }",
  },
}
type Generator = keyof typeof GENERATORS
const SECRET = 'nobody should read this'

/** A repository with a site, and a folder outside of it that holds a secret. */
function create(generator: Generator, files: Record<string, string> = {}) {
  const { root: outside } = createFolder({ 'secret.md': `# ${SECRET}\n`, 'secret.png': SECRET })
  const { file, config } = GENERATORS[generator]
  return { site: createFolder({ '.git/HEAD': 'ref: refs/heads/main\n', [file]: config, ...files }), outside }
}

function link(site: TestSite, name: string, target: string): void {
  mkdirSync(path.dirname(path.join(site.root, name)), { recursive: true })
  symlinkSync(target, path.join(site.root, name))
}

const move = (site: TestSite, generator: Generator): Promise<RunResult> =>
  site.run(['init', '--from', generator])

/** No file of the site, links not followed, holds the secret. */
function expectNothingTaken(site: TestSite): void {
  for (const name of Object.keys(site.hashes('.')))
    expect([name, readFileSync(path.join(site.root, name), 'utf8').includes(SECRET)]).toEqual([name, false])
}

const page = (text: string) => `---\ntitle: Guide\n---\n\n# Guide\n\n${text}\n`

describe.each(Object.keys(GENERATORS) as Generator[])('--from %s', generator => {
  const { source, page: pageFile, file, config, isWritten } = GENERATORS[generator]

  it('takes no pages from a folder that is a link out of the repository', async () => {
    const { site, outside } = create(generator)
    // The configuration of the first two is in that folder.
    if (file.startsWith(source)) {
      const moved = path.join(outside, path.relative(source, file))
      mkdirSync(path.dirname(moved), { recursive: true })
      writeFileSync(moved, config)
      removeFolder(path.join(site.root, source))
    }
    link(site, source, outside)
    const { code, stderr } = await move(site, generator)
    expect(code).toBe(2)
    // A configuration is looked for in real folders only.
    expect(stderr).toMatch(
      /is a symbolic link to a folder outside the repository|There is no `\.v\w+` folder in this folder/,
    )
    expect(existsSync(path.join(site.root, 'site.config.ts'))).toBe(false)
    expectNothingTaken(site)
  })

  it('takes no page and no picture that is a link out of the repository', async () => {
    const { site, outside } = create(generator, { [pageFile]: page('![Picture](./picture.png)') })
    link(site, `${source}/linked.md`, path.join(outside, 'secret.md'))
    link(site, `${source}/folder`, outside)
    link(site, `${source}/picture.png`, path.join(outside, 'secret.png'))
    const { code, stderr } = await move(site, generator)
    expect(code).toBe(0)
    expect(stderr.includes('Skipped symbolic links that point outside the repository')).toBe(isWritten)
    expectNothingTaken(site)
  })

  it('writes nothing through `content` where it is a link to another folder', async () => {
    for (const target of sample(['outside', 'nowhere', '.'], 0)) {
      const { site, outside } = create(generator, { [pageFile]: page('Text.') })
      link(site, 'content', target === 'outside' ? outside : target)
      const { code, stderr } = await move(site, generator)
      expect(stderr).not.toContain('internal error')
      expect(code).toBe(isWritten ? 2 : 0)
      expect(stderr.includes('`content` is a symbolic link')).toBe(isWritten)
      expect(existsSync(path.join(outside, 'guide.md'))).toBe(false)
      expect(existsSync(path.join(site.root, 'site.config.ts'))).toBe(!isWritten)
    }
  })
})

it.each(['vuepress1', 'vitepress'] as const)(
  '--from %s allows pages to include files of the repository by their names, and none that may be secret',
  async generator => {
    const names = Array.from({ length: 12 }, (_, index) => `.examples/${index}.js`)
    const secrets = ['../../../../../../etc/passwd', '.env.local', '.git/HEAD', 'deploy/server.pem']
    const targets = [...[...names, ...secrets].map(name => `../${name}`), './linked.md']
    const { site, outside } = create(generator, {
      'docs/guide.md': page(targets.map(target => `<<< ${target}`).join('\n\n')),
      '.env.local': SECRET,
      'deploy/server.pem': SECRET,
      ...Object.fromEntries(names.map(name => [name, 'example()'])),
    })
    link(site, 'docs/linked.md', path.join(outside, 'secret.md'))
    const { code, stderr } = await move(site, generator)
    expect(code).toBe(0)
    expect(configOf(site).markdown?.allowFiles).toEqual(names.toSorted())
    for (const name of names) expect(stderr).toContain(`\`${name}\``)
    expect(stderr).toContain(
      'because they may contain secrets: `../../../../../../etc/passwd`, `.env.local`, `.git/HEAD`, `deploy/server.pem`, `docs/linked.md`.',
    )
  },
)
