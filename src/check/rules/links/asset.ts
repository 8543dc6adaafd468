import { defineRule } from '../rule.ts'
import { reportLinks } from './broken.ts'

/** An image or file that does not exist: of a page, or named by configuration, frontmatter or a style sheet. */
export const asset = defineRule(
  { id: 'links/asset', severity: 'error', description: 'A link or image names a file that does not exist.' },
  async site => [
    ...site.missing.map(({ url, place, from }) => ({
      ...(place ? { place } : {}),
      message: `There is no file \`${url}\`${from === '' ? '' : ` in \`${site.config.publicDir}\``}.`,
      hint:
        from === ''
          ? 'Mind the letter case; the path starts at the folder of the site.'
          : 'Mind the letter case; an address that starts with `/` is one of the public folder.',
    })),
    ...(await reportLinks(site, 'no-asset', ({ link }) => ({
      message: link.target.startsWith('/')
        ? `There is no file \`${site.config.publicDir}${link.target}\`.`
        : `There is no file \`${link.target}\`.`,
      hint: 'Mind the letter case; relative paths start at the file the link stands in.',
    }))),
  ],
)
