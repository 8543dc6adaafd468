import { BUILT_IN, createRegistry } from '../../content/components/built-in.ts'
import { createElementTable } from '../../content/elements.ts'
import { closesContainer, openingContainer } from '../../content/remark/container-syntax.ts'
import { isKnownName } from '../../content/elements.ts'
import { scanAllTags, type Tag } from '../../lib/html-tags.ts'
import type { Note } from './notes.ts'
import { Places } from './places.ts'
import { lineAt, type SourcePage } from './source-pages.ts'

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
    return `The component ${file ? `\`<${name}>\` (\`${file}\`)` : `\`<${name}>\``} is not taken over`
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
