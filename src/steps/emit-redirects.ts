import path from 'node:path'
import { type LoadedSite } from './load.ts'
import { isWildcard } from '../render/host-redirects.ts'
import { type Staging } from '../render/staging.ts'
import { renderRedirect } from '../render/redirect.ts'
import { type OutputFile } from '../schema/output.ts'
import { documentPath } from '../shared/addresses/document-path.ts'
import { localAddress } from '../shared/addresses/base.ts'
import { formerAddresses } from '../site/former-addresses.ts'

/** Documents of redirects. */
export function emitRedirects(loaded: LoadedSite, staging: Staging): Promise<void> {
  return writeMissing(staging, redirectDocuments(loaded))
}

/** Writes files where nothing stands yet. */
export async function writeMissing(staging: Staging, files: readonly OutputFile[]): Promise<void> {
  for (const file of files) if (!staging.written.has(file.path)) await staging.write(file)
}

/**
 * A document for each redirect that a plain file server could not answer otherwise. None beside that of `/x` for `/x/`: some
 * servers would send readers of the one to the other for ever.
 */
function redirectDocuments({ site }: LoadedSite): OutputFile[] {
  return [...site.redirects.filter(({ from }) => !isWildcard(from)), ...formerAddresses(site)]
    .filter(({ from, to }) => from !== `${to}/` && documentPath(from) !== documentPath(to))
    .map(({ from, to }) => ({
      path: documentPath(from),
      content: renderRedirect(localAddress(site.config.base, to), site.config),
    }))
}
