import { type FolderServer, serveFolder, type ServeOptions, STRICT_POLICY } from './serve-folder.ts'

/** What happens to a request instead of the usual answer; see `ServeOptions.answer`. */
export type Trick = NonNullable<ReturnType<NonNullable<ServeOptions['answer']>>>

/** A host with the strict policy, which really goes away. What it plays may be exchanged at any time. */
export interface OfflineServer extends FolderServer {
  trick: (url: string) => Trick | undefined
  rewrite: (pathname: string) => string
}

/** The strict policy with trusted types. */
export const TRUSTED_POLICY = `${STRICT_POLICY}; require-trusted-types-for 'script'; trusted-types docsgen`

export async function startServer(folder: string, base = '/'): Promise<OfflineServer> {
  const server = await serveFolder(folder)
  const handle: OfflineServer = Object.assign(server, {
    trick: () => undefined,
    rewrite: (pathname: string) => pathname,
  })
  handle.options = {
    base,
    csp: TRUSTED_POLICY,
    compress: true,
    answer: url => handle.trick(url),
    rewrite: pathname => handle.rewrite(pathname),
  }
  return handle
}
