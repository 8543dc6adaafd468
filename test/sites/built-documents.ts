import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type DefaultTreeAdapterTypes, type ParserError, parse } from 'parse5'
import { listFiles } from './site.ts'

type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

/** One HTML file of a built site, parsed by the rules of the HTML standard. */
export interface BuiltDocument {
  /** Path inside the output: `zh/api/index.html`. */
  file: string
  /** Decoded address without base: `/zh/api/`. */
  address: string
  html: string
  elements: Element[]
  errors: ParserError[]
}

/** Parses every document of the output. */
export function readDocuments(folder: string): BuiltDocument[] {
  return listFiles(folder)
    .filter(file => file.endsWith('.html'))
    .map(file => parseDocument(file, readFileSync(path.join(folder, file), 'utf8')))
}

export function parseDocument(file: string, html: string): BuiltDocument {
  const errors: ParserError[] = []
  const tree = parse(html, {
    sourceCodeLocationInfo: true,
    // As crawlers read it, with what `<noscript>` holds.
    scriptingEnabled: false,
    onParseError: error => errors.push(error),
  })
  const elements: Element[] = []
  walk(tree, node => elements.push(node))
  return { file, address: '/' + file.replace(/(^|\/)index\.html$/, '$1'), html, elements, errors }
}

function walk(node: Node, visit: (element: Element) => void): void {
  if ('tagName' in node) visit(node)
  if ('content' in node) walk(node.content, visit)
  if ('childNodes' in node) for (const child of node.childNodes) walk(child, visit)
}

/** The document of a file of the output. */
export function documentOf(documents: readonly BuiltDocument[], file: string): BuiltDocument {
  const found = documents.find(document => document.file === file)
  if (!found) throw new Error(`no document ${file}`)
  return found
}

/** True for a document that only points elsewhere. */
export function isRedirectDocument(document: BuiltDocument): boolean {
  return document.elements.some(element => attribute(element, 'http-equiv') === 'refresh')
}

export function isNotFound(document: BuiltDocument): boolean {
  return /^(?:\w\w\/)?404\.html$/.test(document.file)
}

/** True for the page of search results, which search engines leave out. */
export function isResultsPage(document: BuiltDocument): boolean {
  return bootData(document)?.page.key === 'search'
}

/** Documents that answer 200 with a page. */
export function pagesOf(documents: readonly BuiltDocument[]): BuiltDocument[] {
  return documents.filter(document => !isRedirectDocument(document) && !isNotFound(document))
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find(attr => attr.name === name)?.value
}

export function byTag(document: BuiltDocument, ...names: string[]): Element[] {
  return document.elements.filter(element => names.includes(element.tagName))
}

/** Levels of the headings, 1 to 6, in the order of the document. */
export function headingLevels(document: BuiltDocument): number[] {
  return byTag(document, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(({ tagName }) => Number(tagName[1]))
}

export function textOf(node: Node): string {
  if ('value' in node) return node.value
  if (!('childNodes' in node)) return ''
  return node.childNodes.map(textOf).join('')
}

/** Content of `<meta name>` or `<meta property>`. */
export function metaOf(document: BuiltDocument, name: string): string[] {
  return byTag(document, 'meta')
    .filter(element => attribute(element, 'name') === name || attribute(element, 'property') === name)
    .map(element => attribute(element, 'content') ?? '')
}

/** `href` of the `<link>` elements with this `rel`. */
export function linksOf(document: BuiltDocument, rel: string): { href: string; hreflang?: string }[] {
  return byTag(document, 'link')
    .filter(element => attribute(element, 'rel') === rel)
    .map(element => {
      const hreflang = attribute(element, 'hreflang')
      return { href: attribute(element, 'href') ?? '', ...(hreflang === undefined ? {} : { hreflang }) }
    })
}

/** The inert data of a document. */
export function bootData(document: BuiltDocument): {
  base: string
  view: string
  page: Record<string, unknown> & {
    path: string
    documentTitle: string
    frontmatter: Record<string, unknown>
  }
} {
  const element = byTag(document, 'script').find(script => attribute(script, 'data-docsgen') !== undefined)
  return JSON.parse(element ? textOf(element) : 'null') as ReturnType<typeof bootData>
}
