import { createHash } from 'node:crypto'
import { configSchema, type SiteConfig, type UserConfig } from '../../../src/schema/config.ts'
import type { WrittenFiles } from '../../../src/render/files/staging.ts'
import type { LocaleIndex, LocaleView } from '../../../src/schema/view.ts'
import { withBase, encodePath } from '../../../src/shared/addresses.ts'
import { escapeJson } from '../../../src/shared/escape.ts'
import { localeView } from '../client/fixture.ts'
import { packLines } from '../../../src/shared/offline.ts'
import { createFolder } from '../../sites/site.ts'
import { markedStrings } from '../templates/sample.tsx'

/** A built site in a temporary folder, made by hand: what the offline stage finds when it starts. */
export interface SampleOutput {
  folder: string
  cacheDir: string
  config: SiteConfig
  locales: LocaleView[]
  written: WrittenFiles
  /** Pages as they stand in a pack, by document. */
  entries: Map<string, Uint8Array>
  write(file: string, content: string | Uint8Array): void
}

export function createSampleOutput(config: UserConfig = {}): SampleOutput {
  const output = createFolder()
  const written: WrittenFiles = new Map()
  const parsed = configSchema.parse({
    head: [{ tag: 'link', attributes: { rel: 'stylesheet', href: '/extra.css' } }],
    ...config,
  })
  const sample: SampleOutput = {
    folder: output.root,
    cacheDir: createFolder().root,
    config: parsed,
    locales: (['en', 'zh'] as const).map(code => {
      return { ...localeView(code, parsed.base), locales: [], strings: markedStrings, offline: true }
    }),
    written,
    entries: new Map(),
    write(file, content) {
      output.write(file, content)
      const hash = createHash('sha256').update(content).digest('hex')
      written.set(file, { size: Buffer.byteLength(content), hash })
    },
  }
  writeTheme(sample)
  for (const locale of sample.locales) writeLocale(sample, locale)
  return sample
}

/** Writes a page's document, which alone has the title, and its chunk as the build does. */
export function writePage(sample: SampleOutput, file: string, html: string, title = file): string {
  const key = `v-${createHash('sha256').update(file).digest('hex').slice(0, 8)}`
  const page = escapeJson({ key, title: file })
  const around: [string, string] = [
    `(self.docsgenChunks||=[]).push([${escapeJson(key)},{"page":${page},"html":`,
    '}])\n',
  ]
  const script = around[0] + JSON.stringify(html) + around[1]
  const name = `assets/js/${key}.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
  const document = `<!DOCTYPE html><title>${title}</title><main>${html}</main>\n`
  sample.write(file, document)
  sample.write(name, script)
  const { base } = sample.config
  const addresses = {
    page: withBase(base, encodePath(`/${file}`.replace(/index\.html$/, ''))),
    chunk: base + name,
  }
  sample.entries.set(file, Buffer.from(packLines(addresses, { document, chunk: script, html, around })))
  return name.slice('assets/js/'.length)
}

function writeTheme(sample: SampleOutput): void {
  sample.write('assets/js/boot.AAAAAAAA.js', 'boot()\n')
  sample.write('assets/js/scheme.BBBBBBBB.js', 'scheme()\n')
  sample.write('assets/css/style.CCCCCCCC.css', 'h1{}\n')
  sample.write('favicon.png', new Uint8Array([1, 2, 3]))
  sample.write('extra.css', 'h2{}\n')
  sample.write('assets/img/dot.0123abcd.png', new Uint8Array([137, 80, 78, 71]))
  sample.write('robots.txt', 'User-agent: *\n')
  sample.write('old.html', '<meta http-equiv="refresh" content="0; url=/">')
  sample.write('sitemap.xml', '<urlset/>')
}

function writeLocale(sample: SampleOutput, { path: localePath, code, base }: LocaleView): void {
  const prefix = localePath.slice(1)
  const home = writePage(sample, `${prefix}index.html`, `<h1>Home ${code}</h1><p>a &amp; b</p>`)
  const page = writePage(sample, `${prefix}guide/中文.html`, `<h1>Page ${code}</h1>`)
  const index: LocaleIndex = {
    view: `${base}assets/locales/${code}.11111111.json`,
    theme: '1a2b3c4d',
    search: `${base}assets/search/${code}.22222222.json`,
    pages: {
      [localePath]: [home, 'Home', 100],
      [`${localePath}guide/%E4%B8%AD%E6%96%87.html`]: [page, 'Page', 100],
    },
    redirects: {},
  }
  sample.write(`assets/locales/${code}.json`, JSON.stringify(index))
  sample.write(`assets/locales/${code}.11111111.json`, '{}')
  sample.write(`assets/search/${code}.22222222.json`, '{}')
  sample.write(`${prefix}404.html`, '<h1>404</h1>')
}
