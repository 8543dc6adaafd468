import { describe, expect, it } from 'vitest'
import {
  attribute,
  type BuiltDocument,
  bootData,
  documentOf,
  byTag,
  headingLevels,
  type Element,
  isRedirectDocument,
  linksOf,
  metaOf,
  pagesOf,
  readDocuments,
  textOf,
} from './built-documents.ts'
import { hostingSite } from './hosting-site.ts'
import { createTestSite } from './site.ts'

/** Frontmatter features and overridden templates, on top of the site with every Markdown feature. */
const PAGES: Record<string, string> = {
  'content/features/README.md': '---\nsidebar: auto\n---\n\n# Features\n\n## One\n\n## Two\n',
  'content/features/kebab.md': '---\nlayout: special-layout\n---\n\n# Kebab\n\nText.\n',
  'content/features/pascal.md': '---\nlayout: SpecialLayout\n---\n\n# Pascal\n\nText.\n',
  'content/features/unknown.md': '---\nlayout: no-such-layout\n---\n\n# Unknown\n\nText.\n',
  'content/features/home.md':
    '---\nhome: true\nheroText: Hero\ntagline: A line\nactionText: Begin\nactionLink: ../api/mount.md?x=1#options\nfooter: Made by hand\nfeatures:\n  - title: First\n    details: Its details\n---\n\n# Inside\n\nBody.\n',
  'content/features/bare.md':
    '---\nsidebar: false\neditLink: false\noutline: false\nprev: false\nnext: false\n---\n\n# Bare\n\n## A\n\n## B\n',
  'content/features/around.md': '---\nprev: ../odd/a%23b.html\nnext: ../api/mount.md\n---\n\n# Around\n',
  'content/features/head.md':
    '---\ntitle: Own title\nmetaTitle: The whole title\nlang: de-DE\ndescription: Own description\npageClass: one two\nmeta:\n  - name: description\n    content: From meta\n  - name: keywords\n    content: a, b\n  - name: keywords\n    content: second\n  - property: og:title\n    content: From frontmatter\n  - itemprop: image\n    content: /x.png\n  - name: theme-color\n    content: "#abcdef"\n---\n\n# Head\n\nText.\n',
  'content/features/numbers.md': '---\ntitle: 1.0\n---\n\nText only.\n',
  'content/features/dated/2024-05-06-release.md':
    '---\npermalink: /:year/:i_month/:slug.html\n---\n\n# Release\n',
  'content/zh/features/dated/2024-05-06-release.md':
    '---\npermalink: /news/:slug\n---\n\n# 发布\n\n见[英文](../../../features/dated/2024-05-06-release.md)。\n',
  'templates/layouts/SpecialLayout.tsx': `import type { ReactNode } from 'react'
export default function SpecialLayout({ page, children }: { page: { title: string }; children: ReactNode }): ReactNode {
  return <main id="docsgen-main" className="special" tabIndex={-1}><p>Special: {page.title}</p>{children}</main>
}
`,
  'templates/components/Footer.tsx': `import type { ReactNode } from 'react'
export function Footer({ text }: { text?: string }): ReactNode {
  return <footer className="own-footer"><p>Own footer</p>{text && <p>{text}</p>}</footer>
}
`,
}

const site = createTestSite({ ...hostingSite('/'), ...PAGES })
const documents = readDocuments(await site.build())

const find = (file: string) => documentOf(documents, file)
const withClass = (document: BuiltDocument, name: string) =>
  document.elements.filter(element => attribute(element, 'class')?.split(' ').includes(name))

describe('every document', () => {
  it('is parsed without an error by the rules of the HTML standard', () => {
    for (const { file, errors } of documents) expect(errors, file).toEqual([])
  })

  it('has no nesting that browsers would take apart', () => {
    for (const { file, elements } of documents) expect(elements.flatMap(wrongParent), file).toEqual([])
  })

  it('declares its encoding in the first 1024 bytes, once, and lets readers zoom', () => {
    for (const document of documents) {
      expect(document.html.startsWith('<!DOCTYPE html>\n<html lang="')).toBe(true)
      const charsets = byTag(document, 'meta').filter(meta => attribute(meta, 'charset') !== undefined)
      expect(charsets).toHaveLength(1)
      expect(Buffer.from(document.html).subarray(0, 1024).toString()).toContain('<meta charset="utf-8">')
      for (const content of metaOf(document, 'viewport'))
        expect(content).not.toMatch(/user-scalable|maximum-scale/)
      if (!isRedirectDocument(document)) expect(metaOf(document, 'viewport')).toHaveLength(1)
    }
  })

  it('has one title that is not empty, and no id twice', () => {
    for (const document of documents) {
      const titles = byTag(document, 'title').filter(title => title.namespaceURI.endsWith('xhtml'))
      const ids = document.elements.flatMap(element => attribute(element, 'id') ?? [])
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
      const found = [titles.map(title => textOf(title) !== ''), twice, ids.includes('')]
      expect(found, document.file).toEqual([[true], [], false])
    }
  })

  it('has exactly one level 1 heading and skips no level', () => {
    for (const document of documents.filter(candidate => !isRedirectDocument(candidate))) {
      const levels = headingLevels(document)
      const first = levels.filter(level => level === 1)
      const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
      expect([first, skipped], `${document.file}: ${levels.join()}`).toEqual([[1], []])
    }
  })

  it('refers to elements that it has: labels, controls, descriptions', () => {
    const names = ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'popovertarget']
    for (const { file, elements } of documents) {
      const ids = new Set(elements.map(element => attribute(element, 'id')))
      const all = elements.flatMap(each => names.flatMap(name => attribute(each, name)?.split(' ') ?? []))
      expect(
        all.filter(id => !ids.has(id)),
        file,
      ).toEqual([])
    }
  })

  it('names its language, its images and its buttons', () => {
    for (const document of pagesOf(documents)) {
      for (const image of byTag(document, 'img')) expect(attribute(image, 'alt')).toBeDefined()
      for (const button of byTag(document, 'button')) {
        expect((attribute(button, 'aria-label') ?? textOf(button)).trim(), document.file).not.toBe('')
        expect(attribute(button, 'type')).toBe('button')
      }
    }
  })

  it('loads nothing twice and no data of its own a second time', () => {
    for (const document of pagesOf(documents)) {
      const sources = byTag(document, 'script').flatMap(script => attribute(script, 'src') ?? [])
      expect(sources).toHaveLength(2)
      expect(new Set(sources).size).toBe(2)
      expect(sources.some(source => source.includes('/v-'))).toBe(false)
    }
  })

  it('gives pictures their size, so that nothing moves when they arrive', () => {
    const pictures = byTag(find('guides/everything.html'), 'img').filter(img =>
      attribute(img, 'src')?.includes('dot'),
    )
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) {
      expect([attribute(picture, 'width'), attribute(picture, 'height')]).toEqual(['1', '1'])
      expect(attribute(picture, 'src')).toMatch(/^\/assets\/img\/dot\.[0-9a-f]{8,}\.png$/)
    }
  })
})

it('has no files of what no page uses', () => {
  const files = Object.keys(site.hashes('dist'))
  expect(files.filter(file => /\/(?:components|tabs)\.\w+\.(?:css|js)$/.test(file))).toEqual([])
})

describe('what frontmatter asks for', () => {
  it('chooses a layout in kebab or Pascal form, an unknown one is the default', () => {
    for (const title of ['Kebab', 'Pascal']) {
      const document = find(`features/${title.toLowerCase()}.html`)
      expect(textOf(byTag(document, 'main')[0]!)).toContain(`Special: ${title}`)
      expect(bootData(document).page['layout']).toBe('SpecialLayout')
    }
    expect(bootData(find('features/unknown.html')).page['layout']).toBe('Layout')
    expect(withClass(find('features/unknown.html'), 'layout-page')).toHaveLength(1)
  })

  it('makes a home page: hero, action, features, body, footer, no sidebar, edit link or neighbours', () => {
    const document = find('features/home.html')
    const text = textOf(byTag(document, 'body')[0]!)
    for (const part of ['Hero', 'A line', 'First', 'Its details', 'Inside', 'Body.', 'Made by hand'])
      expect(text).toContain(part)
    const action = withClass(document, 'action')[0]!
    expect([textOf(action), attribute(action, 'href')]).toEqual(['Begin', '/api/mount.html?x=1#options'])
    for (const part of ['sidebar', 'pager', 'edit-link']) expect(withClass(document, part)).toEqual([])
    expect(textOf(byTag(document, 'title')[0]!)).toBe('Site & Söhne')
  })

  it('switches sidebar, edit link, outline and neighbours off', () => {
    const { page } = bootData(find('features/bare.html'))
    expect(page['sidebar']).toBe(-1)
    for (const key of ['prev', 'next', 'editLink']) expect(page[key], key).toBeUndefined()
    expect(page['outline']).toBe(false)
    expect(withClass(find('features/bare.html'), 'sidebar')).toEqual([])
    expect(bootData(find('features/around.html')).page['editLink']).toEqual({
      text: 'Edit this page',
      href: 'https://github.com/owner/name/edit/main/content/features/around.md',
      external: true,
    })
  })

  it('names neighbours by address or file, whatever characters they have', () => {
    const { page } = bootData(find('features/around.html'))
    expect(page['prev']).toMatchObject({ href: '/odd/a%23b.html', text: 'Page odd/a#b.md' })
    expect(page['next']).toMatchObject({ href: '/api/mount.html', text: 'mount' })
  })

  it('makes a sidebar of the page’s own headings with `sidebar: auto`', () => {
    const [sidebar] = withClass(find('features/index.html'), 'sidebar')
    expect(sidebar).toBeDefined()
    const links = byTag(find('features/index.html'), 'a').filter(link => ancestorsOf(link).includes(sidebar!))
    expect(links.map(link => attribute(link, 'href'))).toEqual(['/features/', '#one', '#two'])
    expect(textOf(sidebar!)).toContain('Features')
  })

  it('sets title, language, description and class', () => {
    const document = find('features/head.html')
    expect(textOf(byTag(document, 'title')[0]!)).toBe('The whole title')
    expect(attribute(byTag(document, 'html')[0]!, 'lang')).toBe('de-DE')
    expect(attribute(withClass(document, 'layout')[0]!, 'class')).toMatch(/ one two( |$)/)
    expect(textOf(byTag(find('features/numbers.html'), 'title')[0]!)).toBe('1.0 | Site & Söhne')
  })

  it('merges meta tags: the first of each name, property or item wins', () => {
    const document = find('features/head.html')
    expect(metaOf(document, 'description')).toEqual(['From meta'])
    expect(metaOf(document, 'keywords')).toEqual(['a, b'])
    expect(metaOf(document, 'og:title')).toEqual(['From frontmatter'])
    expect(metaOf(document, 'theme-color')).toEqual(['#abcdef'])
    const items = byTag(document, 'meta').filter(meta => attribute(meta, 'itemprop') === 'image')
    expect(items.map(meta => attribute(meta, 'content'))).toEqual(['/x.png'])
  })

  it('moves a page with a permalink, and every link, redirect and translation with it', () => {
    const english = find('2024/5/release.html')
    const chinese = find('zh/news/release/index.html')
    expect(linksOf(english, 'canonical')).toEqual([{ href: 'https://docs.example.org/2024/5/release.html' }])
    const addresses = [
      'https://docs.example.org/2024/5/release.html',
      'https://docs.example.org/zh/news/release/',
    ]
    for (const document of [english, chinese])
      expect(linksOf(document, 'alternate').map(({ href }) => href)).toEqual(
        expect.arrayContaining(addresses),
      )
    const link = byTag(chinese, 'a').find(element => textOf(element) === '英文')
    expect(link && attribute(link, 'href')).toBe('/2024/5/release.html')
    expect(isRedirectDocument(find('features/dated/2024-05-06-release.html'))).toBe(true)
    expect(site.read('dist/_redirects')).toContain(
      '/features/dated/2024-05-06-release.html /2024/5/release.html 301',
    )
  })
})

it('templates of the site replace those of the theme by file name', () => {
  for (const document of pagesOf(documents).filter(page => !/features\/(?:kebab|pascal)/.test(page.file))) {
    expect(withClass(document, 'own-footer'), document.file).toHaveLength(1)
    expect(withClass(document, 'footer'), document.file).toHaveLength(0)
  }
  expect(textOf(withClass(find('features/home.html'), 'own-footer')[0]!)).toContain('Own footer')
})

function ancestorsOf({ parentNode }: Element): Element[] {
  return parentNode && 'tagName' in parentNode ? [parentNode, ...ancestorsOf(parentNode)] : []
}

/** Content models that the parser does not enforce. */
function wrongParent(element: Element): string[] {
  const { tagName } = element
  const ancestors = ancestorsOf(element).map(ancestor => ancestor.tagName)
  const [parent = ''] = ancestors
  const isList = ['ul', 'ol', 'menu'].includes(parent)
  const isInteractive = (tag: string) => tag === 'a' || tag === 'button'
  const isBlock = /^(?:div|p|ul|ol|table|pre|section|nav|main|h[1-6])$/.test(tagName)
  const isHeadingOfSummary = parent === 'summary' && tagName.startsWith('h')
  const isWrong =
    (isList && !['li', 'script', 'template'].includes(tagName)) ||
    (tagName === 'li' && !isList) ||
    (parent === 'dl' && !['dt', 'dd', 'div'].includes(tagName)) ||
    (isBlock && ['p', 'span', 'button', 'summary'].includes(parent) && !isHeadingOfSummary)
  if (isInteractive(tagName) && ancestors.some(isInteractive)) return [`<${tagName}> inside a link or button`]
  return isWrong ? [`<${tagName}> in <${parent}>`] : []
}
