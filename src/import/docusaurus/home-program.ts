import path from 'node:path'
import { readText } from '../../lib/files.ts'
import { scanAllTags } from '../../lib/html.ts'
import type { Note } from '../common/importer.ts'

/** What a home page that is a program says in plain sight. */
export interface HomeProgram {
  /** Relative to the root. */
  file: string
  /** Links with a plain address and text; `id` is the text's key in translations. */
  links: { to: string; text: string; id?: string }[]
  /** Components of the site itself that it shows, with their lines. */
  components: { name: string; line: number }[]
}

/** Components that come from the site's own files: those of Docusaurus are the frame of a page. */
const OWN_IMPORT = /^import\s+(\w+)\b[^'"\n]{0,200}['"](?:@site\/|\.{1,2}\/)[^'"\n]{0,200}(?<!\.css)['"]/gm
/** The text of a link: plain, or in an element that translates it. */
const LINK_TEXT = /^(?:<Translate\b[^<>]{0,200}?\bid="([^"]{1,200})"[^<>]{0,200}>)?([^<>{}]{1,200})<\//

/** Reads the program of a home page as text; nothing of it is run. */
export function readHomeProgram(root: string, file: string): HomeProgram {
  const source = readText(path.join(root, file)) ?? ''
  const own = new Set(Array.from(source.matchAll(OWN_IMPORT), ([, name = '']) => name))
  const tags = scanAllTags(source).filter(tag => !tag.closes)
  const written = tags.map(tag => ({
    ...tag,
    written: source.slice(tag.nameEnd - tag.name.length, tag.nameEnd),
  }))
  const links = written.flatMap(tag => {
    const to = tag.attributes.find(({ name }) => name === 'to' || name === 'href')?.value ?? ''
    const [, id, text = ''] = LINK_TEXT.exec(source.slice(tag.end).trimStart()) ?? []
    const isLink = (tag.written === 'Link' || tag.written === 'a') && /^[/\w]/.test(to) && text.trim() !== ''
    return isLink ? [{ to, text: text.trim().replace(/\s+/g, ' '), ...(id ? { id } : {}) }] : []
  })
  const components = written
    .filter(tag => own.has(tag.written))
    .map(tag => ({ name: tag.written, line: source.slice(0, tag.start).split('\n').length }))
  return { file, links, components }
}

/** Reports what replaces the program, and the components that it showed. */
export function noteHome({ file, components }: HomeProgram, note: Note): void {
  note(
    `The home page was a program (\`${file}\`): \`content/README.md\` has its title, its tagline and its first button instead.`,
    1,
  )
  for (const { name, line } of components)
    note(
      `What \`<${name}>\` shows on the home page is left out (${file}:${line}): \`features\` in the frontmatter of \`content/README.md\`, or its text, can say it.`,
      1,
    )
}
