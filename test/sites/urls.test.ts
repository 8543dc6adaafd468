import { describe, expect, it } from 'vitest'
import { resolveRequest } from '../../src/server/http.ts'
import { readSiteFiles } from '../../src/server/preview.ts'
import {
  attribute,
  bootData,
  type BuiltDocument,
  isRedirectDocument,
  isResultsPage,
  linksOf,
  pagesOf,
  readDocuments,
} from './built-documents.ts'
import { hostingSite } from './hosting-site.ts'
import { follow, HOSTS, netlifyRules } from './hosts.ts'
import { createTestSite, listFiles } from './site.ts'

const FORMS = [
  { urls: 'clean', formerUrls: ['html', 'directory'], base: '/lib/', mount: '/lib/api/mount' },
  { urls: 'directory', formerUrls: ['html', 'clean'], base: '/', mount: '/api/mount/' },
  { urls: 'html', formerUrls: ['clean', 'directory'], base: '/lib/', mount: '/lib/api/mount.html' },
] as const

describe.each(FORMS)(
  'a site with addresses in the form $urls, base $base',
  async ({ urls, formerUrls, base, mount }) => {
    const given = hostingSite(base)
    const config = String(given['site.config.ts']).replace(
      'base:',
      `urls: '${urls}', formerUrls: ${JSON.stringify(formerUrls)}, base:`,
    )
    /** Addresses of sources without an ending, those of folders aside. */
    const sources = new Set(
      Object.keys(given)
        .filter(file => /^content\/(?!.*README\.md$).*\.md$/.test(file))
        .map(file => base + file.slice('content/'.length, -'.md'.length)),
    )
    const site = createTestSite({ ...given, 'site.config.ts': config })
    const { stderr } = await site.run(['build', '--silent', '--no-cache'])
    const files = listFiles(site.output)
    const documents = readDocuments(site.output)
    const pages = pagesOf(documents)
    const read = (file: string) => site.read(`dist/${file}`)
    const pathOf = (page: BuiltDocument) => base + bootData(page).page.path.slice(1)

    it('links to pages by their address alone: in documents, in the sitemap, as canonical and as translation', () => {
      expect(stderr).toBe('')
      const addresses = new Set(pages.map(pathOf))
      const others = new Set(files.filter(name => !name.endsWith('.html')).map(name => base + name))
      const problems: string[] = []
      for (const document of pages) {
        for (const element of document.elements) {
          const address = attribute(element, 'href') ?? attribute(element, 'src')
          if (address === undefined || /^https:\/\/(?!docs\.example)|^#/.test(address)) continue
          const { pathname } = new URL(address, 'https://docs.example.org')
          if (!addresses.has(pathname) && !others.has(decodeURIComponent(pathname)))
            problems.push(`${document.file}: ${address}`)
        }
        const address = `https://docs.example.org${pathOf(document)}`
        expect(linksOf(document, 'canonical')).toEqual(isResultsPage(document) ? [] : [{ href: address }])
      }
      expect(problems).toEqual([])
      expect(addresses).toContain(mount)
      expect(read('sitemap.xml')).toContain(`<loc>https://docs.example.org${mount}</loc>`)
      expect(read('sitemap.xml')).toContain(
        `hreflang="zh-CN" href="https://docs.example.org${mount.replace('api', 'zh/api')}"`,
      )
      expect(Object.keys((JSON.parse(read('assets/locales/en.json')) as { pages: object }).pages)).toContain(
        mount.replace(base, '/'),
      )
    })

    it('keeps the order of folders in its sidebar', () => {
      const { sidebars } = JSON.parse(
        read(files.find(name => /^assets\/locales\/en\.\w+\.json$/.test(name)) ?? ''),
      ) as { sidebars: { text: string; items: { text: string }[] }[][] }
      const api = sidebars[0]?.find(({ text }) => text === 'API')
      expect(api?.items.map(({ text }) => text)).toEqual(['createThing', 'mount'])
    })

    // A website of S3 finds files by their names only.
    const hosts = Object.entries(HOSTS).filter(([name]) => urls !== 'clean' || name !== 'S3 website')
    it.each(hosts)(
      'answers each address at once on %s, and leads other forms there or to a 404',
      (name, host) => {
        const input = {
          files: new Set(files.map(file => base + file)),
          rules: netlifyRules(read('_redirects')),
          // The host is configured to try names with `.html`.
          endings: name === 'nginx' || name === 'Vercel',
        }
        const problems: string[] = []
        for (const page of pages) {
          const own = pathOf(page)
          const stem = own.replace(/(?:\/|\.html)$/, '')
          // Where the form has an ending, there is a document for each other form.
          const isFile = urls !== 'clean' && sources.has(decodeURIComponent(stem))
          for (const form of [own, stem, `${stem}/`, `${stem}.html`].filter(each => each !== '')) {
            const { redirects, final } = follow(form, address => host(address, input))
            const { file, status } = { file: undefined, status: 404, ...final }
            const document = documents.find(each => base + each.file === file)
            const isRight = document === page || (document && isRedirectDocument(document))
            if (status === 200 ? !isRight : form === own || isFile)
              problems.push(`${form}: ${status} ${file}`)
            if (form === own && redirects > 0 && !own.endsWith('.html'))
              problems.push(`${form}: is redirected`)
          }
        }
        expect(problems).toEqual([])
      },
    )

    it('is previewed as hosts serve it', async () => {
      const served = await readSiteFiles(site.output, base, urls)
      for (const page of pages)
        expect(resolveRequest(served, pathOf(page), '')).toMatchObject({
          kind: 'file',
          name: `/${page.file}`,
          status: 200,
        })
      const stem = mount.replace(/\/$|\.html$/, '')
      const ends = { clean: ['.html', '/'], directory: ['', '/index.html'], html: [''] }
      for (const end of ends[urls])
        expect(resolveRequest(served, stem + end, '?q')).toEqual({ kind: 'redirect', location: `${mount}?q` })
    })

    it('leads on from the addresses that pages had before, once', () => {
      const table = read('nginx-redirects.conf')
      const to = `{ return 301 "${mount}$is_args$args"; }`
      const former = ['.html', '/', ''].map(end => `${base}api/mount${end}`).filter(from => from !== mount)
      for (const from of former) expect(table.split(`location = "${from}" ${to}`)).toHaveLength(2)
      expect(table).toContain(`location = "${base}old.html" ${to}`)
      const { redirects, ...vercel } = JSON.parse(read('vercel.json')) as { redirects: { source: string }[] }
      const told = redirects.map(({ source }) => source).filter(source => former.includes(source))
      if (urls === 'directory') {
        expect(read('api/mount.html')).toContain(`url=${mount}"`)
        expect(read('_redirects')).toContain(`/api/mount.html ${mount} 301`)
        expect(told).toEqual(['/api/mount.html'])
      } else if (urls === 'clean') {
        expect(vercel).toMatchObject({ cleanUrls: true })
        expect(read('.htaccess')).toContain('RewriteEngine On')
        expect(files).not.toContain('api/mount/index.html')
        expect(told).toEqual([])
      } else {
        expect(read('api/mount/index.html')).toContain(`url=${mount}"`)
        expect(read('_redirects')).not.toMatch(/mount\/? /)
        expect(told).toEqual(former.toReversed())
      }
    })
  },
)
