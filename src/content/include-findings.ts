import path from 'node:path/posix'
import type { Finding, Place } from '../schema/finding.ts'

/** Deepest chain of includes, and the characters that a page may have with them (quality 1.8). */
export const MAX_DEPTH = 32
export const MAX_SIZE = 16 * 1024 * 1024

/** Tells by which includes a nested problem was reached. */
export function withChain(finding: Finding, chain: readonly Place[]): Finding {
  if (chain.length < 2) return finding
  const steps = chain.map(place => `${place.file}:${place.line}`).join(' → ')
  return { ...finding, message: `${finding.message} Included through ${steps}.` }
}

/** A file includes itself, directly or through others (B121). */
export function circular(file: string, place: Place, chain: readonly Place[]): Finding {
  const files = [...chain.map(step => step.file), file].map(name => path.normalize(name))
  return {
    rule: 'markdown/include-circular',
    severity: 'error',
    place,
    message: `This include leads back to a file that is being included: ${files.join(' → ')}.`,
    hint: 'Take the include out of one of these files.',
  }
}

/** The chain is longer than `MAX_DEPTH`. */
export function tooDeep(place: Place): Finding {
  return {
    rule: 'markdown/include-depth',
    severity: 'error',
    place,
    message: `Includes are nested more than ${MAX_DEPTH} deep.`,
  }
}

/** The page would grow beyond `MAX_SIZE`. */
export function tooLarge(place: Place): Finding {
  return {
    rule: 'markdown/include-size',
    severity: 'error',
    place,
    message: 'The page with its includes is larger than 16 MiB.',
  }
}
