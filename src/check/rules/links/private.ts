import { describePrivate } from '../../../shared/private-file.ts'
import { defineRule } from '../rule.ts'
import { reportLinks } from './broken.ts'

/** A link or image names a file that is there, but not for readers: it is not published. */
export const privateFile = defineRule(
  {
    id: 'links/private',
    severity: 'error',
    description:
      'A link or image names a hidden file, one of a package or outside the repository, or one that Git ignores.',
  },
  site =>
    reportLinks(site, 'private', ({ link, privateFile: found }) =>
      describePrivate(found?.file ?? link.target, found?.reason ?? 'hidden'),
    ),
)
