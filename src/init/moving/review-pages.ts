import { BUILT_IN, createRegistry } from '../../components/registry.ts'
import { createElementTable } from '../../content/plugins/component-elements.ts'
import { isKnownName } from '../../content/plugins/element-names.ts'
import { scanAllTags, type Tag } from '../../lib/html-tags.ts'
import type { Note } from '../moving/notes.ts'
import { lineAt, type SourcePage } from './source-pages.ts'

/** Places of one thing: `guide/a.md:3`, in the order of the pages. */
class Places {
  readonly #places = new Set<string>()
  readonly #pages = new Set<SourcePage>()

  add(page: SourcePage, line: number): void {
    this.#places.add(`${page.file}:${line}`)
    this.#pages.add(page)
  }

  get pages(): number {
    return this.#pages.size
  }

  toString(): string {
    return [...this.#places].join(', ')
  }
}

type Found = Map<string, Places>

function add(found: Found, what: string, page: SourcePage, line: number): void {
  const places = found.get(what) ?? new Places()
  found.set(what, places)
  places.add(page, line)
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
  const elements: Found = new Map()
  const others: Found = new Map()
  const meaningOf = createElementTable(createRegistry(BUILT_IN), new Set())
  for (const page of pages) {
    const tags = scanAllTags(page.markup)
    const closed = new Set(tags.filter(tag => tag.closes).map(tag => tag.name))
    for (const { name, nameEnd, start, attributes } of tags.filter(tag => isMarkup(tag, closed))) {
      const written = page.markup.slice(nameEnd - name.length, nameEnd)
      const line = lineAt(page, start)
      if (name === 'script' || name === 'style') add(others, `\`<${name}>\` is left out`, page, line)
      else if (!isKnownName(name) && !meaningOf(written)) add(elements, written, page, line)
      else if (attributes.some(attribute => /^(?:v-(?!pre$)|[:@])/.test(attribute.name)))
        add(others, 'Directives of Vue (`v-…`, `:…`, `@…`) in HTML do nothing', page, line)
    }
    const isPlain = plainLines(page.markup)
    page.markup.split('\n').forEach((line, row) => {
      if (hasExpression(line) && !isPlain(row))
        add(others, '`{{ … }}` is shown as it stands, not evaluated', page, page.bodyLine + row)
    })
    if (/^---(?:toml|json)|^---\s*\n\{/.test(page.text)) add(others, 'Frontmatter must be YAML', page, 1)
  }
  for (const [name, places] of elements) {
    const file = components.get(name)
    const component = file ? `\`<${name}>\` (\`${file}\`)` : `\`<${name}>\``
    note(`The component ${component} is not taken over: ${places}.`, places.pages)
  }
  for (const [what, places] of others) note(`${what}: ${places}.`, places.pages)
}

/** What is never closed is text: the type in `Promise<App>`. */
function isMarkup({ name, closes, isWhole }: Tag, closed: ReadonlySet<string>): boolean {
  return !closes && (isWhole || isKnownName(name) || closed.has(name))
}

/** Tells which lines are shown as they stand: those of `::: v-pre`, and those with an element of that. */
function plainLines(markup: string): (row: number) => boolean {
  const lines = markup.split('\n')
  let end = -1
  const plain = lines.map((line, row) => {
    const colons = /^\s*(:{3,})\s*v-pre\b/.exec(line)?.[1]
    if (colons) end = lines.findIndex((other, at) => at > row && other.trim() === colons)
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
