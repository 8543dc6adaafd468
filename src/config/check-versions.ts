import { type SiteConfig, listVersions, type Version } from '../schema/config.ts'

/** What is wrong with versions, and the path of the key that says it. */
export interface VersionProblem {
  path: PropertyKey[]
  message: string
  hint: string
}

/** Folders of the output that every site has. */
const RESERVED = ['/assets/', '/offline/']

/** What a configuration alone tells of its versions: none that is current, two of one name, addresses that collide. */
export function checkVersions(config: Pick<SiteConfig, 'versions' | 'locales'>): VersionProblem[] {
  const versions = listVersions(config)
  if (versions.length === 0) return []
  const current = versions.filter(({ source }) => !source)
  if (current.length === 0)
    return [
      {
        path: ['versions'],
        message: '`versions` names no current version.',
        hint: "Add one without `from` and `ref`, such as `{ id: '2.x' }`: it is what the folder of the content holds.",
      },
    ]
  return config.versions.flatMap((given, index) => {
    const version = versions[index] as Version
    const earlier = versions.slice(0, index)
    const find = (key: string, message: string, hint: string): VersionProblem[] => [
      { path: ['versions', index, key], message, hint },
    ]
    if (given.from !== undefined && given.ref !== undefined)
      return find('ref', `\`${version.id}\` has \`from\` and \`ref\`.`, 'Keep one of them.')
    if (!version.source && version !== current[0])
      return find(
        'id',
        `\`${version.id}\` and \`${current[0]?.id}\` are both the current version.`,
        'Say with `from` or `ref` where the older one comes from.',
      )
    if (!version.source && given.path !== undefined)
      return find(
        'path',
        `\`${version.id}\` is the current version, which has no \`path\`: it stands at the base of the site.`,
        'Take `path` out, or say with `from` or `ref` where this version comes from.',
      )
    if (earlier.some(({ id }) => id === version.id))
      return find('id', `There are two versions \`${version.id}\`.`, 'Give one another id.')
    const taken = version.source && takenBy(version, earlier, Object.keys(config.locales))
    return taken ? find(given.path === undefined ? 'id' : 'path', taken, 'Give it another `path`.') : []
  })
}

/** Who has the address of a version already, as a sentence. */
function takenBy(
  { path }: Version,
  earlier: readonly Version[],
  locales: readonly string[],
): string | undefined {
  const other = earlier.find(({ source, path: given }) => source && overlap(given, path))
  if (other) return `The path \`${path}\` collides with that of version \`${other.id}\`, \`${other.path}\`.`
  const locale = locales.find(given => given !== '/' && overlap(given, path))
  if (locale) return `The path \`${path}\` collides with the language \`${locale}\`.`
  const reserved = RESERVED.find(folder => overlap(folder, path))
  return reserved && `The path \`${path}\` collides with \`${reserved}\`, where every site keeps its files.`
}

/** True when one lies at or below the other, as file systems see it. */
function overlap(a: string, b: string): boolean {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  return first.startsWith(second) || second.startsWith(first)
}
