import { readFileSync } from 'node:fs'
import path from 'node:path'
import { withBase } from '../shared/addresses.ts'
import { hashContent } from '../lib/hash.ts'
import { packageRoot } from '../lib/package.ts'
import type { Staging } from '../render/staging.ts'
import { fillAddresses } from '../render/page.ts'
import { type PrintPage, renderPrint } from '../render/whole-document.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import { metaPolicy, policyText } from '../shared/policy.ts'
import { printFile } from '../site/print-files.ts'
import { orderOf } from '../site/sidebar-order.ts'
import type { LoadedSite } from './load.ts'

const SHEET = path.join(packageRoot, 'templates/styles/additions/print-page.css')

/** The documents that hold all pages of a language, each with what is wrong with its place. */
export async function emitPrint(loaded: LoadedSite, staging: Staging): Promise<Finding[]> {
  const { config, locales } = loaded.site
  const css = readFileSync(SHEET, 'utf8')
  const sheet: OutputFile = {
    path: `assets/css/print-page.${hashContent(css)}.css`,
    content: css,
    immutable: true,
  }
  await staging.write(sheet)
  const findings: Finding[] = []
  for (const locale of Object.values(locales)) {
    const file = printFile(locale.path)
    if (staging.written.has(file)) findings.push(takenFinding(file))
    else
      await staging.write({
        path: file,
        content: renderLocale(loaded, locale, withBase(config.base, `/${sheet.path}`)),
      })
  }
  return findings
}

function renderLocale({ site, theme, contents }: LoadedSite, locale: LocaleView, sheet: string): string {
  const { base, security } = site.config
  const pages = [...site.pages, ...site.fallbacks].filter(
    ({ view, record }) => view.locale === locale.path && !record.frontmatter.unlisted,
  )
  const printed = pages.map(({ view, record, file, addresses }): PrintPage => {
    const html = fillAddresses(contents.readHtml(file), addresses)
    return { view, href: withBase(base, record.path), html }
  })
  const loads = printed.flatMap(({ view }) => view.loads ?? []).filter(href => href.endsWith('.css'))
  return renderPrint({
    locale,
    pages: inOrder(printed, locale),
    styles: [...new Set([withBase(base, theme.entries.style), ...loads, sheet])],
    policy: security.meta && site.policy ? policyText(metaPolicy(site.policy)) : undefined,
  })
}

/** The home page, what is in sidebars in their order, then the rest by address; each once. */
function inOrder(pages: readonly PrintPage[], { home, sidebars }: LocaleView): PrintPage[] {
  const byHref = new Map(pages.map(page => [page.href, page]))
  const listed = Object.values(sidebars).flatMap(items => orderOf(items).pages.map(({ href }) => href))
  const order = new Set([home, ...listed, ...pages.map(({ href }) => href).toSorted()])
  return [...order].flatMap(href => byHref.get(href) ?? [])
}

function takenFinding(file: string): Finding {
  return {
    rule: 'routes/reserved',
    severity: 'error',
    message: `The address \`/${file}\` belongs to the document that \`print: true\` asks for.`,
    hint: 'Rename the page or the public file.',
  }
}
