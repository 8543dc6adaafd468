import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { packagedScript } from '../../../src/bundle/scripts.ts'
import { createPack } from '../../../src/offline/packs.ts'
import { createCore, createOfflineFiles } from '../../../src/offline/plan.ts'
import type { OfflineManifest, Pack, PackEntry } from '../../../src/shared/offline.ts'
import type { OutputFile } from '../../../src/schema/site.ts'
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
    core,
    makePacks: async plans => plans.map(plan => createPack(plan, { base: config.base, folder, write })),
    workerCode: entry => packagedScript(`worker-${entry}`),
  })
  const contents = new Map([...files.map(file => [file.path, textOf(file)] as const), ...packs])
  return { files, findings, contents, manifest: manifestOf(contents.get('service-worker.js') ?? '') }
}

function textOf({ content }: OutputFile): string {
  if (typeof content === 'string') return content
  throw new Error('The file is not a text.')
}

function manifestOf(worker: string): OfflineManifest {
  const text = /^const DOCSGEN_MANIFEST=(.*);$/m.exec(worker)?.[1]
  return JSON.parse(text ?? 'null') as OfflineManifest
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
    expect(
      manifest.core.map(({ url, immutable }) => [url.replace(/documents\.\w+/, 'documents'), immutable]),
    ).toEqual([
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

/** A language whose lists are cut: ranges of two pages, of which one has a view of its own and a fallback. */
function writeSections(sample: SampleOutput): void {
  const ranges = ['a', 'b', 'c'].map((folder): [string, string] => {
    const pages = Object.fromEntries(
      ['1', '2'].map(name => {
        const html = `<p>${folder}${name}</p>`
        return [`/${folder}/${name}.html`, [writePage(sample, `${folder}/${name}.html`, html), name]]
      }),
    )
    const views = { 0: '/assets/locales/en.22222222.json', ...(folder === 'b' ? { 1: VIEW } : {}) }
    const content = JSON.stringify({ pages, redirects: {}, views })
    const file = `en.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.json`
    sample.write(`assets/locales/${file}`, content)
    return [`/${folder}`, file]
  })
  sample.write('assets/locales/en.22222222.json', '{"shared":true}')
  sample.write(VIEW.slice(1), '{"own":true}')
  sample.write('assets/search/en.33333333.json', '{}')
  const index = { view: '/assets/locales/en.11111111.json', pages: {}, redirects: {}, ranges }
  sample.write('assets/locales/en.json', JSON.stringify(index))
}

const VIEW = '/assets/locales/en.aaaaaaaa.json'

describe('a large language', () => {
  const read = async (sample: SampleOutput) => {
    const { contents, manifest } = await run(sample)
    const textOf = (pack?: Pack) => contents.get(pack?.url.slice(1) ?? '') ?? ''
    return { packs: manifest.locales[0]?.packs ?? [], other: manifest.locales[1]?.packs, textOf }
  }

  test('has a pack of what all pages need, one for each range, and some for the search index', async () => {
    const sample = createSampleOutput()
    writeSections(sample)
    const { packs, other, textOf } = await read(sample)
    expect(packs.map(({ part }) => part)).toEqual([undefined, '/a', '/b', '/c', '*2', '*3'])
    expect(urlsOf(textOf(packs[0]))).toEqual([
      '/404.html',
      '/assets/locales/en.11111111.json',
      '/assets/locales/en.22222222.json',
      '/assets/locales/en.json',
    ])
    const inSection = urlsOf(textOf(packs[2]))
    expect(inSection.map(url => url.replace(/en\.(?!a)\w+/, 'en.*')).toSorted()).toEqual([
      '/assets/locales/en.*.json',
      VIEW,
      '/b/1.html',
      '/b/2.html',
    ])
    expect(packs[2]).toMatchObject({ entries: 6, integrity: integrity(textOf(packs[2])) })
    expect(packs.slice(4).flatMap(pack => urlsOf(textOf(pack)))).toEqual([
      '/assets/search/en.22222222.json',
      '/assets/search/en.33333333.json',
    ])
    // The other language is a small one, and is as it was.
    expect(other?.map(({ part }) => part)).toEqual([undefined])
  })

  test('has another pack of its range alone when a page is edited', async () => {
    const sample = createSampleOutput()
    writeSections(sample)
    const before = await read(sample)
    writePage(sample, 'b/2.html', '<p>b2</p>', 'Edited')
    const after = await read(sample)
    const changed = after.packs.filter(({ hash }) => before.packs.every(pack => pack.hash !== hash))
    expect(changed.map(({ part }) => part)).toEqual(['/b'])
  })
})

describe('changes between builds', () => {
  test('one edited page changes its language pack and the worker, nothing else', async () => {
    const sample = createSampleOutput()
    const before = await run(sample)
    writePage(sample, 'zh/guide/中文.html', '<h1>Page zh</h1>', 'Changed')
    const after = await run(sample)
    const changed = [...after.contents]
      .toSorted()
      .filter(([name, text]) => before.contents.get(name) !== text)
    expect(changed.map(([name]) => name.replace(/\.\w{8}\./, '.'))).toEqual([
      'offline/zh.json',
      'service-worker.js',
    ])
    expect(after.manifest.version).not.toBe(before.manifest.version)
  })

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

  test('does not depend on the order in which files were written', async () => {
    const sample = createSampleOutput()
    const { contents } = await run(sample)
    const reversed = { ...sample, written: new Map([...sample.written].toReversed()) }
    expect((await run(reversed, path.join(sample.cacheDir, 'other'))).contents).toEqual(contents)
  })
})

describe('the worker', () => {
  test('is one classic script without code from elsewhere', async () => {
    const { contents } = await run(createSampleOutput())
    const worker = contents.get('service-worker.js') ?? ''
    expect(worker).not.toMatch(/importScripts|eval\(|new Function|https?:\/\/(?!www\.w3\.org)/)
    expect(worker).not.toMatch(/^\s*(?:import|export)\b/m)
    expect(worker).toContain('skip-waiting')
    expect(worker).toContain('SKIP_WAITING')
  })

  test.each([false, 'uninstall'] as const)('of a site with offline: %s removes itself', async offline => {
    const sample = createSampleOutput({ offline })
    const { files, contents } = await run(sample)
    expect(files.map(file => file.path)).toEqual(['service-worker.js'])
    expect(contents.get('service-worker.js')).toContain('unregister')
    expect(contents.get('service-worker.js')).not.toContain('respondWith')
  })
})

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
