import type { PageContext } from '../../../src/content/page-context.ts'
import { noteFrontmatter } from '../../../src/content/remark/links.ts'
import { readInlineText } from '../../../src/content/tree.ts'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import type { Frontmatter } from '../../../src/schema/frontmatter.ts'
import type { Link, ParsedPage, Section } from '../../../src/schema/page.ts'
import type { ReadableSite } from '../../../src/schema/site.ts'
import { hashContent } from '../../../src/lib/hash.ts'
import { createStamp } from '../../../src/site/stamps.ts'
import { createSite, type JoinInput } from '../../../src/site/create.ts'
import { stringsFor } from '../../strings-for.ts'

/** A section as a test writes it: `## Title {#id}`, and its text. */
export interface TestSection {
  id: string
  depth?: number
  title?: string
  text?: string
  code?: string[]
  own?: boolean
  file?: string
}

/** A page as a test writes it. Sections stand three lines apart, from line 1. */
export interface TestPage {
  sections?: TestSection[]
  frontmatter?: Frontmatter
  codeBlocks?: { lang: string; code: string; own?: boolean }[]
  containers?: string[]
  links?: Partial<Link>[]
  findings?: ParsedPage['findings']
  incomplete?: true
}

const LOCALES: UserConfig['locales'] = {
  '/': { lang: 'en-US', label: 'English', description: 'A test site' },
  '/ja/': { lang: 'ja', label: '日本語', description: 'テスト' },
  '/fr/': { lang: 'fr', label: 'Français', description: 'Un site' },
}

/** Joins pages, keyed by their path below the content folder (`ja/api/mount.md`), as the build does. */
export function createTestSite(
  pages: Record<string, TestPage>,
  config: UserConfig = {},
  locate: JoinInput['locate'] = () => undefined,
  untranslated: JoinInput['untranslated'] = new Map(),
): ReadableSite {
  const full = configSchema.parse({
    locales: LOCALES,
    url: 'https://docs.example.org',
    fallback: 'none',
    ...config,
  })
  const parsed = Object.entries(pages).map(([file, page]) =>
    parsedPage(file, page, Object.keys(full.locales)),
  )
  const texts = new Map(parsed.map(page => [page.file, page]))
  const summaries = parsed.map(
    ({ html: _html, sections: _sections, codeBlocks: _codeBlocks, ...page }) => page,
  )
  const site = createSite({
    readInline: readInlineText,
    root: '/site',
    config: full,
    parsed: summaries.filter(({ record }) => !record.frontmatter.draft),
    drafts: summaries.filter(({ record }) => record.frontmatter.draft),
    stringsFor,
    untranslated,
    layouts: ['Layout', 'Home'],
    assets: { map: new Map([['/logo.png', { path: '/logo.png' }]]), refused: new Map() },
    lastUpdated: new Map(),
    locate,
    fileAddresses: [],
    ownPolicies: [],
  })
  return { ...site, textOf: ({ file }) => texts.get(file) ?? { sections: [], codeBlocks: [] } }
}

const LINK = { kind: 'link', url: '', type: 'page', target: '', query: '', hash: '' } as const

function section(test: TestSection, file: string, line: number): Section {
  const { id, depth = 2, title = id, text = '', code = [], own = true } = test
  const place = { file: test.file ?? file, line, column: 1 }
  const hash = hashContent(JSON.stringify([title, text, code]), 16)
  return { id, depth, title, text, code, own, hash, ancestors: [], place }
}

function parsedPage(relativePath: string, page: TestPage, locales: readonly string[]): ParsedPage {
  const file = `content/${relativePath}`
  const at = (line: number, column = 1) => ({ file, line, column })
  const path = ('/' + relativePath).replace(/README\.md$/, '').replace(/\.md$/, '.html')
  const locale = locales.find(one => one !== '/' && path.startsWith(one)) ?? '/'
  const sections = (page.sections ?? []).map((one, index) => section(one, file, index * 3 + 1))
  return {
    record: {
      title: sections[0]?.title ?? '',
      frontmatter: page.frontmatter ?? {},
      regularPath: path,
      relativePath,
      key: `v-${hashContent(relativePath)}`,
      path,
    },
    locale,
    file,
    keyPlaces: {},
    html: '',
    anchors: [],
    headings: sections
      .filter(({ depth }) => depth > 0)
      .map(({ depth, title, id, place, own }) => ({ depth, title, id, place, own })),
    links: [
      ...(page.links ?? []).map((link, index) => ({ ...LINK, place: at(index * 2 + 2, 5), ...link })),
      ...frontmatterLinks(page.frontmatter ?? {}, file),
    ],
    sections,
    stamp: createStamp(sections),
    codeBlocks: (page.codeBlocks ?? []).map((block, index) => {
      return { meta: '', own: true, place: at(index * 10 + 3), ...block }
    }),
    containers: (page.containers ?? []).map((name, index) => ({ name, own: true, place: at(index * 5 + 4) })),
    excerpt: '',
    includes: [],
    findings: page.findings ?? [],
    ...(page.incomplete ? { incomplete: true } : {}),
  }
}

function frontmatterLinks(frontmatter: Frontmatter, file: string): Link[] {
  const options = { contentDir: 'content', rewrites: {} }
  const page = { frontmatter, options, source: { file }, links: [] as Link[], findings: [] }
  noteFrontmatter(page as unknown as PageContext, {})
  return page.links
}
