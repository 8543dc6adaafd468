import { createRequire } from 'node:module'
import type { Root, RootContent } from 'hast'
import { refractor, type Syntax } from 'refractor/core'
import { escapeText } from '../../shared/escape.ts'

/** Prism languages, each with its other names. */
const NAMES =
  `markup html vue xml svg mathml rss atom vue-html svelte, javascript js mjs cjs node, typescript ts mts cts,
json jsonc webmanifest, bash sh shell zsh console shell-session, powershell ps1 pwsh, batch bat cmd, stylus styl,
markdown md mdx, yaml yml, ini env dotenv editorconfig, diff patch, ignore gitignore npmignore, python py, ruby rb,
kotlin kt kts, go golang, rust rs, c h, cpp c++ cc hpp, csharp cs c#, fsharp fs f#, objectivec objc, perl pl, elixir ex exs,
erlang erl, haskell hs, ocaml ml, clojure clj, graphql gql, docker dockerfile, makefile make, hcl terraform tf, pug jade,
handlebars hbs, django jinja jinja2, coffeescript coffee, protobuf proto, solidity sol, vim viml, wasm wat, css, jsx, tsx,
json5, scss, sass, less, toml, properties, git, java, scala, groovy, gradle, swift, dart, php, lua, r, julia, sql, cmake,
nginx, apacheconf, nix, ejs, twig, regex, http, zig`
    .split(/,\s/)
    .map(names => names.split(' '))

export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap(names => names.map(name => [name, names[0] ?? name])),
)

/** Loaded first, because languages change each other. */
export const BASE = ['markup', 'css', 'javascript']

/** Languages that embed others if those are loaded: loaded after those, so that the order of pages doesn't matter. */
export const EMBEDDED: Record<string, readonly string[]> = {
  graphql: ['markdown'],
  http: ['json'],
  markdown: ['yaml'],
  pug: ['coffeescript', 'ejs', 'handlebars', 'less', 'markdown', 'scss', 'stylus', 'twig'],
}

export const PLAIN = new Set(['text', 'txt', 'plain', 'plaintext'])
/** Longer code has no colors: grammars aren't always linear. */
const MAX_LENGTH = 30_000

const require = createRequire(import.meta.url)
const loaded = new Set<string>()

// VitePress evaluates `{{ … }}` in `js-vue`.
const nameOf = (language: string) => LANGUAGES.get(language) ?? LANGUAGES.get(language.replace(/-vue$/, ''))

function load(name: string) {
  if (loaded.has(name)) return
  loaded.add(name)
  EMBEDDED[name]?.forEach(load)
  refractor.register((require(`refractor/${name}`) as { default: Syntax }).default)
}

export function hasLanguage(language: string) {
  return language === 'ansi' || PLAIN.has(language) || nameOf(language) !== undefined
}

/** HTML of blocks, which translations and versions of a page share. */
const highlighted = new Map<string, string>()
/** In characters. */
const MAX_REMEMBERED = 4_000_000
let remembered = 0

/** HTML without a final newline; escaped text for an unknown language. */
export function highlight(code: string, language: string) {
  if (language === 'ansi') return ansiHtml(code)
  const name = nameOf(language)
  if (name === undefined || code.length > MAX_LENGTH) return escapeText(code)
  const key = `${name}\n${code}`
  const known = highlighted.get(key)
  if (known !== undefined) return known
  const html = prismHtml(code, name)
  if (remembered > MAX_REMEMBERED) {
    highlighted.clear()
    remembered = 0
  }
  remembered += html.length
  highlighted.set(key, html)
  return html
}

function prismHtml(code: string, name: string) {
  // The colors of fences in Markdown mustn't depend on what is loaded already.
  const fences = name === 'markdown' ? code.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#-]+)/gm) : []
  const inner = [...fences].flatMap(([, lang = '']) => LANGUAGES.get(lang.toLowerCase()) ?? [])
  for (const each of [...BASE, name, ...inner]) load(each)
  return treeHtml(refractor.highlight(code, name))
}

function treeHtml(node: Root | RootContent): string {
  if (node.type === 'text') return escapeText(node.value)
  if (node.type === 'root') return node.children.map(treeHtml).join('')
  if (node.type !== 'element') return ''
  const classes = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : ''
  return `<span class="${escapeText(classes)}">${node.children.map(treeHtml).join('')}</span>`
}

/** Escape sequence; group 1 sets colors. `␛` is the escape character made visible. */
const SEQUENCE = new RegExp(
  String.raw`[\u001b\u241b](?:\[([\d;:]{0,64})m|\[[\d;:?]{0,64}[A-Za-z]|\][^\u0007\u001b\u241b\n]{0,512}\u0007?|[()][0-9A-Z])`,
  'g',
)

export function withoutEscapes(text: string) {
  return text.replace(SEQUENCE, '')
}

type Style = Partial<Record<'color' | 'weight' | 'slant' | 'u' | 's' | 'mark', string | undefined>>

/** Terminal colors by number: classes of tokens with such a color in light and dark. */
const COLORS = ['', 'deleted', 'inserted', 'attr-name', 'function', 'keyword', 'class-name', '']
const GRAY = 'punctuation'
const STYLES: Record<number, Style> = {
  1: { weight: 'bold' },
  2: { color: GRAY },
  3: { slant: 'italic' },
  4: { u: 'u' },
  7: { mark: 'mark' },
  9: { s: 's' },
  22: { weight: '' },
  23: { slant: '' },
  24: { u: '' },
  27: { mark: '' },
  29: { s: '' },
  39: { color: '' },
  49: { mark: '' },
  90: { color: GRAY },
}

function ansiHtml(text: string) {
  let style: Style = {}
  let html = ''
  // Text and codes in turns.
  for (const [index, part] of (text.split(SEQUENCE) as (string | undefined)[]).entries())
    if (index % 2 === 0) html += styledHtml(part ?? '', style)
    else if (part !== undefined) style = applyCodes(part.split(/[;:]/).map(Number), style)
  return html
}

function styledHtml(text: string, { color, weight, slant, u, s, mark }: Style) {
  if (text === '') return ''
  let html = escapeText(text)
  for (const name of [u, s, mark]) if (name) html = `<${name}>${html}</${name}>`
  const classes = [color, weight, slant].filter(Boolean)
  return classes.length === 0 ? html : `<span class="token ${classes.join(' ')}">${html}</span>`
}

function applyCodes([code, ...others]: readonly number[], style: Style): Style {
  if (code === undefined) return style
  if (code === 0) return applyCodes(others, {})
  if (code !== 38 && code !== 48) {
    const color = /^[39][0-7]$/.test(`${code}`) ? { color: COLORS[code % 10] } : undefined
    const background = /^(?:4|10)[0-7]$/.test(`${code}`) ? { mark: 'mark' } : undefined
    return applyCodes(others, { ...style, ...(STYLES[code] ?? color ?? background) })
  }
  // 16 colors of the terminal, a cube of 6 × 6 × 6, then shades of gray.
  const [kind, index = 7, ...rest] = others
  const isGray = index === 8 || (index >= 232 && index < 250)
  const cube =
    index > 231 ? [0] : [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6]
  const indexed = isGray ? GRAY : index < 16 ? COLORS[index % 8] : nearestColor(cube)
  const color = kind === 5 ? indexed : nearestColor(others.slice(1, 4))
  const next = kind === 5 ? rest : others.slice(4)
  return applyCodes(next, { ...style, ...(code === 38 ? { color } : { mark: 'mark' }) })
}

/** Terminal color with the same strong parts: red is 1, green 2, blue 4. */
function nearestColor(parts: readonly number[]) {
  const most = Math.max(...parts, 1)
  return COLORS[parts.reduce((sum, part, bit) => sum + (part > most * 0.6 ? 1 << bit : 0), 0)]
}
