import { findVersion } from '../common/find-version.ts'

/** The ids that a site's headings have, and why: one sentence. */
export interface ChosenSlugs {
  slugs: 'vuepress' | 'vuepress-nfkd'
  reason: string
}

/** The package of ids is of the same version as the whole: one of them is there in each site. */
const NAMES = ['vuepress', '@vuepress/core', '@vuepress/shared-utils']

/** Finds out which VuePress made a site's ids: from 1.5.4 on they are others of accents and some letters (B265). */
export function chooseSlugs(root: string): ChosenSlugs {
  const found = findVersion(root, NAMES)
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
