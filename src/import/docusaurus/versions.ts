import path from 'node:path'
import { readText } from '../../lib/read-text.ts'
import { list, text, values, type Values } from '../common/values.ts'
import { sitePath } from '../../lib/posix-path.ts'

/** A docs plugin with its options. */
export interface DocsInstance {
  id: string
  options: Values
}

/** A version of the documents of an instance. */
export interface DocsVersion {
  instance: string
  /** `current`, or as `versions.json` calls it. */
  name: string
  label: string
  /** Beginning of its addresses, without slash at the end: `/docs/next`; empty at the top. */
  path: string
  /** Folder in the language of the site, relative to the root. */
  folder: string
  /** Its folder in `i18n/<locale>/…`, relative to that of the locale. */
  translated: string
  /** File of its sidebars, relative to the root; undefined for one that is made of the folder. */
  sidebars: string | undefined
  /** Patterns of files that are no documents. */
  exclude: string[]
  /** Numbers in front of names are taken away. */
  hasNumbers: boolean
  /** The version that readers are led to. */
  isLast: boolean
}

/** The versions of an instance, the newest first: of a site without any, its documents as they are. */
export function readVersions(root: string, { id, options }: DocsInstance): DocsVersion[] {
  const prefix = id === 'default' ? '' : `${id}_`
  const frozen =
    options['disableVersioning'] === true ? [] : readNames(path.join(root, `${prefix}versions.json`))
  const hasCurrent = options['includeCurrentVersion'] !== false || frozen.length === 0
  const only = list(options['onlyIncludeVersions']).map(String)
  const names = [...(hasCurrent ? ['current'] : []), ...frozen].filter(
    name => only.length === 0 || only.includes(name),
  )
  const last = text(options['lastVersion']) ?? names.find(name => name !== 'current') ?? 'current'
  const folder = trimmed(text(options['path']) ?? 'docs')
  const settings = values(options['versions'])
  return names.map(name => {
    const own = values(settings[name])
    const isCurrent = name === 'current'
    const part = text(own['path']) ?? (own['path'] === '' || name === last ? '' : isCurrent ? 'next' : name)
    const route = trimmed(`${String(options['routeBasePath'] ?? 'docs')}/${part}`)
    const plugin = `docusaurus-plugin-content-docs${id === 'default' ? '' : `-${id}`}`
    const sidebars = options['sidebarPath']
    return {
      instance: id,
      name,
      label: text(own['label']) ?? (isCurrent ? (frozen.length > 0 ? 'Next' : 'current') : name),
      path: route === '' ? '' : `/${route}`,
      folder: isCurrent ? folder : `${prefix}versioned_docs/version-${name}`,
      translated: `${plugin}/${isCurrent ? 'current' : `version-${name}`}`,
      sidebars: isCurrent
        ? typeof sidebars === 'string'
          ? // It may be absolute: `require.resolve('./sidebars.js')`.
            sitePath(root, path.resolve(root, sidebars))
          : undefined
        : `${prefix}versioned_sidebars/version-${name}-sidebars.json`,
      exclude: list(options['exclude']).map(String),
      hasNumbers: options['numberPrefixParser'] !== false,
      isLast: name === last,
    }
  })
}

function readNames(file: string): string[] {
  try {
    return list(JSON.parse(readText(file) ?? '[]')).map(String)
  } catch {
    return []
  }
}

function trimmed(route: string): string {
  return route
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/')
}
