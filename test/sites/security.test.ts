import { hostname } from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import {
  attribute,
  type BuiltDocument,
  bootData,
  documentOf,
  byTag,
  type Element,
  metaOf,
  readDocuments,
  textOf,
} from './built-documents.ts'
import { hostile, SECURITY_SITE } from './security-site.ts'
import { createTestSite, git, listFiles, twoLanguages } from './site.ts'

const SECRET = 'sk_live_do_not_publish_8f3a'
const MAIL = 'author.of.the.page@example.net'

const built = createTestSite(SECURITY_SITE)
git(built.root, 'init', '-q')
git(built.root, 'add', '.')
git(built.root, '-c', `user.email=${MAIL}`, '-c', 'user.name=Somebody Real', 'commit', '-qm', 'Everything')
const env = { API_TOKEN: SECRET, NPM_TOKEN: SECRET, GITHUB_TOKEN: SECRET, DATABASE_URL: SECRET }
const result = await built.run(['build', '--silent', '--no-cache'], { env })
if (result.code !== 0) throw new Error(result.stderr)
const documents = readDocuments(built.output)
const files = listFiles(built.output)

const isChunk = (file: string) => file.startsWith('assets/js/v-')
const read = (file: string) => built.read(`dist/${file}`)
const document = (file: string) => documentOf(documents, file)
const texts = (html: BuiltDocument, ...tags: string[]) => byTag(html, ...tags).map(element => textOf(element))

describe('texts that try to become markup', () => {
  it('are shown literally, escaped once, in titles, menus, sidebar, notice, footer and buttons', () => {
    const plain = document('plain.html')
    expect(texts(plain, 'title')).toEqual([`Plain | ${hostile('site')}`])
    const shown = texts(plain, 'span', 'a').join('\n')
    for (const place of 'nav menu item entry group label select notice-link edit repository'.split(' '))
      expect(shown).toContain(hostile(place))
    const whole = textOf(byTag(plain, 'body')[0]!)
    for (const place of ['notice', 'footer', 'section', 'subsection', 'box', 'outline'])
      expect(whole).toContain(hostile(place))
    expect(texts(document('404.html'), 'h1')).toEqual([hostile('not-found')])
    expect(texts(document('404.html'), 'title')).toEqual([`${hostile('not-found')} | ${hostile('site')}`])
  })

  it('are shown literally in headings, the outline and the sidebar', () => {
    const plain = document('plain.html')
    expect(texts(plain, 'h2')[0]?.trim()).toBe(hostile('section'))
    const links = byTag(plain, 'a').filter(element => attribute(element, 'href')?.startsWith('#section-'))
    const named = links.filter(element => attribute(element, 'class') !== 'header-anchor')
    expect(named.length).toBeGreaterThanOrEqual(2)
    for (const link of named) expect(textOf(link).trim()).toBe(hostile('section'))
    expect(texts(document("it's & $1.html"), 'h1')[0]?.trim()).toBe(hostile('named'))
  })

  it('are literal in attributes: descriptions, Open Graph, alternative texts, configured tags', () => {
    const home = document('index.html')
    expect(metaOf(home, 'description')).toEqual([hostile('description')])
    expect(metaOf(home, 'og:title')).toEqual([hostile('title')])
    expect(metaOf(home, 'og:site_name')).toEqual([hostile('site')])
    expect(metaOf(home, 'author')).toEqual([hostile('author')])
    expect(byTag(home, 'link').map(element => attribute(element, 'title'))).toContain(hostile('icon'))
    const plain = document('plain.html')
    expect(byTag(plain, 'img').map(element => attribute(element, 'alt'))).toContain(hostile('alternative'))
    expect(metaOf(plain, 'description')).toEqual([hostile('site-description')])
    expect(metaOf(document('fr/index.html'), 'og:site_name')).toEqual([hostile('titre')])
  })

  it('are shown literally on a home page', () => {
    const home = document('index.html')
    const whole = textOf(byTag(home, 'body')[0]!)
    for (const place of ['hero', 'tagline', 'action', 'feature', 'details', 'home-footer'])
      expect(whole).toContain(hostile(place))
    expect(byTag(home, 'a').find(element => attribute(element, 'class') === 'action')).toBeDefined()
  })

  it('add no element, no event handler, no style, no script of their own to any document', () => {
    const problems = documents.flatMap(html => html.elements.flatMap(element => intrusion(html, element)))
    expect(problems).toEqual([])
    expect(
      document('index.html').elements.some(element => attribute(element, 'class')?.includes('onload')),
    ).toBe(true)
  })

  it('come out of the data of documents, chunks and locale files as they went in', () => {
    for (const html of documents) {
      const [data] = byTag(html, 'script').filter(
        element => attribute(element, 'type') === 'application/json',
      )
      if (data) expect(textOf(data)).not.toMatch(/[<>&\u2028\u2029]/)
    }
    expect(bootData(document('index.html')).page.frontmatter['custom']).toEqual({ nested: hostile('custom') })
    const chunks = files.filter(isChunk).map(read)
    const home = chunks.map(runChunk).find(([, chunk]) => chunk.page.path === '/')?.[1]
    expect(home?.page.documentTitle).toBe(hostile('site'))
    expect(home?.html).toContain('&#x3C;/title>')
    expect(chunks.join('\n')).not.toMatch(/<\/script/i)
    const view = JSON.parse(read(bootData(document('plain.html')).view.slice(1))) as Record<string, unknown>
    expect(view['title']).toBe(hostile('site'))
    const [paragraph] = view['footerText'] as { text: string }[][]
    expect(paragraph).toEqual([{ text: hostile('footer') }])
  })

  it('are escaped in the sitemap and do not break host files', () => {
    expect(read('sitemap.xml')).toContain('<loc>https://docs.example.org/it&#39;s%20&amp;%20$1.html</loc>')
    expect(read('_redirects')).not.toContain('<')
    expect(() => JSON.parse(read('vercel.json')) as unknown).not.toThrow()
  })

  it('do not reach the class of a code block: the language is one word', () => {
    const classes = document('plain.html').elements.map(element => attribute(element, 'class') ?? '')
    expect(classes.filter(name => !/^[\w -]*$/.test(name) || name.includes('xss'))).toEqual([])
    expect(classes.some(name => name.split(' ').includes('language-js'))).toBe(true)
  })
})

describe('scripts of the site', () => {
  const scripts = files.filter(name => name.endsWith('.js'))
  it.each([
    // Chunks hold what pages say.
    [
      'use no names that a page may take: no currentScript, no named access to the window',
      /currentScript|document\.(?:forms|all|images|links|scripts)\b|window\[/,
      scripts.filter(name => !isChunk(name)),
    ],
    [
      'build no code from text and load none from elsewhere',
      /\beval\(|new Function\b|\bFunction\(["'`]|document\.write|importScripts\(["'`]https?:/,
      scripts,
    ],
    [
      'hold no connection and hear of no unload: browsers may keep pages for the way back',
      /\b(?:before)?unload\b|WebSocket|EventSource|RTCPeer|BroadcastChannel|SharedWorker|indexedDB/,
      scripts,
    ],
  ])('%s', (_what, wrong, names) => {
    expect(scripts.length).toBeGreaterThan(5)
    for (const name of names) expect(read(name), name).not.toMatch(wrong)
  })

  it('and everything else hold no secret, no path of this machine, no mail of an author', () => {
    const needles = [SECRET, MAIL, 'Somebody Real', built.root, process.cwd(), hostname()]
    for (const file of files) {
      const content = read(file)
      for (const needle of needles.filter(({ length }) => length > 3))
        expect(content.includes(needle), `${needle} in ${file}`).toBe(false)
      expect(content).not.toMatch(/\/(?:home|root|Users|tmp)\/[\w.-]+\/|node_modules\//)
    }
  })
})

describe('links to elsewhere', () => {
  it('give the other page no access to this one; what an author wrote at a link stays', () => {
    for (const html of documents) {
      for (const link of byTag(html, 'a').filter(element => attribute(element, 'target') === '_blank'))
        expect(attribute(link, 'rel')?.split(' '), textOf(link)).toContain('noopener')
    }
    const partner = byTag(document('plain.html'), 'a').find(link =>
      attribute(link, 'href')?.endsWith('/partner'),
    )
    expect(partner && attribute(partner, 'rel')).toBe('sponsored noopener')
  })

  it('show pictures in <img> only', () => {
    for (const html of documents) {
      expect(byTag(html, 'object', 'embed', 'iframe', 'foreignobject')).toEqual([])
      const outside = byTag(html, 'svg').filter(element => attribute(element, 'class') !== 'icon')
      expect(outside).toEqual([])
    }
  })
})

const BAD_ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<b>',
  'vbscript:x',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
]

describe('what must not be rendered is an error with its place', () => {
  it('in pages: addresses of links, pictures and home pages, tags of the head, keys that reach for prototypes', async () => {
    const markdown = [...BAD_ADDRESSES.filter(address => !/\n/.test(address)), '&#106;avascript:alert(1)']
    const written = markdown.map(address => address.replace(/[<>]/g, '').replaceAll('\\', '\\\\'))
    const links = written.map(address => `[x](<${address}>)\n\n![x](<${address}>)`)
    const heroes = BAD_ADDRESSES.map((address, index) => [
      `content/home-${index}.md`,
      `---\nhome: true\nactionText: Go\nactionLink: ${JSON.stringify(address)}\n---\n\n# Home\n`,
    ])
    const site = createTestSite({
      ...(Object.fromEntries(heroes) as Record<string, string>),
      'content/links.md': `# Links\n\n${links.join('\n\n')}\n`,
      'content/meta.md':
        '---\nmeta:\n  - http-equiv: refresh\n    content: 0;url=https://evil.example\n  - name: x\n    onload: alert(1)\n---\n\n# A\n',
      'content/a.md': '---\n__proto__:\n  polluted: yes\n---\n\n# A\n',
      'content/b.md':
        '---\ntitle: B\ncustom:\n  constructor:\n    prototype:\n      polluted: 1\n---\n\n# B\n',
      'content/c.md':
        '---\ntitle: C\nbase: &b\n  __proto__: { polluted: 1 }\nmerged:\n  <<: *b\n---\n\n# C\n',
    })
    const { code, stderr } = await site.run(['build'])
    expect(code).toBe(1)
    expect(stderr.match(/error markdown\/unsafe-link/g)).toHaveLength(markdown.length * 2)
    const homes = stderr.matchAll(/content\/home-(\d)\.md:4:\d+ error frontmatter\/invalid .*actionLink/g)
    expect(Array.from(homes, ([, index]) => Number(index))).toEqual([...BAD_ADDRESSES.keys()])
    expect(stderr).toMatch(/content\/meta\.md:3:.*`meta\.0\.http-equiv`/)
    expect(stderr).toMatch(/content\/meta\.md:.*`meta\.1\.onload`/)
    for (const place of ['a.md:2:1', 'b.md:4:3', 'c.md:4:3'])
      expect(stderr).toContain(`content/${place} error frontmatter/forbidden-key`)
  })

  it('in the configuration: nav, sidebar, notice, logo, repository, redirects, tags of the head', async () => {
    const entry = (address: string) => `{ text: 'x', link: ${JSON.stringify(address)} }`
    const redirects = BAD_ADDRESSES.map((address, at) => `'/old-${at}.html': ${JSON.stringify(address)}`)
    const site = createTestSite({
      'site.config.ts': twoLanguages(`theme: {
        nav: [${BAD_ADDRESSES.map(entry).join(', ')}],
        sidebar: [{ text: 'Group', items: [${entry('javascript:alert(1)')}] }],
        notice: { text: 'x', link: 'javascript:alert(1)' },
        logo: 'javascript:alert(1)',
        repo: 'javascript:alert(1)',
      },
      redirects: { ${redirects.join(', ')} },
      head: [
        { tag: 'meta', attributes: { 'http-equiv': 'refresh', content: '0;url=//evil.example' } },
        { tag: 'link', attributes: { rel: 'stylesheet', href: '//cdn.example/x.css' } },
        { tag: 'script', attributes: { src: 'https://cdn.example/x.js', onload: 'alert(1)' } },
        { tag: 'script', attributes: { src: 'javascript:alert(1)' } },
      ],`),
    })
    const { code, stderr } = await site.run(['build'])
    expect(code).toBe(2)
    for (const index of BAD_ADDRESSES.keys()) {
      expect(stderr).toContain(`theme.nav[${index}].link`)
      expect(stderr).toContain(`\`redirects['/old-${index}.html']\` must be a path`)
    }
    const keys =
      'theme.sidebar[0].items[0].link theme.notice.link theme.logo theme.repo head[3].attributes.src'
    for (const key of keys.split(' ')) expect(stderr).toContain(`\`${key}\` must be a path on this site`)
    for (const key of [`['http-equiv']`, '.href', '.onload'])
      expect(stderr).toMatch(new RegExp(`head\\[\\d\\]\\.attributes${key.replace(/[.[\]]/g, '\\$&')}`))
    site.write(
      'site.config.ts',
      `export default JSON.parse('{"title":"x","__proto__":{"polluted":1},"theme":{"__proto__":{"polluted":1}},"redirects":{"__proto__":"/x"}}')\n`,
    )
    const polluted = await site.run(['build'])
    expect(polluted.code).toBe(2)
    expect(polluted.stderr).toContain('`__proto__`')
    expect(polluted.stderr).toContain('theme.__proto__')
  })
})

it('headings that are named as prototypes survive the stamp of a translation', async () => {
  const page = (text: string) => `# Page\n\n${text}\n\n## constructor\n\n${text}\n\n## prototype\n\n${text}\n`
  const site = createTestSite({
    'content/a.md': page('A sentence in English that says something.'),
    'content/fr/README.md': '# Accueil\n\nBonjour.\n',
    'content/fr/a.md': page('Une phrase en français qui dit quelque chose.'),
  })
  expect((await site.run(['check', '--stamp'])).stderr).not.toContain('forbidden')
  const { code, stdout, stderr } = await site.run(['check'])
  expect(stdout + stderr).not.toMatch(/forbidden-key|coverage\/stale/)
  expect(code).toBe(0)
})

// What languages must not be named: `unit/config/validate.test.ts`.
it('redirects and permalinks that lead out of the output stay inside', async () => {
  const folder = createTestSite()
  const files = {
    'site.config.ts': twoLanguages(
      "redirects: { '/../../escape-3.html': '/', '/%2e%2e/%2e%2e/escape-4.html': '/' }",
    ),
    'content/a.md': '---\npermalink: ../../escape.html\n---\n\n# A\n',
    'content/b.md': "---\nredirectFrom: ['/../../escape-2.html']\n---\n\n# B\n",
  }
  await createTestSite(files, path.join(folder.root, 'a/b')).build()
  const escaped = listFiles(folder.root).filter(file => /escape/.test(file))
  expect(escaped).toEqual(['-2', '-3', '-4', ''].map(end => `a/b/dist/escape${end}.html`))
})

function intrusion({ file }: BuiltDocument, element: Element): string[] {
  const problems = element.attrs
    .filter(({ name }) => name.startsWith('on') || name === 'style' || name === 'srcdoc')
    .map(({ name }) => `${file}: <${element.tagName} ${name}>`)
  const isCode = element.tagName === 'script' && attribute(element, 'type') !== 'application/json'
  if (isCode && (attribute(element, 'src') === undefined || textOf(element) !== ''))
    problems.push(`${file}: an inline script`)
  if (['style', 'base'].includes(element.tagName)) problems.push(`${file}: <${element.tagName}>`)
  if (attribute(element, 'src') === 'x') problems.push(`${file}: an image of an attacker`)
  return problems
}

type Chunk = [key: string, chunk: { page: { path: string; documentTitle: string }; html: string }]

function runChunk(code: string): Chunk {
  const self: { docsgenChunks?: Chunk[] } = {}
  runInNewContext(code, { self })
  const [chunk] = self.docsgenChunks ?? []
  if (!chunk) throw new Error('the chunk pushed nothing')
  return chunk
}
