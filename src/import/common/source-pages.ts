import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openingContainer } from '../../content/remark/container-syntax.ts'
import { withoutCode } from '../../content/code/find-code.ts'
import { splitFrontmatter } from '../../content/frontmatter.ts'

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

/** The line of the file that an offset in the body lies in. */
export function lineAt({ body, bodyLine }: SourcePage, offset: number): number {
  return bodyLine + body.slice(0, offset).split('\n').length - 1
}

/** True for the markup of a page that opens a container of this name. */
export function opensContainer(markup: string, name: string): boolean {
  return markup.split('\n').some(line => openingContainer(line.trimStart())?.name === name)
}
