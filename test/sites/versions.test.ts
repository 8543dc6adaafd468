import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sample } from '../support/full.ts'
import { startServer, until } from './serve.ts'
import { createVersionsSite, VERSIONS, versionConfig } from './versions-site.ts'
import { createFolder, createTestSite, git, outputOf } from './site.ts'

const site = createVersionsSite()
const { root } = site

const LOCALES = ['/', '/zh/', '/ar/']
const BASES = ['/', '/1.x/', '/0.x/']

const fileOf = (address: string) => `dist${address}${address.endsWith('/') ? 'index.html' : ''}`
const documentAt = (address: string) => site.read(fileOf(address))

const menuOf = (html: string) =>
  [...(/<ul id="docsgen-versions"[^]*?<\/ul>/.exec(html)?.[0] ?? '').matchAll(/<a href="([^"]*)"/g)].map(
    ([, href]) => href,
  )

const first = await site.run(['build'])

describe('a site with three versions', () => {
  it('is built without findings of old pages, and the working tree is as it was', () => {
    expect(first.stderr).not.toMatch(/error|warning/)
    expect(first.code).toBe(0)
    expect(git(root, 'status', '--porcelain')).toBe('')
  })

  // Every address of a version, and what it says, is in `browser/versions.test.ts`.
  it.each([
    ['/1.x/zh/guide/start.html', '/zh/guide/start.html', '前往当前版本'],
    ['/0.x/ar/', '/ar/', 'الانتقال إلى الإصدار الحالي'],
    ['/0.x/guide/before.html', '/guide/moved.html', 'Go to the current version'],
    ['/1.x/guide/old.html', '/', 'Go to the current version'],
  ])('has a notice in the language of the page: %s leads to %s', (address, current, text) => {
    expect(documentAt(address)).toContain(`<a href="${current}">${text}</a></p></aside>`)
    expect(documentAt(current)).not.toContain('version-notice')
  })

  it('finds a page that was moved in each version', () => {
    expect(menuOf(documentAt('/guide/moved.html'))).toEqual([
      '/guide/moved.html',
      '/1.x/guide/before.html',
      '/0.x/guide/before.html',
    ])
  })

  it('asks search engines to leave out the version with `noindex`', () => {
    const robots = '<meta name="robots" content="noindex"'
    expect(documentAt('/1.x/guide/start.html')).toContain(robots)
    expect(documentAt('/0.x/guide/start.html')).not.toContain(robots)
    expect(documentAt('/guide/start.html')).not.toContain(robots)
  })

  it('leads from text of one version to pages of another', () => {
    expect(documentAt('/guide/start.html')).toContain('href="/1.x/guide/old.html"')
    expect(documentAt('/1.x/guide/start.html')).toContain('href="/0.x/guide/old.html"')
  })

  it('has search, packs, a worker and a not-found page for each version, and host files for all', () => {
    const names = Object.keys(site.hashes('dist'))
    for (const base of BASES) {
      const own = names
        .filter(name => name.startsWith(base.slice(1)))
        .map(name => name.slice(base.length - 1))
      for (const file of ['service-worker.js', '404.html', 'zh/404.html', 'assets/locales/zh.json'])
        expect(own, base).toContain(file)
      expect(own.some(name => name.startsWith('assets/search/zh.'))).toBe(true)
      expect(own.some(name => /^offline\/en\.\w+\.json$/.test(name))).toBe(true)
    }
    const worker = site.read('dist/service-worker.js').split('\n')[0]!
    expect(worker).not.toMatch(/\/[01]\.x\//)
    expect(site.read('dist/1.x/service-worker.js').split('\n')[0]).toContain('"base":"/1.x/"')
    expect(
      names.filter(name => /sitemap|robots|_headers|vercel/.test(name)).every(name => !name.includes('/')),
    ).toBe(true)
    expect(site.read('dist/_headers')).toContain('/0.x/assets/js/*\n  Cache-Control: public')
    expect(site.read('dist/1.x/.htaccess')).toBe('ErrorDocument 404 "/1.x/404.html"\n')
  })

  it('has edit links to the folder of a version, and none to what a tag holds', () => {
    const edited = (address: string) =>
      /href="https:\/\/github\.com\/acme\/docs\/(?:edit|new)\/([^"]*)"/.exec(documentAt(address))?.[1]
    expect(edited('/guide/start.html')).toBe('main/content/guide/start.md')
    expect(edited('/1.x/guide/start.html')).toBe('main/versions/1.x/content/guide/start.md')
    expect(edited('/0.x/guide/start.html')).toBeUndefined()
    expect(edited('/0.x/zh/guide/start.html')).toBeUndefined()
  })

  it('has Markdown copies of all versions, with a list in each', () => {
    expect(site.read('dist/1.x/guide/old.md')).toContain('Text of Old in 1.x.')
    for (const base of BASES) expect(site.read(`dist${base}llms.txt`)).toContain(`${base}guide/start.md`)
    expect(documentAt('/0.x/guide/old.html')).toContain('type="text/markdown" href="/0.x/guide/old.md"')
  })

  it('is listed with the addresses of all versions, and an old list of addresses is compared with all', async () => {
    const { stdout } = await site.run(['routes'])
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        '/guide/new.html',
        '/1.x/guide/old.html',
        '/0.x/zh/',
        '/guide/before.html → /guide/moved.html',
      ]),
    )
    site.write('urls.txt', '/1.x/guide/old.html\n/0.x/zh/\n/guide/new.html\n/1.x/guide/new.html\n')
    const { stdout: report } = await site.run(['check', '--urls', 'urls.txt', '--format', 'json'])
    const { findings } = JSON.parse(report) as { findings: { rule: string; message: string }[] }
    expect(findings.filter(({ rule }) => rule.startsWith('routes/')).map(({ message }) => message)).toEqual([
      'The URL `/1.x/guide/new.html` no longer exists.',
    ])
    rmSync(path.join(root, 'urls.txt'))
  })

  it('is served with all versions by `preview` and, while the current one is written, by `dev`', async () => {
    for (const command of ['preview', 'dev']) {
      const server = await startServer(site, [command])
      const get = async (address: string) => {
        const response = await fetch(server.origin + address, { redirect: 'manual' })
        return [response.status, await response.text()] as const
      }
      for (const base of ['/1.x/', '/0.x/', '/'])
        for (const locale of LOCALES)
          for (const local of sample(['guide/start.html', ''], 0)) {
            const address = base + locale.slice(1) + local
            const [status, html] = await get(address)
            expect([command, address, status]).toEqual([command, address, 200])
            expect(html).toContain(`in ${base === '/' ? '2.x' : base.slice(1, -1)}`)
            // What the pages of a language share.
            const [, view = ''] = /"view":"([^"]+)"/.exec(html) ?? []
            expect([view, (await get(view))[0]]).toEqual([view, 200])
            expect(menuOf(html)).toEqual(BASES.map(other => other + locale.slice(1) + local))
          }
      const [status, missing] = await get('/1.x/zh/guide/new.html')
      expect(status).toBe(404)
      // A host of static files has one not-found page for all.
      if (command === 'dev') expect(missing).toContain('/1.x/zh/')
      expect((await get('/1.x/guide/old.md'))[1]).toContain('Text of Old in 1.x.')
      expect((await get('/0.x'))[0]).toBeGreaterThan(300)
      if (command === 'preview') continue
      const old = site.read('versions/1.x/content/guide/old.md')
      site.write('versions/1.x/content/guide/old.md', '# Old\n\nFixed.\n')
      await until(async () => (await get('/1.x/guide/old.html'))[1].includes('Fixed.'))
      site.write('versions/1.x/content/guide/old.md', old)
      const start = site.read('content/guide/start.md')
      site.write('content/guide/start.md', `${start}\nSaved.\n`)
      await until(async () => (await get('/guide/start.html'))[1].includes('Saved.'))
      const [status0, html0] = await get('/0.x/guide/start.html')
      expect(status0).toBe(200)
      expect(menuOf(html0)).toEqual(BASES.map(other => `${other}guide/start.html`))
      site.write('content/guide/start.md', start)
      await server.stop()
    }
  })

  it('`dev` reads old versions again that changed in a broken site, whose branch moved, or that include shared files', async () => {
    const names = ['site.config.ts', 'content/guide/start.md', 'versions/1.x/content/guide/old.md'] as const
    const [config, start, old] = names.map(site.read) as [string, string, string]
    const tag = git(root, 'rev-parse', 'v0-docs')
    const server = await startServer(site, ['dev'])
    const get = async (address: string) => (await fetch(server.origin + address)).text()
    const save = async (text: string) => {
      site.write('content/guide/start.md', `${start}\n${text}\n`)
      await until(async () => (await get('/guide/start.html')).includes(text))
    }
    expect(await get('/1.x/guide/old.html')).toContain('Text of Old')
    expect(await get('/0.x/guide/start.html')).toContain('in 0.x')
    site.write('site.config.ts', `${config} )`)
    await server.printed(/site\.config\.ts:\d/)
    site.write('shared.md', 'Shared.\n')
    site.write('versions/1.x/site.config.ts', versionConfig("markdown: { allowFiles: ['../../shared.md'] }"))
    site.write(names[2], '# Old\n\nFixed.\n\n<!-- @include: ../../../../shared.md -->\n')
    await until(async () => (await get('/1.x/guide/old.html')).includes('Fixed.'))
    site.write('site.config.ts', config)
    await save('Config fixed.')
    expect(await get('/1.x/guide/old.html')).toMatch(/Fixed\.[^]*Shared\./)
    site.write('shared.md', 'Shared again.\n')
    git(root, 'tag', '-f', 'v0-docs', 'HEAD')
    await save('Saved.')
    expect(await get('/1.x/guide/old.html')).toContain('Shared again.')
    expect(await get('/0.x/guide/start.html')).toContain('in 2.x')
    await server.stop()
    git(root, 'tag', '-f', 'v0-docs', tag)
    names.forEach((name, index) => site.write(name, [config, start, old][index]!))
    site.write('versions/1.x/site.config.ts', versionConfig())
    rmSync(path.join(root, 'shared.md'))
  })

  it('is built again from the cache with the bytes of a cold build', async () => {
    site.write('content/guide/new.md', '# New\n\nText of New in 2.x, and more.\n')
    expect((await site.run(['build'])).code).toBe(0)
    expect(documentAt('/guide/new.html')).toContain('and more')
    expect(site.read('dist/0.x/guide/start.html')).toContain('in 0.x')
    expect((await site.run(['build', '--no-cache', '--out-dir', 'cold'])).code).toBe(0)
    expect(outputOf(site)).toMatchObject(outputOf(site, 'cold'))
    rmSync(path.join(root, 'cold'), { recursive: true })
  })

  it.each([
    [
      "{ id: '1.x', from: 'versions/3.x' }",
      /There is no folder `versions\/3\.x`\.[^]*Create it, and copy .* version `1\.x`/,
      2,
    ],
    ["{ id: '1.x', ref: 'nothing' }", /`nothing` can't be read: the repository has no branch or tag/, 2],
    ["{ id: '1.x', path: '/guide/', from: 'versions/1.x' }", /collides with the page `content\/guide/, 1],
    [
      "{ id: '1.x', path: '/guide/start.html/', from: 'versions/1.x' }",
      /collides .* `content\/guide\/start/,
      1,
    ],
  ])('says what is wrong with %s', async (version, message, exitCode) => {
    site.write('site.config.ts', versionConfig(`versions: [{ id: '2.x' }, ${version}]`))
    const { code, stderr } = await site.run(['build'])
    expect(stderr).toMatch(/^site\.config\.ts:1:\d+ error config /m)
    expect(stderr).toMatch(message)
    expect(code).toBe(exitCode)
  })

  it('names the key of an old configuration that is wrong, and builds the rest if asked to', async () => {
    site.write('site.config.ts', versionConfig(VERSIONS))
    const file = 'versions/1.x/site.config.ts'
    const right = site.read(file)
    site.write(file, versionConfig('themeConfig: {}'))
    const failed = await site.run(['build'])
    expect(failed.stderr).toMatch(
      /versions\/1\.x\/site\.config\.ts:1:\d+ error config Version `1\.x`: Unknown key `themeConfig`/,
    )
    expect(failed.code).toBe(2)
    const { code, stderr } = await site.run(['build', '--skip-broken-versions'])
    expect(stderr).toContain(
      'warning config/version-skipped Version `1.x` is skipped: Unknown key `themeConfig`.',
    )
    expect(code).toBe(0)
    expect(menuOf(documentAt('/guide/start.html'))).toEqual(['/guide/start.html', '/0.x/guide/start.html'])
    expect(() => documentAt('/1.x/')).toThrow()
    site.write(file, right)
  })

  it('reports what to fetch where the clone lacks the reference, and a wrong key in the configuration of a tag', async () => {
    site.write('site.config.ts', versionConfig(VERSIONS))
    const clone = createFolder()
    const folder = clone.root
    git(folder, 'clone', '-q', '--depth', '1', `file://${root}`, '.')
    const failed = await site.run(['build', folder])
    expect(failed.stderr).toContain("`v0-docs` can't be read: the repository has no branch or tag `v0-docs`.")
    const [, fetchTag = ''] = /`git (fetch [^`]* tag v0-docs)`/.exec(failed.stderr) ?? []
    expect(failed.code).toBe(2)
    git(folder, ...fetchTag.split(' '))
    // A branch goes on: its pages can be edited.
    git(folder, 'branch', 'zero', 'v0-docs')
    const asTag = clone.read('site.config.ts')
    clone.write('site.config.ts', asTag.replace("ref: 'v0-docs'", "ref: 'zero'"))
    expect((await site.run(['build', folder])).code).toBe(0)
    expect(clone.read('dist/0.x/guide/start.html')).toContain('acme/docs/edit/zero/content/guide/start.md"')
    clone.write('site.config.ts', asTag)
    expect((await site.run(['build', folder])).code).toBe(0)
    expect(existsSync(path.join(clone.output, '0.x/guide/start.html'))).toBe(true)

    clone.write('site.config.ts', versionConfig("theme: { search: 'all' }"))
    git(folder, 'commit', '-qam', 'wrong')
    git(folder, 'tag', 'wrong')
    clone.write('site.config.ts', asTag.replace('v0-docs', 'wrong'))
    const { stderr, code } = await site.run(['build', folder])
    expect(stderr).toMatch(/^wrong:site\.config\.ts:1:\d+ error config Version `0\.x`: `theme\.search`/m)
    expect(code).toBe(2)
  })
})

describe('docsgen version', () => {
  it('freezes what the site is made from, and prints the configuration for it', async () => {
    site.write('site.config.ts', versionConfig(VERSIONS))
    site.write('content/guide/_part.md', 'Words of a part.\n')
    site.write('parts/more.md', 'More words.\n')
    site.write('public/hello.txt', 'hello')
    site.write('content/guide/new.md', '# New\n\n<!--@include: ../../parts/more.md-->\n')
    const { code, stdout, stderr } = await site.run(['version', '2.x'])
    expect(stderr).toBe(`Copied 9 files. To publish the version, add this to \`site.config.ts\`:

  versions: [
    { id: 'next' },
    { id: '2.x', from: 'versions/2.x' },
    { id: '1.x', path: '/1.x/', from: 'versions/1.x', noindex: true },
    { id: '0.x', path: '/0.x/', ref: 'v0-docs' },
  ],

`)
    expect([code, stdout]).toEqual([0, 'versions/2.x\n'])
    expect(Object.keys(site.hashes('versions/2.x'))).toEqual([
      'content/README.md',
      'content/guide/_part.md',
      'content/guide/moved.md',
      'content/guide/new.md',
      'content/guide/start.md',
      'content/zh/README.md',
      'parts/more.md',
      'public/hello.txt',
      'site.config.ts',
    ])
    site.write('site.config.ts', versionConfig(stderr.slice(stderr.indexOf('versions: ['))))
    site.write('parts/more.md', 'Other words.\n')
    expect((await site.run(['build'])).code).toBe(0)
    expect(documentAt('/2.x/guide/new.html')).toContain('More words.')
    expect(documentAt('/guide/new.html')).toContain('Other words.')
    expect(site.read('dist/2.x/hello.txt')).toBe('hello')
  })

  it('freezes plugins with the files that they watch and read; they find the packages of the site', async () => {
    const frozen = createTestSite({
      'site.config.ts': `export default { plugins: ['docsgen/plugins/mermaid', './plugins/one/one.ts', './two.ts'] }`,
      'content/README.md': '# Home\n\n```mermaid\ngraph TD\n```\n',
      'node_modules/beautiful-mermaid/package.json': '{ "name": "beautiful-mermaid", "type": "module" }',
      'node_modules/beautiful-mermaid/index.js': `export const renderMermaidSVG = () => '<svg viewBox="0 0 1 1"/>'\n`,
      'plugins/one/one.ts': `import { markdown } from './lib/text.ts'
export default { name: 'one', pages: ({ watch }) => (watch('notes'), watch('nothing'), [{ path: 'one.md', markdown }]) }\n`,
      'plugins/one/lib/text.ts': `import { readFileSync } from 'node:fs'
export const markdown = readFileSync(new URL('./text.md', import.meta.url), 'utf8')\n`,
      'plugins/one/lib/text.md': '# Text\n',
      'notes/deep/a.txt': 'a',
      'two.ts': `export default { name: 'two', pages: ({ watch }) => (watch('.'), []) }\n`,
    })
    expect(await frozen.run(['version', '1.x'])).toMatchObject({ code: 0, stdout: 'versions/1.x\n' })
    expect(Object.keys(frozen.hashes('versions/1.x'))).toEqual([
      'content/README.md',
      'notes/deep/a.txt',
      'plugins/one/lib/text.md',
      'plugins/one/lib/text.ts',
      'plugins/one/one.ts',
      'site.config.ts',
      'two.ts',
    ])
    const versions = "versions: [{ id: '2.x' }, { id: '1.x', from: 'versions/1.x' }]"
    frozen.write('site.config.ts', frozen.read('site.config.ts').replace('}', `, ${versions} }`))
    frozen.write('plugins/one/lib/text.md', '# Changed\n')
    expect((await frozen.run(['build'])).code).toBe(0)
    expect(frozen.read('dist/1.x/one.html')).toContain('<title>Text</title>')
    expect(frozen.read('dist/1.x/index.html')).toContain('<svg')
  })

  it.each([
    ['2.x', 'Version `2.x` already exists (from `versions/2.x`).'],
    ['a/b', 'The id `a/b` may only contain letters'],
    ['guide', 'The path `/guide/` of version `guide` collides with the page `content/guide/'],
    ['assets', 'The path `/assets/` collides with `/assets/`'],
    ['3.x', '`versions/3.x` already exists.'],
  ])('refuses the id %s', async (id, message) => {
    site.write('versions/3.x/note.txt', 'mine')
    const before = site.hashes('versions')
    const { code, stderr, stdout } = await site.run(['version', id])
    expect(stderr).toContain(`error usage ${message}`)
    expect([code, stdout]).toEqual([2, ''])
    expect(site.hashes('versions')).toEqual(before)
  })
})
