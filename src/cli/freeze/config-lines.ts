import type { SiteConfig } from '../../schema/config.ts'

type Versions = SiteConfig['versions']

/**
 * The versions with one more, read from `versions/<id>`, behind the current one. A current version of its name gets another:
 * `next`, until it has one.
 */
export function addVersion(versions: Versions, id: string): Versions {
  const frozen = { id, from: `versions/${id}`, noindex: false }
  const isOld = ({ from, ref }: Versions[number]) => (from ?? ref) !== undefined
  const old = versions.filter(isOld)
  const current = versions.find(version => !isOld(version))
  const isTaken = (name: string) => name === id || old.some(version => version.id === name)
  const next = isTaken('next') ? `${id}-next` : 'next'
  return [current && current.id !== id ? current : { id: next, noindex: false }, frozen, ...old]
}

/** `versions` as they are written in a configuration. */
export function versionLines(versions: Versions): string {
  const entries = versions.map(({ id, label, path, from, ref, noindex }) => {
    const texts = Object.entries({ id, label, path, from, ref }).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}: ${quote(value)}`],
    )
    return `  { ${[...texts, ...(noindex ? ['noindex: true'] : [])].join(', ')} },`
  })
  return ['versions: [', ...entries, '],'].join('\n')
}

function quote(text: string): string {
  return /['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`
}
