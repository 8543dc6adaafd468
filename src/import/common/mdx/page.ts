import { Document, isMap, parseDocument } from 'yaml'
import { splitFrontmatter } from '../../../content/frontmatter.ts'
import { convertCode, convertLinks, convertMdx, type PageHost } from './convert.ts'
import { maskCode, readImports } from './jsx.ts'

/** A page of another generator. */
export interface ReadPage {
  frontmatter: Record<string, unknown>
  /** Title that the body begins with, as written; undefined where it begins with something else. */
  heading: string | undefined
  body: string
  /** Line of the file at which the body begins, 1-based. */
  bodyLine: number
  yaml: Document
}

/** Reads a page; what is no YAML is none. */
export function readPage(written: string): ReadPage {
  const text = written.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { frontmatter, body, bodyLine } = splitFrontmatter(text)
  const parsed = parseDocument(frontmatter?.text ?? '')
  const yaml: Document = parsed.errors.length === 0 && isMap(parsed.contents) ? parsed : emptyKeys()
  return {
    frontmatter: yaml.toJS() as Record<string, unknown>,
    heading: readHeading(body),
    body,
    bodyLine,
    yaml,
  }
}

/** Frontmatter without keys. */
export function emptyKeys(): Document {
  return new Document({})
}

/** The first line that is no import, where it is a heading of level 1. */
function readHeading(body: string): string | undefined {
  const { markup } = maskCode(body)
  let bare = body
  for (const { start, end } of readImports(markup).blocks)
    bare = bare.slice(0, start) + ' '.repeat(end - start) + bare.slice(end)
  const first = bare.trimStart().split('\n')
  const underlined = /^=+\s*$/.test(first[1] ?? '') ? first[0] : undefined
  const title = /^#\s+(.*?)(?:\s+#+)?\s*$/.exec(first[0] ?? '')?.[1] ?? underlined
  return title === undefined ? undefined : withoutId(title.trim())
}

/** A heading without `{#id}` or its form in MDX. */
function withoutId(title: string): string {
  const at = title.lastIndexOf('{')
  const isId = title.endsWith('}') && /^\{(?:\/\*\s{0,9})?#/.test(title.slice(at))
  return isId ? title.slice(0, at).trimEnd() : title
}

/** The text of a page with other keys in front of its body. */
export function writePage(yaml: Document, body: string): string {
  const text = isEmpty(yaml) ? '' : String(yaml).trim()
  return text === '' ? body : `---\n${text}\n---\n\n${body.trimStart()}`
}

function isEmpty(yaml: Document): boolean {
  return isMap(yaml.contents) && yaml.contents.items.length === 0
}

/** The body of a page in Markdown as it is written here. */
export function convertBody(body: string, host: PageHost): string {
  const markdown = host.isMdx ? convertMdx(body, host) : body
  return convertLinks(convertCode(markdown, host), host.address)
}

/** Sets keys in the order given; undefined takes a key away. */
export function setKeys(yaml: Document, keys: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(keys)) {
    if (value === undefined) yaml.delete(key)
    else if (JSON.stringify(yaml.toJS()?.[key]) !== JSON.stringify(value))
      yaml.set(key, yaml.createNode(value))
  }
}
