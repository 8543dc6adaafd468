import { defineRule } from '../rule.ts'
import { reportLinks } from './broken.ts'

/** An image or file that does not exist. */
export const asset = defineRule(
  { id: 'links/asset', severity: 'error', description: 'A link or image names a file that does not exist.' },
  site =>
    reportLinks(site, 'no-asset', ({ link }) => ({
      message: link.target.startsWith('/')
        ? `There is no file \`${site.config.publicDir}${link.target}\`.`
        : `There is no file \`${link.target}\`.`,
      hint: 'Mind the letter case; relative paths start at the file the link stands in.',
    })),
)
