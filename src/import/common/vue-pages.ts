import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BUILT_IN, createRegistry } from '../../content/components/built-in.ts'
import { createElementTable, isKnownName } from '../../content/elements.ts'
import { withoutCode } from '../../content/find-code.ts'
import { splitFrontmatter } from '../../content/frontmatter.ts'
import { findDirectives } from '../../content/includes.ts'
import { closesContainer, openingContainer } from '../../content/remark/syntax.ts'
import { listFiles } from '../../lib/files.ts'
import { scanAllTags, type Tag } from '../../lib/html.ts'
import type { UserConfig } from '../../schema/config.ts'
import { pageAddress, safeDecode } from '../../shared/addresses.ts'
import { privateName } from '../../shared/public-files.ts'
import { liesOutside } from './folders.ts'
import { type Note, type PagePaths, Places } from './importer.ts'

/** Source files of a VuePress site, relative to its source folder, sorted. */
export async function listSources(folder: string): Promise<string[]> {
  const files = await listFiles(folder, { skipHidden: true })
  return files.filter(file => /\.(?:md|vue)$/.test(file) && !file.split('/').includes('node_modules'))
}

/** @param permalinks addresses that pages ask for */
export function createPagePaths(files: readonly string[], permalinks: readonly string[] = []): PagePaths {
  const regular = files.filter(file => file.endsWith('.md')).map(file => pageAddress(`/${file}`))
  const paths = new Set([...regular, ...permalinks])
  return {
    find(reference) {
      const bare = safeDecode(reference.replace(/[?#].*/s, '')).replace(
        /(?:(?<=\/)(?:README|index))?\.md$/i,
        '',
      )
      const stem = bare.replace(/(?:index)?\.html$/, '')
      // VuePress led `/path/` to `/path.html` where only that is a page.
      const forms = [bare, `${stem}.html`, stem, `${stem}/`, `${stem.replace(/\/$/, '')}.html`]
      return forms.find(form => paths.has(form))
    },
  }
}

/** A Markdown file of a VuePress site. */
export interface SourcePage {
  /** Relative to the source folder. */
  file: string
  text: string
  /** Without frontmatter. */
  body: string
  /** The line of the file at which the body starts, 1-based. */
  bodyLine: number
  /** The body with spaces in place of code, so that places are those of the body. */
  markup: string
}

/** Reads pages, given by their files relative to `folder`. */
export async function readPages(folder: string, files: readonly string[]): Promise<SourcePage[]> {
  const markdown = files.filter(file => file.endsWith('.md'))
  return Promise.all(
    markdown.map(async file => createPage(file, await readFile(path.join(folder, file), 'utf8'))),
  )
}

/** A page of its text. */
export function createPage(file: string, written: string): SourcePage {
  const text = written.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { body, bodyLine } = splitFrontmatter(text)
  return { file, text, body, bodyLine, markup: withoutCode(body) }
}

function lineAt({ body, bodyLine }: SourcePage, offset: number): number {
  return bodyLine + body.slice(0, offset).split('\n').length - 1
}

/** True for the markup of a page that opens a container of this name. */
export function opensContainer(markup: string, name: string): boolean {
  return markup.split('\n').some(line => openingContainer(line.trimStart())?.name === name)
}

/**
 * What VuePress would have run in pages and docsgen does not, with each place.
 * @param components names of components → their files
 */
export function reviewPages(
  pages: readonly SourcePage[],
  components: ReadonlyMap<string, string>,
  note: Note,
): void {
  const elements = new Places()
  const others = new Places()
  const meaningOf = createElementTable(createRegistry(BUILT_IN), new Set())
  const describe = (name: string) => {
    const file = components.get(name)
    return `The component ${file ? `\`<${name}>\` (\`${file}\`)` : `\`<${name}>\``} isn't imported`
  }
  for (const page of pages) {
    const { file } = page
    const tags = scanAllTags(page.markup)
    const closed = new Set(tags.filter(tag => tag.closes).map(tag => tag.name))
    for (const { name, nameEnd, start, attributes } of tags.filter(tag => isMarkup(tag, closed))) {
      const written = page.markup.slice(nameEnd - name.length, nameEnd)
      const line = lineAt(page, start)
      if (name === 'script' || name === 'style') others.add(`\`<${name}>\` is left out`, file, line)
      else if (!isKnownName(name) && !meaningOf(written)) elements.add(describe(written), file, line)
      else if (attributes.some(attribute => /^(?:v-(?!pre$)|[:@])/.test(attribute.name)))
        others.add('Directives of Vue (`v-…`, `:…`, `@…`) in HTML do nothing', file, line)
    }
    const isPlain = plainLines(page.markup)
    page.markup.split('\n').forEach((line, row) => {
      if (hasExpression(line) && !isPlain(row))
        others.add('`{{ … }}` is shown as it stands, not evaluated', file, page.bodyLine + row)
    })
    if (/^---(?:toml|json)|^---\s*\n\{/.test(page.text)) others.add('Frontmatter must be YAML', file, 1)
  }
  elements.report(note)
  others.report(note)
}

/** What is never closed is text, the type in `Promise<App>`, as is an address: `<https://a.example/>`. */
function isMarkup({ name, closes, isWhole }: Tag, closed: ReadonlySet<string>): boolean {
  return !closes && !/[:@]/.test(name) && (isWhole || isKnownName(name) || closed.has(name))
}

/** Tells which lines are shown as they stand: those of `::: v-pre`, and those with an element of that. */
function plainLines(markup: string): (row: number) => boolean {
  const lines = markup.split('\n')
  let end = -1
  const plain = lines.map((line, row) => {
    const opening = openingContainer(line.trimStart())
    if (opening?.name === 'v-pre')
      end = lines.findIndex((other, at) => at > row && closesContainer(other.trimStart(), opening.size))
    return row < end || line.includes(' v-pre')
  })
  return row => plain[row] ?? false
}

function hasExpression(line: string): boolean {
  const open = line.indexOf('{{')
  return open !== -1 && line.includes('}}', open + 2)
}

/** Components of `.vuepress/components` by their names: `Foo/Bar.vue` is `Foo-Bar`. `files` are relative to it. */
export function componentNames(files: readonly string[]): Map<string, string> {
  const vue = files.filter(file => file.endsWith('.vue'))
  return new Map(
    vue.map(file => [file.slice(0, -'.vue'.length).replaceAll('/', '-'), `.vuepress/components/${file}`]),
  )
}

interface IncludeInput {
  /** Absolute folder that files are allowed in. */
  boundary: string
  /** Absolute folder of the site. */
  root: string
  /** Name of the source folder in it. */
  source: string
  /** Where `!!!include(…)!!!` and `@` start, relative to the site. */
  includeRoot: string
  pages: readonly SourcePage[]
  /** The original put up with snippets that are missing. */
  isLenient: boolean
}

/**
 * Adds the files outside of the site that its pages include to `markdown.allowFiles`, each by its name. Only files of the repository
 * are: a page could name any file of the machine.
 */
export function withIncludes(config: UserConfig, input: IncludeInput, note: Note): UserConfig {
  const { root, source, includeRoot, pages, isLenient } = input
  const [allowed, refused] = [new Set<string>(), new Set<string>()]
  const missing: string[] = []
  const lost: string[] = []
  for (const page of pages) {
    for (const [row, directives] of findDirectives(page.body)) {
      for (const directive of directives) {
        const bare = directive.path.replace(/^@\/?/, '')
        const isRooted = directive.kind === 'include' || bare !== directive.path
        const start = isRooted ? includeRoot : path.posix.join(source, path.posix.dirname(page.file))
        const file = path.posix.join(start, bare)
        const places = { snippet: missing, 'comment-include': lost, include: undefined }[directive.kind]
        if (!existsSync(path.join(root, file))) places?.push(`${page.file}:${page.bodyLine + row}`)
        if (isSecret(file, input)) refused.add(file)
        else if (needsPermission(file, source)) allowed.add(file)
      }
    }
  }
  const quoted = (names: ReadonlySet<string>) =>
    [...names]
      .toSorted()
      .map(name => `\`${name}\``)
      .join(', ')
  if (allowed.size > 0)
    note(
      `Pages include files that docsgen doesn't read by itself; \`markdown.allowFiles\` names them: ${quoted(allowed)}.`,
    )
  if (refused.size > 0)
    note(`Pages include files that aren't allowed, because they may be secret: ${quoted(refused)}.`)
  if (missing.length > 0)
    note(`Snippets lead to files that are not there: ${missing.join(', ')}.`, missing.length)
  if (lost.length > 0)
    note(
      `Includes lead to files that are not there: ${lost.join(', ')}. Take them out: they make the build fail.`,
    )
  return {
    ...config,
    ...(allowed.size > 0 ? { markdown: { ...config.markdown, allowFiles: [...allowed].toSorted() } } : {}),
    ...(missing.length > 0 && isLenient
      ? { check: { rules: { 'markdown/snippet-missing': 'warning' as const } } }
      : {}),
  }
}

/** Files that hold passwords, keys or the history of the repository, whoever may read the rest of it. */
const SECRET =
  /^(?:\.git|\.env.*|\.(?:npm|yarn|net|pypi)rc|\.ssh|\.aws|id_[a-z0-9]+|.*\.(?:pem|key|p12|pfx))$/i

/** Outside of the repository, links followed, or of a kind that nobody publishes. */
function isSecret(file: string, { root, boundary }: IncludeInput): boolean {
  return liesOutside(boundary, path.join(root, file)) || file.split('/').some(name => SECRET.test(name))
}

/** Outside of the site, hidden, or of a package. */
function needsPermission(file: string, source: string): boolean {
  const below = file.startsWith(`${source}/`) ? file.slice(source.length + 1) : file
  return file.startsWith('../') || below.split('/').some(name => privateName(name) !== undefined)
}
