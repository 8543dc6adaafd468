import path from 'node:path'
import { repositoryOf } from '../../lib/files.ts'
import { readText } from '../../lib/read-text.ts'

/** The ids that a site's headings have, and why: one sentence. */
export interface ChosenSlugs {
  slugs: 'vuepress' | 'vuepress-nfkd'
  reason: string
}

interface FoundVersion {
  /** `1.8.2`, or as a `package.json` writes it, `^1.5.3`. */
  version: string
  /** Where it stands, relative to the site's root. */
  file: string
}

/** Those that say which version is installed, before the one that says which are wanted. */
const READERS: [name: string, read: (text: string) => string | undefined][] = [
  ['package-lock.json', readNpm],
  ['npm-shrinkwrap.json', readNpm],
  ['yarn.lock', readYarn],
  ['pnpm-lock.yaml', readPnpm],
  ['node_modules/vuepress/package.json', readInstalled],
]

/** The package of ids is of the same version as the whole: one of them is there in each site. */
const NAMES = ['vuepress', '@vuepress/core', '@vuepress/shared-utils']

/** Finds out which VuePress made a site's ids: from 1.5.4 on they are others of accents and some letters (B265). */
export function chooseSlugs(root: string): ChosenSlugs {
  const found = findVersion(root)
  if (!found) {
    const reason =
      "No lock file or `package.json` names VuePress: heading ids are those of 1.5.3 (`slugs: 'vuepress'`). Set `'vuepress-nfkd'` if the site was built by 1.5.4 or later."
    return { slugs: 'vuepress', reason }
  }
  const slugs = isBefore154(found.version) ? 'vuepress' : 'vuepress-nfkd'
  const those = slugs === 'vuepress' ? 'up to 1.5.3' : 'from 1.5.4 on'
  return {
    slugs,
    reason: `Heading ids are those of VuePress ${those} (\`slugs: '${slugs}'\`): \`${found.file}\` has \`${found.version}\`.`,
  }
}

/** Looks in the folder of the site and those above it, up to that of the repository. */
function findVersion(root: string): FoundVersion | undefined {
  const last = repositoryOf(root)
  let wanted: FoundVersion | undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = (name: string, version: string) => ({
      version,
      file: path.relative(root, path.join(folder, name)).replaceAll(path.sep, '/'),
    })
    for (const [name, read] of READERS) {
      const version = readWith(read, path.join(folder, name))
      if (version) return found(name, version)
    }
    const range = readWith(readWanted, path.join(folder, 'package.json'))
    if (range) wanted ??= found('package.json', range)
    if (folder === last || folder === path.dirname(folder)) return wanted
  }
}

/** A file that is damaged says nothing. */
function readWith(read: (text: string) => string | undefined, file: string): string | undefined {
  const text = readText(file)
  if (text === undefined) return undefined
  try {
    return read(text)
  } catch {
    return undefined
  }
}

type Versions = Record<string, { version?: string } | undefined>

function readNpm(text: string): string | undefined {
  const { packages = {}, dependencies = {} } = JSON.parse(text) as Record<string, Versions | undefined>
  return first(name => packages[`node_modules/${name}`]?.version ?? dependencies[name]?.version)
}

/** Both forms: `vuepress@^1.8.0:` with `version "1.8.2"`, or `"vuepress@npm:^1.8.0":` with `version: 1.8.2`. */
function readYarn(text: string): string | undefined {
  const lines = text.split(/\r?\n/)
  return first(name => {
    const at = lines.findIndex(line => line.startsWith(`${name}@`) || line.startsWith(`"${name}@`))
    const version =
      at === -1 ? undefined : lines.slice(at + 1, at + 4).find(line => /^\s+version\b/.test(line))
    return version && /\d[\w.+-]*/.exec(version)?.[0]
  })
}

/** `/vuepress/1.8.2:`, `/vuepress@1.8.2:` or `vuepress@1.8.2:`, as the versions of pnpm write it. */
function readPnpm(text: string): string | undefined {
  const keys = text.split(/\r?\n/).map(line => line.trim().replace(/^['"/]+/, ''))
  return first(name => {
    const key = keys.find(line => /^[/@]\d/.test(line.slice(name.length)) && line.startsWith(name))
    return key && /^\d[\w.+-]*/.exec(key.slice(name.length + 1))?.[0].replace(/_.*/, '')
  })
}

function readInstalled(text: string): string | undefined {
  return (JSON.parse(text) as { version?: string }).version
}

function readWanted(text: string): string | undefined {
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
  return first(name => devDependencies?.[name] ?? dependencies?.[name])
}

function first(find: (name: string) => string | undefined): string | undefined {
  return NAMES.map(find).find(version => version !== undefined)
}

/** Of a range, the newest version that it allows is meant: that is what is installed. */
function isBefore154(version: string): boolean {
  const [, sign = '', ...digits] = /^([\^~<>=v ]*)(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []
  const [major, minor, patch] = digits.map(digit => (digit === undefined ? undefined : Number(digit)))
  if (major === undefined) return false
  if (major !== 1) return major < 1
  const isExact = /^[v=\s]*$/.test(sign) && minor !== undefined && patch !== undefined
  if (isExact) return minor < 5 || (minor === 5 && patch < 4)
  if (sign.startsWith('<') || sign.startsWith('~')) return minor !== undefined && minor < 5
  return false
}
