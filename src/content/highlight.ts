import { createRequire } from 'node:module'
import type { Root, RootContent } from 'hast'
import { refractor, type Syntax } from 'refractor/core'
import bash from 'refractor/bash'
import css from 'refractor/css'
import javascript from 'refractor/javascript'
import json from 'refractor/json'
import jsx from 'refractor/jsx'
import markup from 'refractor/markup'
import tsx from 'refractor/tsx'
import typescript from 'refractor/typescript'

/** Prism languages that can be used, each with the other names it goes by. Loaded when first needed. */
const LANGUAGES: Record<string, string> = {
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

/** Those that most sites use come with the program; finding and loading a file of a package takes longer. */
const USUAL: Record<string, Syntax> = { bash, css, javascript, json, jsx, markup, tsx, typescript }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const PLAIN = new Set(['text', 'txt', 'plain', 'plaintext'])
/** Grammars that change others when they are loaded come first and always, so that the order of pages does not show. */
const BASE = ['markup', 'css', 'javascript']
/** Characters of code whose highlighted form is remembered; above it the oldest are forgotten. */
const MEMORY = 8_000_000
/** Longer blocks are shown without colours: grammars are not linear in every case. */
const MAX_LENGTH = 30_000

/** Turns code into HTML with Prism's token classes. Samples are shared by translations, so results are remembered. */
export interface Highlighter {
  /** HTML of `code` without a final newline; plain escaped text for an unknown language. */
  highlight(code: string, language: string): string
  isKnown(language: string): boolean
}

/** A highlighter with its own memory; languages are loaded on first use. */
export function createHighlighter(): Highlighter {
  const require = createRequire(import.meta.url)
  const names = new Map<string, string>()
  for (const [name, aliases] of Object.entries(LANGUAGES))
    for (const alias of [name, ...aliases.split(' ')]) if (alias !== '') names.set(alias, name)
  const loaded = new Set<string>()
  const remembered = new Map<string, string>()
  let size = 0

  function load(name: string): void {
    if (loaded.has(name)) return
    loaded.add(name)
    const syntax = USUAL[name] ?? (require(`refractor/${name}`) as { default: Syntax }).default
    refractor.register(syntax)
  }

  function render(code: string, name: string): string {
    BASE.forEach(load)
    load(name)
    // Markdown shows the fences inside it in their own colours, whatever happens to be loaded.
    if (name !== 'markdown') return tokensToHtml(tokenize(code, name))
    embeddedLanguages(code, names).forEach(load)
    return toHtml(refractor.highlight(code, name))
  }

  function remember(key: string, html: string): string {
    remembered.set(key, html)
    size += key.length + html.length
    for (const [oldest, value] of remembered) {
      if (size <= MEMORY) break
      remembered.delete(oldest)
      size -= oldest.length + value.length
    }
    return html
  }

  return {
    isKnown: language => PLAIN.has(language) || names.has(language),
    highlight(code, language) {
      const name = names.get(language)
      if (name === undefined || code.length > MAX_LENGTH) return escapeText(code)
      const key = `${name}\n${code}`
      return remembered.get(key) ?? remember(key, render(code, name))
    },
  }
}

function embeddedLanguages(code: string, names: ReadonlyMap<string, string>): string[] {
  const fences = code.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#-]+)/gm)
  const found = [...fences].map(([, name = '']) => names.get(name.toLowerCase()))
  return [...new Set(found)].filter(name => name !== undefined).toSorted()
}

/** What refractor has of Prism besides its types: the languages themselves are written for it. */
interface Prism {
  languages: Record<string, unknown>
  tokenize(code: string, grammar: unknown): TokenStream
  hooks: { run(name: string, state: TokenState): void }
}

interface TokenState {
  code: string
  grammar: unknown
  language: string
  tokens?: TokenStream
}

interface Token {
  type: string
  alias?: string | string[]
  content: TokenStream
}

type TokenStream = string | Token | (string | Token)[]

/** As `refractor.highlight`, which makes a tree of the tokens: that takes as long as finding them. */
function tokenize(code: string, language: string): TokenStream {
  const prism = refractor as unknown as Prism
  const state: TokenState = { code, grammar: prism.languages[language], language }
  prism.hooks.run('before-tokenize', state)
  state.tokens = prism.tokenize(state.code, state.grammar)
  prism.hooks.run('after-tokenize', state)
  return state.tokens
}

function tokensToHtml(tokens: TokenStream): string {
  if (typeof tokens === 'string') return escapeText(tokens)
  if (Array.isArray(tokens)) return tokens.map(tokensToHtml).join('')
  const classes = ['token', tokens.type, ...[tokens.alias ?? []].flat()].join(' ')
  return `<span class="${escapeText(classes)}">${tokensToHtml(tokens.content)}</span>`
}

function toHtml(node: Root | RootContent): string {
  if (node.type === 'text') return escapeText(node.value)
  if (node.type === 'root') return node.children.map(toHtml).join('')
  if (node.type !== 'element') return ''
  const classes = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : ''
  return `<span class="${escapeText(classes)}">${node.children.map(toHtml).join('')}</span>`
}

const SPECIAL = /[&<>"]/

function escapeText(text: string): string {
  return !SPECIAL.test(text) ? text : text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character)
}
