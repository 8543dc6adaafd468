import { createRequire } from 'node:module'
import type { Root, RootContent } from 'hast'
import { refractor, type Syntax } from 'refractor/core'
import { escapeText } from '../../shared/escape.ts'

/** Prism languages with their other names. Loaded when first needed. */
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

/** Loaded before every other language: they change each other. */
export const BASE = ['markup', 'css', 'javascript']

/** Languages whose grammars embed others if those are loaded: loaded after them, so that the order of pages does not show. */
export const EMBEDDED: Record<string, readonly string[]> = {
  graphql: ['markdown'],
  http: ['json'],
  markdown: ['yaml'],
  pug: ['coffeescript', 'ejs', 'handlebars', 'less', 'markdown', 'scss', 'stylus', 'twig'],
}

const PLAIN = new Set(['text', 'txt', 'plain', 'plaintext'])
/** Longer blocks are shown without colors: grammars are not linear in every case. */
const MAX_LENGTH = 30_000
/** Characters of code and of its HTML that are remembered: translations share samples. */
const MAX_REMEMBERED = 8_000_000

/** Turns code into HTML with Prism's token classes. */
export interface Highlighter {
  /** HTML of `code` without a final newline; plain escaped text for an unknown language. */
  highlight(code: string, language: string): string
  isKnown(language: string): boolean
}

export function createHighlighter(): Highlighter {
  const require = createRequire(import.meta.url)
  const names = new Map(
    Object.entries(LANGUAGES).flatMap(([name, aliases]) =>
      `${name} ${aliases}`
        .trim()
        .split(' ')
        .map(alias => [alias, name] as const),
    ),
  )
  const loaded = new Set<string>()
  const known = new Map<string, string>()
  let size = 0

  function load(name: string): void {
    if (loaded.has(name)) return
    loaded.add(name)
    EMBEDDED[name]?.forEach(load)
    refractor.register((require(`refractor/${name}`) as { default: Syntax }).default)
  }

  function render(code: string, name: string): string {
    BASE.forEach(load)
    load(name)
    // Markdown shows the fences inside it in their own colors, whatever happens to be loaded.
    if (name === 'markdown') {
      const fences = [...code.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#-]+)/gm)]
      const inner = fences.flatMap(([, lang = '']) => names.get(lang.toLowerCase()) ?? [])
      inner.toSorted().forEach(load)
    }
    return treeHtml(refractor.highlight(code, name))
  }

  // VitePress evaluates `{{ … }}` in code of `js-vue`; it looks like that of `js`.
  const nameOf = (language: string) => names.get(language) ?? names.get(language.replace(/-vue$/, ''))

  return {
    isKnown: language => language === 'ansi' || PLAIN.has(language) || nameOf(language) !== undefined,
    highlight(code, language) {
      if (language === 'ansi') return ansiHtml(code)
      const name = nameOf(language)
      if (name === undefined || code.length > MAX_LENGTH) return escapeText(code)
      const key = `${name}\n${code}`
      const remembered = known.get(key)
      if (remembered !== undefined) return remembered
      const html = render(code, name)
      size += key.length + html.length
      if (size > MAX_REMEMBERED) {
        known.clear()
        size = 0
      }
      known.set(key, html)
      return html
    },
  }
}

function treeHtml(node: Root | RootContent): string {
  if (node.type === 'text') return escapeText(node.value)
  if (node.type === 'root') return node.children.map(treeHtml).join('')
  if (node.type !== 'element') return ''
  const classes = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : ''
  return `<span class="${escapeText(classes)}">${node.children.map(treeHtml).join('')}</span>`
}

/** Escape sequences: those that set colors (group 1), and all others. `␛` is the escape character made visible. */
const SEQUENCE = new RegExp(
  String.raw`[\u001b\u241b](?:\[([\d;:]{0,64})m|\[[\d;:?]{0,64}[A-Za-z]|\][^\u0007\u001b\u241b\n]{0,512}\u0007?|[()][0-9A-Z])`,
  'g',
)

/** Output of a terminal without escape sequences. */
export function withoutEscapes(text: string): string {
  return text.replace(SEQUENCE, '')
}

/** How text is shown: classes of a token, and elements around it. */
interface Style {
  color?: string
  weight?: 'bold' | ''
  slant?: 'italic' | ''
  u?: boolean
  s?: boolean
  mark?: boolean
}

/** Colors of terminals by number, as the classes of tokens that have such a color in light and dark. */
const COLORS = ['', 'deleted', 'inserted', 'attr-name', 'function', 'keyword', 'class-name', '']
const GRAY = 'punctuation'
/** Codes of SGR that stand alone. */
const CODES = new Map<number, Style>([
  ...COLORS.flatMap((color, index): [number, Style][] => [
    [30 + index, { color }],
    [40 + index, { mark: true }],
    [90 + index, { color: index === 0 ? GRAY : color }],
    [100 + index, { mark: true }],
  ]),
  [1, { weight: 'bold' }],
  [2, { color: GRAY }],
  [3, { slant: 'italic' }],
  [4, { u: true }],
  [7, { mark: true }],
  [9, { s: true }],
  [22, { weight: '' }],
  [23, { slant: '' }],
  [24, { u: false }],
  [27, { mark: false }],
  [29, { s: false }],
  [39, { color: '' }],
  [49, { mark: false }],
])

/** HTML of the output of a terminal: its colors (SGR) as the classes of code. */
function ansiHtml(text: string): string {
  let style: Style = {}
  // Codes and text in turns: the pattern has one group.
  return text
    .split(SEQUENCE)
    .map((part: string | undefined, index) => {
      if (index % 2 === 0) return styledHtml(part ?? '', style)
      if (part !== undefined) style = applyCodes(part.split(/[;:]/).map(Number), style)
      return ''
    })
    .join('')
}

function styledHtml(text: string, { color, weight, slant, u, s, mark }: Style): string {
  if (text === '') return ''
  let html = escapeText(text)
  for (const [name, isOn] of Object.entries({ u, s, mark })) if (isOn) html = `<${name}>${html}</${name}>`
  const classes = [color, weight, slant].filter(Boolean)
  return classes.length === 0 ? html : `<span class="token ${classes.join(' ')}">${html}</span>`
}

function applyCodes([code, ...others]: readonly number[], style: Style): Style {
  if (code === undefined) return style
  if (code === 0) return applyCodes(others, {})
  if (code !== 38 && code !== 48) return applyCodes(others, { ...style, ...CODES.get(code) })
  const [kind, ...numbers] = others
  const size = kind === 5 ? 1 : 3
  const color = kind === 5 ? indexedColor(numbers[0] ?? 7) : rgbColor(numbers.slice(0, size))
  return applyCodes(numbers.slice(size), { ...style, ...(code === 38 ? { color } : { mark: true }) })
}

/** One of 256 colors: 16 of the terminal, a cube of 6 × 6 × 6, then shades of gray. */
function indexedColor(index: number): string {
  if (index === 8 || (index >= 232 && index < 250)) return GRAY
  if (index < 16) return COLORS[index % 8] ?? ''
  const cube = index - 16
  return index > 231 ? '' : rgbColor([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6])
}

/** The color of the terminal that has the same strong parts: red is 1, green 2, blue 4. */
function rgbColor(parts: readonly number[]): string {
  const most = Math.max(...parts, 1)
  const [red = 0, green = 0, blue = 0] = parts.map(part => (part > most * 0.6 ? 1 : 0))
  return COLORS[red + green * 2 + blue * 4] ?? ''
}
