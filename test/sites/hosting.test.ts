import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { HOSTS as PATTERN_HOSTS } from '../browser/policy-hosts.ts'
import {
  attribute,
  type BuiltDocument,
  bootData,
  documentOf,
  byTag,
  isNotFound,
  isRedirectDocument,
  linksOf,
  metaOf,
  isResultsPage,
  pagesOf,
  parseDocument,
  readDocuments,
  textOf,
} from './built-documents.ts'
import { hostingSite } from './hosting-site.ts'
import { follow, HOSTS, type HostInput, netlifyRules } from './hosts.ts'
import { sample } from '../support/full.ts'
import { createTestSite, listFiles, type TestSite, twoLanguages } from './site.ts'

/** It has no types. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (text: string, options: object) => object
}

const ORIGIN = 'https://docs.example.org'
const LANGS: Record<string, string> = { en: 'en-US', zh: 'zh-CN', fr: 'fr' }

interface Built {
  site: TestSite
  base: string
  files: string[]
  documents: BuiltDocument[]
  pages: BuiltDocument[]
}

async function build(base: string): Promise<Built> {
  const site = createTestSite(hostingSite(base))
  const folder = await site.build()
  const documents = readDocuments(folder)
  const pages = pagesOf(documents).filter(page => !isResultsPage(page))
  return { site, base, files: listFiles(folder), documents, pages }
}

// `pages.test.ts` and `urls.test.ts` build the same site for the root.
describe.each(sample(['/', '/docs/'], 1))('a built site on its hosts, base %s', async base => {
  const built = await build(base)
  const absolute = (address: string) => ORIGIN + base + encode(address).slice(1)
  const read = (file: string) => built.site.read(`dist/${file}`)

  it('has one absolute canonical address for each page: the one of sitemap, Open Graph and links', () => {
    const found = built.pages.map(document => [
      document.address,
      linksOf(document, 'canonical').map(({ href }) => href),
      metaOf(document, 'og:url'),
    ])
    expect(found).toEqual(
      built.pages.map(({ address }) => [address, [absolute(address)], [absolute(address)]]),
    )
    const addresses = sitemapAddresses(read('sitemap.xml'))
    const visible = built.pages.filter(document => metaOf(document, 'robots').length === 0)
    expect(addresses.toSorted()).toEqual(visible.map(({ address }) => absolute(address)).toSorted())
    for (const document of built.documents.filter(isNotFound))
      expect(linksOf(document, 'canonical')).toEqual([])
  })

  it('links translations both ways, with x-default for the source', () => {
    const graph = new Map(
      built.pages.map(document => [absolute(document.address), linksOf(document, 'alternate')]),
    )
    const problems: string[] = []
    for (const [from, links] of graph) {
      if (!links.some(({ href, hreflang }) => href === from && hreflang !== 'x-default'))
        problems.push(`${from} does not name itself`)
      for (const { href, hreflang } of links) {
        if (!graph.get(href)?.some(link => link.href === from)) problems.push(`${from} → ${href}: one way`)
        const lang = hreflang === 'x-default' ? 'en-US' : hreflang
        const [, code = 'en'] = /^(zh|fr)\//.exec(href.slice(absolute('/').length)) ?? []
        if (lang !== LANGS[code]) problems.push(`${from} → ${href}: ${hreflang}`)
      }
    }
    expect(problems).toEqual([])
    const odd = graph.get(`${ORIGIN}${base}odd/a%23b.html`)
    expect(odd?.map(({ hreflang }) => hreflang)).toEqual(['en-US', 'zh-CN', 'x-default'])
    expect(graph.get(`${ORIGIN}${base}fr/seul.html`)).toEqual([
      { href: `${ORIGIN}${base}fr/seul.html`, hreflang: 'fr' },
    ])
  })

  it('has a sitemap that agrees with the pages, well formed, without redirects and build times', () => {
    const sitemap = read('sitemap.xml')
    expect(sitemap).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /)
    // It throws where XML isn't well formed.
    new JSDOM(sitemap, { contentType: 'text/xml' })
    expect(sitemap).not.toContain('<lastmod>')
    const [mount] = sitemap.split('<url>').filter(part => part.includes('/zh/api/mount.html</loc>'))
    expect(mount).toContain(`hreflang="en-US" href="${absolute('/api/mount.html')}"`)
    expect(mount).toContain(`hreflang="zh-CN" href="${absolute('/zh/api/mount.html')}"`)
    expect(sitemapAddresses(sitemap)).not.toContain(absolute('/old.html'))
    expect(sitemapAddresses(sitemap)).not.toContain(absolute('/secret.html'))
  })

  it('describes each page for other sites: title, description from the first paragraph, language', () => {
    for (const document of built.pages) {
      expect(metaOf(document, 'og:title')).toHaveLength(1)
      expect(metaOf(document, 'og:type')).toHaveLength(1)
      expect(metaOf(document, 'twitter:card')).toEqual(['summary'])
      const [description = ''] = metaOf(document, 'og:description')
      expect([...description].length).toBeLessThanOrEqual(160)
      expect(description).not.toBe('')
    }
    const home = documentOf(built.documents, 'index.html')
    expect(metaOf(home, 'og:description')[0]).toMatch(/^An introduction of more .* [a-z]+…$/)
    expect(metaOf(home, 'og:locale')).toEqual(['en_US'])
    expect(metaOf(home, 'og:locale:alternate')).toEqual(['zh_CN', 'fr'])
    expect(metaOf(home, 'description')).toEqual(['All of it'])
    expect(metaOf(documentOf(built.documents, 'guides/everything.html'), 'og:description')).toEqual([
      'A page with everything that Markdown can hold',
    ])
    expect(metaOf(home, 'theme-color')).toEqual(['#123456'])
  })

  it('names the sitemap to crawlers, and the documents to leave out', () => {
    expect(read('robots.txt')).toBe(`User-agent: *\nAllow: /\nSitemap: ${ORIGIN}${base}sitemap.xml\n`)
    const hidden = built.documents.filter(document => metaOf(document, 'robots').includes('noindex'))
    const isHidden = [isNotFound, isRedirectDocument, isResultsPage]
    const expected = built.documents.filter(
      document => document.address === '/secret.html' || isHidden.some(each => each(document)),
    )
    expect(hidden.map(({ file }) => file)).toEqual(expected.map(({ file }) => file))
  })

  it('has a not-found page for every language whose addresses work at any depth', () => {
    const documents = built.documents.filter(isNotFound)
    expect(documents.map(({ file }) => file)).toEqual(['404.html', 'fr/404.html', 'zh/404.html'])
    for (const document of documents) {
      const addresses = allAddresses(document).filter(address => !address.startsWith('#'))
      expect(addresses.filter(address => !/^(?:\/|https:\/\/)/.test(address))).toEqual([])
      expect(linksOf(document, 'alternate')).toEqual([])
    }
    const [root, fr, zh] = documents.map(document => attribute(byTag(document, 'html')[0]!, 'lang'))
    expect([root, fr, zh]).toEqual(['en-US', 'fr', 'zh-CN'])
  })

  it('never has both z.html and z/index.html, and no other file that starts with _', () => {
    const names = new Set(built.files)
    const both = built.pages.filter(({ file }) => names.has(file.replace(/\.html$/, '/index.html')))
    expect(both.map(({ file }) => file)).toEqual([])
    expect(names).toContain('.nojekyll')
    const hidden = built.files.filter(file => file.split('/').some(part => part.startsWith('_')))
    expect(hidden).toEqual(['_headers', '_redirects'])
  })

  it.each(Object.entries(HOSTS))(
    'leads every form of every address to the right page or a 404 on %s, with at most one redirect',
    (_name, host) => {
      const input = hostInput(built)
      const problems: string[] = []
      for (const { file, address } of built.pages) {
        const canonical = base + encode(address).slice(1)
        const stem = canonical.replace(/(?:\/|\.html)$/, '')
        const forms = ['', '/', '.html', '/index.html'].map(end => stem + end).filter(form => form !== '')
        for (const form of [canonical, ...forms, canonical.toUpperCase()]) {
          const { redirects, final } = follow(form, address => host(address, input))
          const right = final?.status === 200 && final.file === base + file
          if (redirects > 1) problems.push(`${form}: ${redirects} redirects`)
          if (!right && final?.status !== 404) problems.push(`${form}: ${JSON.stringify(final)}`)
          if (!right && form === canonical) problems.push(`${form}: not found`)
        }
      }
      expect(problems).toEqual([])
    },
  )

  it.each(Object.entries(HOSTS))('leads every old address on by rule or document on %s', (_name, host) => {
    const input = hostInput(built)
    const fileOf = (answer: unknown) => (answer as { file?: string }).file ?? ''
    const moved = {
      '/old.html': '/api/mount.html',
      '/mount.html': '/api/mount.html',
      '/old%20folder/': '/guides/',
    }
    for (const [from, to] of Object.entries({ ...moved, '/api/mounting/': '/api/mount.html' })) {
      const { final } = follow(base + from.slice(1), address => host(address, input))
      const document = built.documents.find(({ file }) => base + file === fileOf(final))
      const target =
        document && isRedirectDocument(document)
          ? refreshOf(document)
          : encode(fileOf(final).replace(/\/index\.html$/, '/'))
      expect(target).toBe(base + to.slice(1))
    }
  })

  it('writes redirect documents that lead to a fixed address, hidden from search engines', () => {
    const documents = built.documents.filter(isRedirectDocument)
    const targets = Object.fromEntries(documents.map(document => [document.address, refreshOf(document)]))
    expect(targets).toEqual({
      '/anchor.html': `${base}guides/everything.html#own-anchor`,
      '/api/mounting/': `${base}api/mount.html`,
      '/away.html': 'https://example.org/?a=1&b=2',
      '/mount.html': `${base}api/mount.html`,
      '/moved.html': `${base}elsewhere/new-place.html`,
      '/old folder/': `${base}guides/`,
      '/old.html': `${base}api/mount.html`,
    })
    for (const document of documents) {
      const refresh = refreshOf(document) ?? ''
      const canonical = refresh.startsWith('https:') ? refresh : ORIGIN + refresh
      expect(linksOf(document, 'canonical').map(({ href }) => href)).toEqual([canonical.replace(/#.*/, '')])
      const scripts = byTag(document, 'script')
      expect(scripts.map(script => attribute(script, 'data-to'))).toEqual([refresh])
      expect(built.files.map(file => base + file)).toContain(attribute(scripts[0]!, 'src'))
    }
  })

  it('writes one table of redirects for all hosts, with the index.html form of every folder', () => {
    const rules = netlifyRules(read('_redirects'))
    const folders = built.pages.map(({ address }) => address).filter(address => address.endsWith('/'))
    for (const folder of folders)
      expect(rules.get(`${base}${encode(folder).slice(1)}index.html`)).toBe(base + encode(folder).slice(1))
    const { redirects } = JSON.parse(read('vercel.json')) as {
      redirects: { source: string; destination: string; permanent: boolean }[]
    }
    expect(new Map(redirects.map(rule => [rule.source.replace(/\\(.)/g, '$1'), rule.destination]))).toEqual(
      rules,
    )
    const nginx = read('nginx-redirects.conf')
    expect(nginx).toContain(`location = "${base}old folder/" { return 301 "${base}guides/$is_args$args"; }`)
    expect(nginx).toContain(`if ($request_uri ~ "^${base}api/index\\\\.html(?:\\\\?|$)") {`)
    expect(nginx.trimEnd().split('\n')).toHaveLength(rules.size)
  })

  it('caches hashed files for a year, the icon for a day and nothing else, with no header in two rules that overlap', () => {
    const headersOf = PATTERN_HOSTS.Netlify!(built.site.output)
    const problems: string[] = []
    for (const file of built.files.filter(name => !/^(?:_|\.|vercel\.json|nginx)/.test(name))) {
      const address = base + encode(file.replace(/(^|\/)index\.html$/, '$1'))
      const caching = headersOf(address)['cache-control'] ?? ''
      const hashed = /^(?:assets\/(?:js|css|img|media|search)|offline)\//.test(file)
      if (hashed && !/\.[0-9A-Za-z]{8,}\.[a-z0-9]+$/.test(file)) problems.push(`${file}: no hash`)
      const revalidated = /\.html$|^sw\.js$|service-worker\.js$|^sitemap|^robots|^assets\/locales\//.test(
        file,
      )
      const days = hashed ? 365 : file === 'favicon.png' ? 1 : undefined
      const kept = days === undefined ? '' : `public, max-age=${days * 86_400}${hashed ? ', immutable' : ''}`
      if (caching !== (revalidated ? 'no-cache' : kept)) problems.push(`${file}: ${caching}`)
    }
    expect(problems).toEqual([])
    expect(headersOf(`${base}logo.svg`)['content-security-policy']).toContain("sandbox; default-src 'none'")
    const page = headersOf(base)
    expect(page['content-security-policy']).not.toContain('unsafe')
    expect(page['x-content-type-options']).toBe('nosniff')
  })

  it('has no address outside its base: every link, script, image and file leads to something', () => {
    expect(brokenAddresses(built)).toEqual([])
  })

  it('names only files inside its base in its data and its style sheets', () => {
    const problems: string[] = []
    for (const file of built.files.filter(name => name.startsWith('assets/locales/'))) {
      for (const [, address = ''] of read(file).matchAll(/"((?:href|home|view|search|logo)":"\/[^"]*)"/g))
        if (!address.includes(`":"${base}`)) problems.push(`${file}: ${address}`)
    }
    for (const file of built.files.filter(name => name.endsWith('.css')))
      for (const [, address = ''] of read(file).matchAll(/url\(["']?([^"')]+)/g))
        if (!address.startsWith('data:') && !address.startsWith(base)) problems.push(`${file}: ${address}`)
    expect(problems).toEqual([])
    for (const document of built.pages) expect(bootData(document).base).toBe(base)
  })
})

it('asks search engines to leave out a whole deployment, with `noindex`', async () => {
  const site = createTestSite({ 'site.config.ts': twoLanguages('noindex: true,') })
  await site.build()
  expect(site.read('dist/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  expect(listFiles(site.output)).not.toContain('sitemap.xml')
  const home = parseDocument('index.html', site.read('dist/index.html'))
  expect(metaOf(home, 'robots')).toEqual(['noindex'])
})

/** Encodes a decoded path as the site does: characters that a path may hold stay. */
function encode(address: string): string {
  return address.replaceAll(/[^/]+/g, part =>
    encodeURIComponent(part).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent),
  )
}

function sitemapAddresses(xml: string): string[] {
  return byTag(parseDocument('sitemap.xml', xml), 'loc').map(element => textOf(element))
}

function hostInput({ files, base, site }: Built): HostInput {
  return { files: new Set(files.map(file => base + file)), rules: netlifyRules(site.read('dist/_redirects')) }
}

function refreshOf(document: BuiltDocument): string | undefined {
  const refresh = document.elements.find(element => attribute(element, 'http-equiv') === 'refresh')
  return refresh && attribute(refresh, 'content')?.replace(/^0; url=/, '')
}

/** Addresses in `href` and `src` of a document. */
function allAddresses(document: BuiltDocument): string[] {
  return document.elements
    .flatMap(element => [attribute(element, 'href'), attribute(element, 'src')])
    .filter(address => address !== undefined)
}

/** Addresses of this site in its documents that lead to no file or no element. */
function brokenAddresses(built: Built): string[] {
  const { documents, base } = built
  const files = new Set(built.files)
  const idsOf = ({ elements }: BuiltDocument) => new Set(elements.map(element => attribute(element, 'id')))
  const ids = new Map(documents.map(document => [document.file, idsOf(document)]))
  const problems: string[] = []
  for (const document of documents) {
    const self = ORIGIN + base + encode(document.address).slice(1)
    for (const address of allAddresses(document)) {
      const url = new URL(address, self)
      if (url.origin !== ORIGIN) continue
      const file = decodeURIComponent(url.pathname.slice(base.length)).replace(/(^|\/)$/, '$1index.html')
      if (!url.pathname.startsWith(base) || !files.has(file)) problems.push(`${document.file}: ${address}`)
      else if (url.hash !== '' && !ids.get(file)?.has(decodeURIComponent(url.hash.slice(1))))
        problems.push(`${document.file}: ${address} (no such id)`)
    }
  }
  return problems
}
