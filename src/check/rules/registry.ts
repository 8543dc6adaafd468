import type { Rule } from './rule.ts'
import { glossary } from './check/glossary.ts'
import { minimum } from './coverage/minimum.ts'
import { missing } from './coverage/missing.ts'
import { orphan } from './coverage/orphan.ts'
import { stale } from './coverage/stale.ts'
import { untranslated } from './coverage/untranslated.ts'
import { uiStrings } from './i18n/ui-strings.ts'
import { anchor } from './links/anchor.ts'
import { asset } from './links/asset.ts'
import { external } from './links/external.ts'
import { localeLeak } from './links/locale-leak.ts'
import { page } from './links/page.ts'
import { privateFile } from './links/private.ts'
import { untranslatedLink } from './links/untranslated.ts'
import { largeSidebar } from './nav/large-sidebar.ts'
import { missingPage } from './nav/missing-page.ts'
import { anchors } from './parity/anchors.ts'
import { code } from './parity/code.ts'
import { containers } from './parity/containers.ts'
import { frontmatter } from './parity/frontmatter.ts'
import { headings } from './parity/headings.ts'
import { chain } from './redirects/chain.ts'
import { duplicateSource } from './redirects/duplicate.ts'
import { loop } from './redirects/loop.ts'
import { shadow } from './redirects/shadow.ts'
import { source } from './redirects/source.ts'
import { target } from './redirects/target.ts'
import { hreflang } from './seo/hreflang.ts'

/** Every rule over the whole site, sorted by id. The parse and join stages report further ids of their own. */
export const rules: readonly Rule[] = [
  glossary,
  minimum,
  missing,
  orphan,
  stale,
  untranslated,
  uiStrings,
  anchor,
  asset,
  external,
  localeLeak,
  page,
  privateFile,
  untranslatedLink,
  largeSidebar,
  missingPage,
  anchors,
  code,
  containers,
  frontmatter,
  headings,
  chain,
  duplicateSource,
  loop,
  shadow,
  source,
  target,
  hreflang,
]
