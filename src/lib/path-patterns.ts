/** Patterns for files by their path below the content folder, parts of a path apart by slashes. */
import { escapePattern } from './text.ts'

/** A file below the content folder → where it stands for readers and for relative links: `en/:rest*` → `:rest*`. */
export type Rewrites = Readonly<Record<string, string>>

const PARAMETER = /:([A-Za-z_]\w*)/g
const REST = /^:([A-Za-z_]\w*)[*+]$/

/** The path by the first rule that fits, or as it is. */
export function rewritePath(file: string, rewrites: Rewrites = {}): string {
  for (const [from, to] of Object.entries(rewrites)) {
    const found = from === file ? {} : matchParts(from, file)
    if (found) return fill(to, found)
  }
  return file
}

type Found = Record<string, string>

/** What the parameters of a pattern stand for; undefined where it does not fit. */
function matchParts(pattern: string, file: string): Found | undefined {
  const wanted = pattern.split('/')
  const parts = file.split('/')
  const at = wanted.findIndex(part => REST.test(part))
  if (at === -1) return wanted.length === parts.length ? matchEach(wanted, parts) : undefined
  const [, name = ''] = REST.exec(wanted[at] ?? '') ?? []
  const behind = wanted.length - at - 1
  const rest = parts.slice(at, parts.length - behind)
  const isShort = parts.length < wanted.length - 1 || (rest.length === 0 && wanted[at]?.endsWith('+'))
  if (isShort) return undefined
  const before = matchEach(wanted.slice(0, at), parts.slice(0, at))
  const after = matchEach(wanted.slice(at + 1), parts.slice(parts.length - behind))
  return before && after && { ...before, ...after, [name]: rest.join('/') }
}

function matchEach(wanted: readonly string[], parts: readonly string[]): Found | undefined {
  const found: Found = {}
  for (const [index, pattern] of wanted.entries()) {
    const names = Array.from(pattern.matchAll(PARAMETER), ([, name = '']) => name)
    const match = partPattern(pattern).exec(parts[index] ?? '')
    if (!match) return undefined
    names.forEach((name, group) => (found[name] = match[group + 1] ?? ''))
  }
  return found
}

/** `:name` stands for what is up to the next character of the pattern. */
function partPattern(pattern: string): RegExp {
  const literals = pattern.split(PARAMETER).filter((_, index) => index % 2 === 0)
  return new RegExp(`^${literals.map(escapePattern).join('([^/]+?)')}$`)
}

/** A parameter that stands for nothing leaves no empty part behind. */
function fill(to: string, found: Found): string {
  const filled = to.replace(/:([A-Za-z_]\w*)[*+]?/g, (whole, name: string) => found[name] ?? whole)
  return filled.split('/').filter(Boolean).join('/')
}

/** True for a file that one of the patterns names: `*` within a part, `**` for any number of parts, `?`. */
export function matchesAny(file: string, patterns: readonly string[] = []): boolean {
  const bare = (path: string) => path.replace(/^\.?\//, '').split('/')
  return patterns.some(pattern => matchesGlob(bare(file), bare(pattern)))
}

function matchesGlob(parts: readonly string[], [first, ...others]: readonly string[]): boolean {
  if (first === undefined) return parts.length === 0
  if (first === '**') {
    // Nothing is left to tell where further parts begin.
    if (others.length === 0) return true
    return parts.some((_, index) => matchesGlob(parts.slice(index), others))
  }
  const [part, ...rest] = parts
  return part !== undefined && globPart(first).test(part) && matchesGlob(rest, others)
}

function globPart(pattern: string): RegExp {
  const literals = pattern.split(/\*+/).map(text => text.split('?').map(escapePattern).join('[^/]'))
  return new RegExp(`^${literals.join('[^/]*')}$`)
}
