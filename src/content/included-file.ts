import { type Excerpt, Regions } from './snippet.ts'
import { splitFrontmatter, type SplitText } from './frontmatter.ts'

/** A file that pages include. What is found in it is looked for once, however often it is included. */
export class IncludedFile {
  readonly #text: string
  #markdown: SplitText | undefined
  #body: FileLines | undefined
  #code: FileLines | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** As Markdown, without its frontmatter. */
  get markdown(): SplitText {
    return (this.#markdown ??= splitFrontmatter(this.#text))
  }

  /** Lines of the Markdown. */
  get body(): FileLines {
    return (this.#body ??= new FileLines(this.markdown.body.split('\n')))
  }

  /** Lines of the file as code. */
  get code(): FileLines {
    return (this.#code ??= new FileLines(this.#text.replace(/\n$/, '').split('\n')))
  }
}

/** The lines of a file, and its regions. */
export class FileLines {
  readonly all: Excerpt
  #regions: Regions | undefined

  constructor(lines: readonly string[]) {
    this.all = { lines, line: 1 }
  }

  /** A named region; undefined when there is none. */
  region(name: string): Excerpt | undefined {
    return (this.#regions ??= new Regions(this.all.lines)).find(name)
  }

  /** The part of a page below the heading with an explicit id. */
  headingPart(id: string): Excerpt | undefined {
    const { lines } = this.all
    const start = lines.findIndex(line => line.startsWith('#') && line.trimEnd().endsWith(`{#${id}}`))
    const depth = headingDepth(lines[start] ?? '')
    if (depth === 0) return undefined
    const length = lines.slice(start + 1).findIndex(line => {
      const other = headingDepth(line)
      return other > 0 && other <= depth
    })
    return { lines: lines.slice(start, length === -1 ? undefined : start + 1 + length), line: start + 1 }
  }
}

function headingDepth(line: string): number {
  return /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
}
