/** `docsgen new`: creates a translation with the parts that are the same in every language. */
import path from 'node:path'
import { isMap, parseDocument } from 'yaml'
import { withSession } from '../cache/threads/session.ts'
import { findPage } from './edits.ts'
import { stampText } from '../site/stamps.ts'
import { splitFrontmatter } from '../content/frontmatter.ts'
import { findCode, findDirectives } from '../content/includes.ts'
import { closesContainer, openingContainer } from '../content/remark/syntax.ts'
import { MARKDOWN_FILE } from '../shared/addresses.ts'
import { exists, readText, writeFileWhole, refusedFinding } from '../lib/files.ts'
import type { ExitCode, SiteOptions } from '../schema/api.ts'
import { type Finding, usageFinding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { countWords, localeNamed, translatedLocales, translationFile } from '../site/translations.ts'
import { type LoadedSite, loadSite } from '../load.ts'

/** A translation has its own address and stamp. */
const SOURCE_KEYS = ['source', 'draft', 'permalink', 'redirectFrom']

/** `locale`: path, code or language. */
type NewOptions = SiteOptions & { locale: string; page: string; withSource?: boolean | undefined }

/** Files are relative to the root; absent if nothing was written. `words`: number of words in the source. */
interface NewResult {
  exitCode: ExitCode
  findings: Finding[]
  file?: string
  source?: string
  words?: number
}

/** Never touches an existing file. */
export async function writeTranslation(options: NewOptions): Promise<NewResult> {
  return withSession({ root: options.root }, async session => {
    const { loaded, findings, usage } = await loadSite(session, { file: options.config })
    return loaded ? writeStub(loaded, options) : { exitCode: usage ? 2 : 1, findings }
  })
}

function refuse(message: string, hint: string): NewResult {
  return { exitCode: 2, findings: [usageFinding(message, hint)] }
}

function writeStub({ site, contents }: LoadedSite, options: NewOptions): NewResult {
  const { locale: name, page, withSource = false } = options
  const { config, root } = site
  const locale = localeNamed(name, config)
  if (!locale || locale === '/') {
    const others = translatedLocales(config)
    const hint = others.length > 0 ? `Locales: ${others.join(', ')}.` : 'Add one to `locales` first.'
    const message = locale ? `\`${name}\` is the source language.` : `The site has no language \`${name}\`.`
    return refuse(message, hint)
  }
  const sources = [...site.pages, ...site.drafts].filter(one => one.locale === '/')
  const source = findPage(page, sources, (name, plain) => {
    const forms = [plain, `/${plain}`, `/${plain}.html`]
    return forms.includes(name) || forms.includes(name.replace(MARKDOWN_FILE, ''))
  })
  if (typeof source === 'string') return refuse(`\`${page}\` isn't a page in the source language.`, source)
  const file = translationFile(source, locale, config.contentDir)
  const text = (readText(path.join(root, source.file)) ?? '').replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const { frontmatter, body: written, bodyLine } = splitFrontmatter(text)
  const lines = '\n'.repeat(bodyLine - 1) + written
  // Files that the language lacks are those of the source.
  const relocate = (target: string) => {
    const [from, to] = [path.posix.dirname(source.file), path.posix.dirname(file)]
    if (/^[/@]/.test(target) || exists(path.join(root, to, target))) return target
    return path.posix.relative(to, path.posix.join(from, target))
  }
  const body = stubBody(lines, source, { pinIds: config.markdown.slugs === 'github', withSource, relocate })
  const stub = `---\n${stubKeys(frontmatter?.text ?? '')}---\n\n${body}`
  try {
    writeFileWhole(path.join(root, file), stampText(stub, source.stamp) ?? stub, { isNew: true })
  } catch (error) {
    const hint = 'Edit the existing file. `docsgen check --todo` lists what changed in its source.'
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return refuse(`\`${file}\` already exists.`, hint)
    return { exitCode: 1, findings: [refusedFinding(error)] }
  }
  const words = countWords(contents.readText(source.file).sections, source.record.frontmatter)
  return { exitCode: 0, findings: [], file, source: source.file, words }
}

function stubKeys(yaml: string) {
  const keys = parseDocument(yaml)
  if (!isMap(keys.contents) || keys.contents.items.length === 0) return 'draft: true\n'
  for (const key of SOURCE_KEYS) keys.delete(key)
  keys.set('draft', true)
  return keys.toString({ lineWidth: 0 })
}

/** Keeps headings, code, containers and includes; the rest is left out or commented out. `text` has the lines of the file. */
export function stubBody(
  text: string,
  { headings }: Pick<PageSummary, 'headings'>,
  options: { pinIds: boolean; withSource: boolean; relocate(target: string): string },
) {
  const { pinIds, withSource, relocate } = options
  const idAt = new Map(headings.filter(({ own }) => own).map(({ place, id }) => [place.line, id]))
  const lines = text.split('\n')
  const blocks = new Map(findCode(text).flatMap(({ rows }) => (rows ? [[rows.first, rows.end]] : [])))
  const directives = findDirectives(text)
  const parts: string[] = []
  let words: string[] = []
  const keep = (part: string) => {
    const left = words.join('\n').trim()
    if (withSource && left !== '') parts.push(`<!--\n${left.replaceAll('-->', '--&gt;')}\n-->`)
    words = []
    if (part !== '') parts.push(part)
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const id = idAt.get(index + 1)
    const end = blocks.get(index)
    if (end) {
      // Outside of its list, this code must not become indented code.
      const indent = /^\s*(?=`{3}|~{3})/.exec(line)?.[0].length ?? 0
      const rows = lines.slice(index, end)
      keep(rows.map(row => row.slice(Math.min(indent, row.search(/\S|$/)))).join('\n'))
      index = end - 1
    } else if (id !== undefined && /^#{1,6}\s/.test(line)) {
      keep(pinIds ? `${line.replace(/ \{#[^{}]*\}$/, '').trimEnd()} {#${id}}` : line)
    } else if (directives.has(index)) {
      const kept = (directives.get(index) ?? []).map(({ kind, path: target, start, end }) =>
        line.slice(start, end).replace(target, found => (kind === 'include' ? found : relocate(found))),
      )
      keep(kept.join(' '))
    } else if (openingContainer(line.trimStart()) || closesContainer(line.trimStart(), 3))
      keep(line.trimStart())
    else words.push(line)
  }
  keep('')
  return parts.join('\n\n') + '\n'
}
