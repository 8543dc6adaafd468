import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { packagedScript } from '../../../src/bundle/scripts.ts'
import { createPack } from '../../../src/offline/packs.ts'
import { createCore, createOfflineFiles } from '../../../src/offline/plan.ts'
import type { OfflineManifest, PackEntry } from '../../../src/shared/offline.ts'
import { withIcon } from '../../../src/site/head.ts'
import { createSampleOutput, type SampleOutput, writePage } from './sample-output.ts'

async function run(sample: SampleOutput, cacheDir = sample.cacheDir) {
  const { config, locales, folder, written, entries } = sample
  const inPages = (name: string) => /\.html$|\/v-\w+\.\w+\.js$/.test(name)
  const early = new Map([...written].filter(([name]) => !inPages(name)))
  const core = await createCore(config, { folder, written: early }, { cacheDir })
  const packs = new Map<string, string>()
  const write = (name: string, content: Uint8Array, hash: string) => {
    packs.set(name, Buffer.from(content).toString())
    return { size: content.length, hash }
  }
  const { files, findings } = await createOfflineFiles({
    config,
    locales,
    folder,
    written,
    entries,
    headers: new Map(),
    core,
    makePacks: async plans => plans.map(plan => createPack(plan, { base: config.base, folder, write })),
    workerCode: entry => packagedScript(`worker-${entry}`),
  })
  const contents = new Map([...files.map(file => [file.path, file.content as string] as const), ...packs])
  const [, text] = /^const DOCSGEN_MANIFEST=(.*);$/m.exec(contents.get('service-worker.js') ?? '') ?? []
  return { files, findings, contents, manifest: JSON.parse(text ?? 'null') as OfflineManifest }
}

const urlsOf = (text: string) =>
  (JSON.parse(text) as PackEntry[]).map(entry => ('page' in entry ? entry.page : entry[0]))

function integrity(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

describe('the core', () => {
  test('holds scripts, styles and what every head names, sorted, with the integrity of the bytes', async () => {
    const sample = createSampleOutput()
    const { manifest } = await run(sample)
    const nameOf = (url: string) => url.replace(/documents\.\w+/, 'documents')
    expect(manifest.core.map(({ url, immutable }) => [nameOf(url), immutable])).toEqual([
      ['/assets/css/style.CCCCCCCC.css', true],
      ['/assets/js/boot.AAAAAAAA.js', true],
      ['/assets/js/scheme.BBBBBBBB.js', true],
      ['/extra.css', false],
      ['/favicon.png', false],
      ['/offline/documents.json', true],
    ])
    expect(manifest.core[1]?.integrity).toBe(integrity('boot()\n'))
    expect(manifest.core[4]?.integrity).toBe(integrity(new Uint8Array([1, 2, 3])))
  })

  test('carries the base in every address', async () => {
    const { manifest } = await run(createSampleOutput({ base: '/docs/' }))
    expect(manifest.base).toBe('/docs/')
    const urls = [...manifest.core, ...manifest.locales.flatMap(({ packs }) => packs), ...manifest.shared]
    expect(urls.every(({ url }) => url.startsWith('/docs/'))).toBe(true)
  })

  test('a file that vanished after it was written is an error, not a hole', async () => {
    const sample = createSampleOutput()
    rmSync(path.join(sample.folder, 'extra.css'))
    const { findings } = await run(sample)
    expect(findings).toMatchObject([{ rule: 'offline/manifest', severity: 'error' }])
    expect(findings[0]?.message).toContain('extra.css')
  })

  test('names with characters of glob patterns are taken literally', async () => {
    const sample = createSampleOutput()
    sample.write('assets/js/[odd]{1,2}.DDDDDDDD.js', 'odd()')
    const { manifest, findings } = await run(sample)
    expect(findings).toEqual([])
    expect(manifest.core.map(({ url }) => url)).toContain('/assets/js/%5Bodd%5D%7B1%2C2%7D.DDDDDDDD.js')
  })
})

describe('the packs', () => {
  test('are valid JSON with every page, its chunk, and the tables of the language', async () => {
    const { contents, manifest } = await run(createSampleOutput())
    const [pack] = manifest.locales[1]?.packs ?? []
    const text = contents.get(pack?.url.slice(1) ?? '') ?? ''
    expect(pack?.integrity).toBe(integrity(text))
    expect(pack?.bytes).toBe(Buffer.byteLength(text))
    expect(urlsOf(text)).toEqual([
      '/assets/locales/zh.11111111.json',
      '/assets/locales/zh.json',
      '/assets/search/zh.22222222.json',
      '/zh/404.html',
      '/zh/',
      '/zh/guide/%E4%B8%AD%E6%96%87.html',
    ])
    expect(pack?.entries).toBe(8)
    const index = '/assets/locales/zh.json'
    expect(manifest.locales[1]).toMatchObject({ code: 'zh', path: '/zh/', index })
  })

  test('images and other files that all languages use are one group, and redirect documents are left out', async () => {
    const { contents, manifest } = await run(createSampleOutput())
    const entries = JSON.parse(contents.get(manifest.shared[0]?.url.slice(1) ?? '') ?? '[]') as PackEntry[]
    expect(entries).toEqual([
      ['/assets/img/dot.0123abcd.png', { base64: Buffer.from([137, 80, 78, 71]).toString('base64') }],
    ])
    expect(manifest.files).toEqual([])
  })

  test('a public file above the limit is left out with a warning', async () => {
    const sample = createSampleOutput({ offline: { maxFileSize: 100 } })
    sample.write('photo.png', new Uint8Array(101))
    sample.write('small.png', new Uint8Array(100))
    const { findings, manifest } = await run(sample)
    expect(findings).toMatchObject([{ rule: 'offline/too-large', severity: 'warning' }])
    expect(manifest.files).toEqual(['/small.png'])
  })

  test('are cut by size, and one changed page changes one of them', async () => {
    const sample = createSampleOutput()
    const pages: Record<string, [string, string]> = {}
    for (let number = 0; number < 8; number++) {
      const html = `<p>${String(number).repeat(600_000)}</p>`
      pages[`/p${number}.html`] = [writePage(sample, `p${number}.html`, html), `P${number}`]
    }
    const index = JSON.stringify({ view: '/assets/locales/en.11111111.json', pages, redirects: {} })
    sample.write('assets/locales/en.json', index)
    const before = await run(sample)
    const hashes = before.manifest.locales[0]?.packs.map(({ hash }) => hash) ?? []
    expect(hashes.length).toBe(2)
    writePage(sample, 'p7.html', `<p>${'7'.repeat(600_000)}</p>`, 'Other')
    const after = await run(sample)
    expect(after.manifest.locales[0]?.packs.map(({ hash }, at) => hash === hashes[at])).toEqual([true, false])
  })
})

describe('changes between builds', () => {
  test('a warm build gives the bytes of a cold one, also with a damaged or missing cache', async () => {
    const sample = createSampleOutput()
    const cold = await run(sample)
    expect((await run(sample)).contents).toEqual(cold.contents)
    const folder = path.join(sample.cacheDir, 'offline')
    const names = readdirSync(folder)
    expect(names).toContain('core.json')
    for (const name of names) {
      const file = path.join(folder, name)
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)))
      expect((await run(sample)).contents).toEqual(cold.contents)
      writeFileSync(file, bytes.toString('latin1').replace(/[a-m]/g, 'z'))
      expect((await run(sample)).contents).toEqual(cold.contents)
    }
  })
})

test.each([false, 'uninstall'] as const)(
  'the worker of a site with offline: %s removes itself',
  async offline => {
    const { files, contents } = await run(createSampleOutput({ offline }))
    expect(files.map(file => file.path)).toEqual(['service-worker.js'])
    expect(contents.get('service-worker.js')).toContain('unregister')
    expect(contents.get('service-worker.js')).not.toContain('respondWith')
  },
)

test.each([
  [{ retire: ['/sw.js', '/fr/old/sw%20x.js'] }, ['sw.js', 'fr/old/sw x.js']],
  [{ retire: ['/sw.js'], enabled: false }, ['sw.js']],
  [{}, []],
])('with %j, former service workers are replaced at %j', async (settings, paths) => {
  const offline = { enabled: true, keepAssets: 0, maxFileSize: 100_000, retire: [], ...settings }
  const { files, contents } = await run(createSampleOutput({ offline }))
  const own = (path: string) => path === 'service-worker.js' || path.startsWith('offline/')
  expect(files.map(file => file.path).filter(path => !own(path))).toEqual(paths)
  for (const path of paths) expect(contents.get(path)).toMatch(/unregister.*navigate/)
  expect(contents.get('service-worker.js')?.includes('respondWith')).toBe(offline.enabled)
})

describe('the offline documents', () => {
  test('are there for every language, with its texts, the style sheets, the icon and no script but the color scheme', async () => {
    const sample = createSampleOutput()
    sample.config = withIcon(sample.config, [])
    const { contents, manifest } = await run(sample)
    const documents = JSON.parse(contents.get(manifest.documents.slice(1)) ?? '{}') as Record<string, string>
    expect(Object.keys(documents)).toEqual(['en', 'zh'])
    const html = documents['zh'] ?? ''
    expect(html).toContain('<html lang="zh-CN" dir="ltr">')
    expect(html).toContain('<h1>«offlineTitle»</h1>')
    expect(html).toContain('<link rel="stylesheet" href="/assets/css/style.CCCCCCCC.css">')
    expect(html).toContain('<link rel="stylesheet" href="/extra.css">')
    expect(html).toContain('<link rel="icon" href="data:,">')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(manifest.locales[1]?.texts).toEqual({ available: '«offlineText»', list: '«offlinePages»' })
  })
})
