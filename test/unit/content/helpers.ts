import { parsePage } from '../../../src/content/parse.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import type { ParsedPage, ParseLocale, ParseOptions, SourceFile } from '../../../src/schema/page.ts'

const locale: ParseLocale = {
  lang: 'en-US',
  containerTitles: {
    tip: 'TIP',
    info: 'INFO',
    warning: 'WARNING',
    danger: 'WARNING',
    details: 'DETAILS',
    'alert-note': 'Note',
    'alert-tip': 'Tip',
  },
  labels: {
    copy: 'Copy code',
    code: '{lang} code',
    table: 'Table',
    external: '(opens a new window)',
    permalink: 'Permalink to {title}',
  },
}

/** Options as a site with one language has them. */
export function createOptions(overrides: Partial<ParseOptions> = {}): ParseOptions {
  return {
    slugs: 'github',
    html: 'allow',
    emoji: true,
    lineNumbers: false,
    containers: {},
    elements: [],
    contentDir: 'content',
    locales: { '/': locale },
    ...overrides,
  }
}

/** A file of the content folder with this body, as the scan would give it. */
export function createSource(body: string, relativePath = 'dir/page.md'): SourceFile {
  const file = `content/${relativePath}`
  return {
    relativePath,
    file,
    locale: '/',
    frontmatter: undefined,
    body,
    origins: [{ from: 1, file, line: 1 }],
    includes: [],
    findings: [],
  }
}

/** Parses a body with github ids and default options. */
export function parse(body: string, options: Partial<ParseOptions> = {}): ParsedPage {
  return parsePage(createSource(body), createOptions(options))
}

/** The rendered content without heading permalinks, which most tests are not about. */
export function htmlOf(body: string, options: Partial<ParseOptions> = {}): string {
  return withoutPermalinks(parse(body, options).html)
}

export function withoutPermalinks(html: string): string {
  return html.replace(/ <a class="header-anchor"[^>]*><\/a>/g, '')
}

/** Findings of a page but the one about its title, which most fragments in tests have not. */
export function findingsOf(page: ParsedPage): Finding[] {
  return page.findings.filter(finding => finding.rule !== 'markdown/no-title')
}

/** Rules of `findingsOf`, in order. */
export function rulesOf(page: ParsedPage): string[] {
  return findingsOf(page).map(finding => finding.rule)
}

/** The content below a title, without what belongs to that. */
export function contentOf(body: string, options: Partial<ParseOptions> = {}): string {
  const html = htmlOf(`# T\n\n${body}`, options)
  return html.replace(/^<h1[^]*?<\/h1>\n?/, '').trim()
}

/** Findings as `line:column rule message hint`, the rule without its family. */
export function told(page: ParsedPage): string[] {
  return findingsOf(page).map(({ place, rule, message, hint }) =>
    [`${place?.line}:${place?.column}`, rule.replace('markdown/', ''), message, ...(hint ? [hint] : [])].join(
      ' ',
    ),
  )
}
