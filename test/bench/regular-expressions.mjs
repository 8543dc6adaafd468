/**
 * Looks for texts of 100 KB that a regular expression of the program takes more than 50 ms of the processor for:
 * `node test/bench/regular-expressions.mjs [--all]`. Prints each with the text; ends with 1 when there is one. `--all` tries
 * more texts, which takes half an hour.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import { parse } from 'acorn'
import { transformSync } from 'esbuild'

const root = path.join(import.meta.dirname, '../..')

/** Characters of a text, and milliseconds of processor time that an expression may need for it. */
const LENGTH = 100_000
const MOST = 50

/** Texts in proportion to whose length an expression works need less than this for a fifth of the length, in milliseconds. */
const SHORT_MOST = 1

/** What texts of Markdown, HTML, YAML and addresses repeat. */
const COMMON = [
  ...' \t\n\raA1-_./\\<>[](){}"\'`*#:=&!$|~@%^+,;?\u00e9\u4e2d\0',
  ...'<a§<a §<!--§-->§<img src§](§[a§![§a.§.a§../§//§{#§{{§}}§::§ a§a §\na§\n § \n§\r\n§> §a=§a="§"a§`a§**'.split(
    '§',
  ),
  ...'%2§&lt;§&#§\\a§- §# §<<<§!!!include(§<!--@include:§[[toc§https://§a@§:a§javascript:§$1§---\n'.split(
    '§',
  ),
]
/** What an expression itself is about: texts that match its parts. */
function partsOf(source) {
  const plain = source
    .replace(/\(\?(?:<?[=!]|:|<\w+>)/g, '(')
    .replace(/\\[ux]\{?[\da-f]+\}?|\\[pP]\{[^}]*\}/gi, 'a')
    .replace(
      /\\([sdwSDWbB])/g,
      (_all, kind) => ({ s: ' ', d: '1', w: 'a', S: 'a', D: 'a', W: ' ' })[kind] ?? '',
    )
    .replace(/\\([tnrf0])/g, (_all, kind) => ({ t: '\t', n: '\n', r: '\r', f: '\f', 0: '\0' })[kind])
    .replace(/\[\^[^\]]*\]/g, 'a')
    .replace(/\[(?:\\)?([^\]\\])[^\]]*\]/g, '$1')
    .replace(/(?<!\\)[?*+^$]|(?<!\\)\{\d*,?\d*\}/g, '')
    .replace(/(?<!\\)\./g, 'a')
  const fragments = plain.split(/(?<!\\)[()|]/).map(part => part.replace(/\\(.)/gs, '$1'))
  return [...new Set([...fragments.filter(Boolean), fragments.join('')])].slice(0, 12)
}

/** Repeat × prefix × suffix; a sample of them where not all are wanted. */
function* textsFor(source, isFull) {
  const parts = partsOf(source)
  const letters = [...new Set(parts.join(''))].slice(0, isFull ? 12 : 6)
  const pairs = letters.flatMap(first => letters.map(second => first + second))
  const few = isFull ? [...new Set([...letters.slice(0, 5), ' '])] : []
  const triples = few.flatMap(first => few.flatMap(second => few.map(third => first + second + third)))
  const repeats = new Set([...COMMON, ...parts, ...parts.map(part => part + ' '), ...pairs, ...triples])
  const prefixes = isFull ? ['', '<', '[', ...parts.slice(0, 4), 'x'] : ['', parts[0] ?? '']
  const suffixes = isFull ? ['\0', '\n', '!', 'x', ''] : ['\0']
  for (const repeat of [...repeats].filter(Boolean))
    for (const prefix of new Set(prefixes)) for (const suffix of suffixes) yield { repeat, prefix, suffix }
}

function build({ repeat, prefix, suffix }, length) {
  return prefix + repeat.repeat(Math.ceil(length / repeat.length)).slice(0, length) + suffix
}

const script = new Script('use()')

/** Milliseconds of processor time, the least of some attempts; infinite for what does not end. */
function measure({ source, flags }, text, enough) {
  let least = Infinity
  for (let attempt = 0; attempt < 5 && least > enough; attempt += 1) {
    const pattern = new RegExp(source, flags)
    globalThis.use = () => (flags.includes('g') ? text.replace(pattern, '') : pattern.test(text))
    const start = process.cpuUsage()
    try {
      script.runInThisContext({ timeout: 3000 })
    } catch {
      return Infinity
    }
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** The first text that an expression takes too long for. Short ones first: what is slow there is not tried with more. */
function findHard(pattern, isFull) {
  for (const parts of textsFor(pattern.source, isFull)) {
    for (const length of [60, LENGTH / 5, LENGTH]) {
      const isLong = length === LENGTH
      const time = measure(pattern, build(parts, length), isLong ? MOST : SHORT_MOST)
      if (time > MOST) return { ...parts, length, time }
      if (length > 60 && time <= SHORT_MOST) break
    }
  }
  return undefined
}

/** Every regular expression that is written in a folder: literals, and `RegExp` of a text. */
function listPatterns(folder) {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name))
    .flatMap(name => {
      const file = path.join(folder, name)
      const loader = /\.tsx?$/.test(name) ? (name.endsWith('x') ? 'tsx' : 'ts') : 'js'
      const supported = { 'regexp-set-notation': true }
      const text = readFileSync(path.join(root, file), 'utf8')
      const { code } = transformSync(text, { loader, jsx: 'automatic', target: 'es2024', supported })
      const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })
      return walk(tree).flatMap(node => patternOf(node).map(pattern => ({ file, ...pattern })))
    })
}

function walk(node) {
  const children = Object.values(node).flat()
  return [node, ...children.flatMap(child => (typeof child?.type === 'string' ? walk(child) : []))]
}

function patternOf({ type, regex, callee, arguments: given = [] }) {
  if (regex) return [{ source: regex.pattern, flags: regex.flags }]
  if (!/^(?:New|Call)Expression$/.test(type) || callee.name !== 'RegExp') return []
  const source = textOf(given[0])
  return source === undefined ? [] : [{ source, flags: textOf(given[1]) ?? '' }]
}

/** What a text is made of; what is only known when it runs counts as a letter. */
function textOf(node) {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('a')
  return undefined
}

const patterns = new Map(
  ['src', 'templates', 'bin'].flatMap(listPatterns).map(one => [`/${one.source}/${one.flags}`, one]),
)
for (const [pattern, one] of patterns) {
  const hard = findHard(one, process.argv.includes('--all'))
  if (hard) console.log(`${one.file} ${pattern} ${JSON.stringify(hard)}`)
  if (hard) process.exitCode = 1
}
console.log(`${patterns.size} regular expressions`)
