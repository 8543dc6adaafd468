import { createRequire } from 'node:module'
import type { Root, RootContent } from 'hast'
import bash from 'refractor/bash'
import { refractor, type Syntax } from 'refractor/core'
import css from 'refractor/css'
import javascript from 'refractor/javascript'
import json from 'refractor/json'
import jsx from 'refractor/jsx'
import markup from 'refractor/markup'
import tsx from 'refractor/tsx'
import typescript from 'refractor/typescript'
import { ansiHtml } from './ansi.ts'
import { escapeText } from '../../shared/escape.ts'

/** Prism languages that can be used, each with the other names it goes by. Loaded when first needed. */
export const LANGUAGES: Record<string, string> = {
  markup: 'html vue xml svg mathml rss atom vue-html svelte',
  css: '',
  javascript: 'js mjs cjs node',
  typescript: 'ts mts cts',
  jsx: '',
  tsx: '',
  json: 'jsonc webmanifest',
  json5: '',
  bash: 'sh shell zsh console shell-session',
  powershell: 'ps1 pwsh',
  batch: 'bat cmd',
  scss: '',
  sass: '',
  less: '',
  stylus: 'styl',
  markdown: 'md mdx',
  yaml: 'yml',
  toml: '',
  ini: 'env dotenv editorconfig',
  properties: '',
  diff: 'patch',
  git: '',
  ignore: 'gitignore npmignore',
  python: 'py',
  ruby: 'rb',
  java: '',
  kotlin: 'kt kts',
  scala: '',
  groovy: '',
  gradle: '',
  go: 'golang',
  rust: 'rs',
  c: 'h',
  cpp: 'c++ cc hpp',
  csharp: 'cs c#',
  fsharp: 'fs f#',
  objectivec: 'objc',
  swift: '',
  dart: '',
  php: '',
  perl: 'pl',
  lua: '',
  r: '',
  julia: '',
  elixir: 'ex exs',
  erlang: 'erl',
  haskell: 'hs',
  ocaml: 'ml',
  clojure: 'clj',
  sql: '',
  graphql: 'gql',
  docker: 'dockerfile',
  makefile: 'make',
  cmake: '',
  nginx: '',
  apacheconf: '',
  hcl: 'terraform tf',
  nix: '',
  pug: 'jade',
  handlebars: 'hbs',
  ejs: '',
  twig: '',
  django: 'jinja jinja2',
  coffeescript: 'coffee',
  regex: '',
  http: '',
  protobuf: 'proto',
  solidity: 'sol',
  vim: 'viml',
  zig: '',
  wasm: 'wat',
}

/**
 * Languages whose grammars take in others if those are loaded: they come after them, so that the order of pages does not
 * show. `base`: before every language, as those change each other.
 */
export const FIRST: Record<string, readonly string[]> & { base: readonly string[] } = {
  base: ['markup', 'css', 'javascript'],
  graphql: ['markdown'],
  http: ['json'],
  markdown: ['yaml'],
  pug: ['coffeescript', 'ejs', 'handlebars', 'less', 'markdown', 'scss', 'stylus', 'twig'],
}

/** HTML of what refractor makes of code: text, and elements with classes. */
function treeHtml(node: Root | RootContent): string {
  if (node.type === 'text') return escapeText(node.value)
  if (node.type === 'root') return node.children.map(treeHtml).join('')
  if (node.type !== 'element') return ''
  const classes = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : ''
  return `<span class="${escapeText(classes)}">${node.children.map(treeHtml).join('')}</span>`
}

/** Those that most sites use come with the program; finding and loading a file of a package takes longer. */
const USUAL: Record<string, Syntax> = { bash, css, javascript, json, jsx, markup, tsx, typescript }

const PLAIN = new Set(['text', 'txt', 'plain', 'plaintext'])
/** Longer blocks are shown without colours: grammars are not linear in every case. */
const MAX_LENGTH = 30_000
/** Characters of code and of its HTML that are remembered. */
const MAX_KEPT = 8_000_000

/** Turns code into HTML with Prism's token classes. Samples are shared by translations, so results are remembered. */
export interface Highlighter {
  /** HTML of `code` without a final newline; plain escaped text for an unknown language. */
  highlight(code: string, language: string): string
  isKnown(language: string): boolean
}

/** A highlighter; languages are loaded on first use. */
export function createHighlighter(): Highlighter {
  const require = createRequire(import.meta.url)
  const names = new Map<string, string>()
  for (const [name, aliases] of Object.entries(LANGUAGES))
    for (const alias of [name, ...aliases.split(' ')]) if (alias !== '') names.set(alias, name)
  const loaded = new Set<string>()
  const known = new Map<string, string>()
  let size = 0

  function load(name: string): void {
    if (loaded.has(name)) return
    loaded.add(name)
    FIRST[name]?.forEach(load)
    const syntax = USUAL[name] ?? (require(`refractor/${name}`) as { default: Syntax }).default
    refractor.register(syntax)
  }

  function render(code: string, name: string): string {
    FIRST.base.forEach(load)
    load(name)
    // Markdown shows the fences inside it in their own colors, whatever happens to be loaded.
    if (name === 'markdown') embeddedLanguages(code, names).forEach(load)
    return treeHtml(refractor.highlight(code, name))
  }

  // In code of `js-vue`, VitePress evaluates `{{ … }}`; it looks like that of `js`.
  const nameOf = (language: string) => names.get(language) ?? names.get(language.replace(/-vue$/, ''))

  return {
    isKnown: language => language === 'ansi' || PLAIN.has(language) || nameOf(language) !== undefined,
    highlight(code, language) {
      if (language === 'ansi') return ansiHtml(code)
      const name = nameOf(language)
      if (name === undefined || code.length > MAX_LENGTH) return escapeText(code)
      const key = `${name}\n${code}`
      const html = known.get(key) ?? render(code, name)
      if (known.has(key)) return html
      size += key.length + html.length
      if (size > MAX_KEPT) known.clear()
      if (size > MAX_KEPT) size = 0
      known.set(key, html)
      return html
    },
  }
}

function embeddedLanguages(code: string, names: ReadonlyMap<string, string>): string[] {
  const fences = code.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#-]+)/gm)
  const found = [...fences].map(([, name = '']) => names.get(name.toLowerCase()))
  return [...new Set(found)].filter(name => name !== undefined).toSorted()
}
