/** Files that browsers open as documents, in which scripts may run. */
const DOCUMENT = /\.(?:[sx]?html?|xht|mht(?:ml)?|svgz?|xml|xslt?|rdf|rss|atom|mathml|mml)$/i
/** Files that a frame may show whoever wrote them: no script runs in any of these. */
const INERT =
  /\.(?:pdf|png|jpe?g|gif|webp|avif|bmp|ico|mp4|m4v|mov|webm|ogv|mp3|m4a|ogg|oga|opus|wav|flac|aac|vtt|txt|csv)$/i

/** Frames that `security.embed` allows: scripts run, but with an origin of their own. */
export const FRAME_SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals allow-downloads'

export function isDocument(path: string): boolean {
  return DOCUMENT.test(path)
}

/** True for a decoded path that shows no document in a frame. An address without extension is that of a page. */
export function isInert(path: string): boolean {
  return INERT.test(path)
}

/** Scripts beside the pages: whatever is linked from a page is a file to download, never one to run. */
export const LINKED_SCRIPT = /^\/assets\/media\/.+\.[cm]?js$/i
export const DOWNLOAD_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
}

/** The policy of a document that docsgen did not write, opened by itself or in a frame. `policy`: that of the site. */
export function documentPolicy(policy: string, isEmbedded: boolean): string {
  return `sandbox${isEmbedded ? ` ${FRAME_SANDBOX}` : ''}; ${policy}`
}
