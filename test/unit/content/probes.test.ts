import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { splitFrontmatter } from '../../../src/content/frontmatter.ts'
import { parsePage } from '../../../src/content/parse.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { createOptions, createSource, withoutPermalinks } from './helpers.ts'

interface Probe {
  md: string
  title?: string
  headers: { level: number; title: string; slug: string }[]
  html?: string
  ids: string[]
}

const FILE = new URL('../../../../shared/spec/oracle/markdown-probes.json', import.meta.url)
const exists = existsSync(FILE)
const probes: Record<string, Probe> = exists
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Probe>)
  : {}

/** Includes and snippets are expanded by the scan; `scan.test.ts` has these cases. */
const SCANNED = /^(?:include|snippet)/

/** Where the rendered structure differs on purpose, and why. */
const DIFFERENT: Record<string, string> = {
  tasklist: 'GFM task lists become check boxes',
  'link-space': 'CommonMark allows spaces in angle brackets',
  'link-query-md': 'a link with a query is a link to a page all the same',
  'link-noext': 'a link without extension resolves like an address',
  'link-ftp-dir': 'any scheme is external',
  'tip-title': 'a title is Markdown, as in VitePress: what is marked in one is meant so',
  'v-pre': 'there is no template compilation to exempt from, so no attribute',
  slot: 'there are no Vue slots: the content stays where it is',
  'html-component': 'an element that is no HTML is closed and lower-cased by the HTML parser',
  'slug-html': 'an element that is no HTML is closed and lower-cased by the HTML parser',
}

/** Titles that the reference made of the source text; here they are the text that readers see: [of the page, of the heading]. */
const TITLES: Record<string, [page: string, heading: string]> = {
  'slug-empty': ['', ''],
  'slug-image': ['Pic alt end', 'Pic alt end'],
  'slug-html': ['Title end', 'Title end'],
  'slug-setext': ['Title', 'Sub'],
  'title-setext': ['Setext', 'Setext'],
}

/** What this renderer and the reference say in their own markup, brought to one form. */
function structure(html: string): string {
  return withoutPermalinks(html)
    .replace(/<a class="header-anchor"[^>]*>#<\/a> ?/g, '')
    .replace(/<RouterLink to="[^"]*">([^]*?)<\/RouterLink>/g, '<a>$1</a>')
    .replace(
      /<OutboundLink\/>|<span class="external-mark"[^>]*><\/span><span class="visually-hidden">[^<]*<\/span>/g,
      '',
    )
    .replace(/<a (?:href|target|rel)=[^>]*>/g, '<a>')
    .replace(/<img [^>]*>/g, '<img>')
    .replace(/<!--(?:before|after)(?:begin|end)-->/g, '')
    .replace(
      /<div class="language-([^ "]*)[^>]*>/g,
      (_, lang: string) => `<div class="language-${lang.toLowerCase()}">`,
    )
    .replace(/<div class="highlight-lines"[^>]*>[^]*?<\/div>(?=<pre)/g, '<lines>')
    .replace(/<pre [^>]*>/g, '<pre>')
    .replace(/<button [^>]*><\/button>/g, '')
    .replace(/<(\/?)h[1-6]/g, '<$1h')
    .replace(/ id=""/g, '')
    .replace(/<(\/?)s>/g, '<$1del>')
    .replace(/<p>(<div class="table-of-contents">[^]*?<\/div>)<\/p>/g, '$1')
    .replace(/&(?:quot|#x22);/g, '"')
    .replace(/&(?:#x3C|lt);/g, '<')
    .replace(/&(?:#x26|amp);/g, '&')
    .replace(/&gt;/g, '>')
    .replace(/\s*\n\s*/g, '')
    .trim()
}

/** Every page here has an h1, also one whose source has no heading. */
function withoutFallback({ html, headings }: ParsedPage): string {
  return headings.length === 0 ? html.replace(/^<h1>[^<]*<\/h1>\n?/, '') : html
}

/** Where the links of a probe lead: inside the site, or as written. The reference used `RouterLink` for the former. */
function referenceAddresses(html: string): string[] {
  const links = html
    .replace(/<div class="table-of-contents">[^]*?<\/div>/, '')
    .matchAll(/<RouterLink to="([^"]*)"|<a href="([^"]*)"(?! aria-hidden)/g)
  return [...links].map(([, inside, outside]) =>
    inside === undefined ? `plain ${outside}` : `page ${inside}`,
  )
}

function ownAddresses({ links }: ParsedPage): string[] {
  return links
    .filter(({ kind }) => kind === 'link')
    .map(({ type, target, query, hash, url }) =>
      type === 'page' ? `page ${target}${query}${hash}` : `plain ${url}`,
    )
}

function parseProbe(md: string) {
  const { frontmatter, body } = splitFrontmatter(md)
  return parsePage({ ...createSource(body), frontmatter }, createOptions({ slugs: 'vuepress' }))
}

describe.skipIf(!exists)('probes of the reference site', () => {
  for (const [name, probe] of Object.entries(probes)) {
    if (SCANNED.test(name)) continue
    test(`${name}: title, headers and ids are those of the reference`, () => {
      const { record, headings } = parseProbe(probe.md)
      const [title, heading] = TITLES[name] ?? [probe.title ?? '']
      expect(record.title).toBe(title)
      expect(record.headers ?? []).toEqual(
        probe.headers.map(each => ({ ...each, title: heading ?? each.title })),
      )
      expect(headings.map(heading => heading.id)).toEqual(probe.ids)
    })
    test.skipIf(name in DIFFERENT)(`${name}: the rendered structure is that of the reference`, () => {
      const page = parseProbe(probe.md)
      expect(structure(withoutFallback(page))).toBe(structure(probe.html ?? ''))
      expect(ownAddresses(page)).toEqual(referenceAddresses(probe.html ?? ''))
    })
  }

  test('each deliberate difference is still one', () => {
    const same = Object.keys(DIFFERENT).filter(name => {
      const probe = probes[name]
      const page = parseProbe(probe?.md ?? '')
      const sameAddresses = ownAddresses(page).join() === referenceAddresses(probe?.html ?? '').join()
      return structure(withoutFallback(page)) === structure(probe?.html ?? '') && sameAddresses
    })
    expect(same).toEqual([])
  })
})
