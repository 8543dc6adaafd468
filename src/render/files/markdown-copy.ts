import { LINK_PLACEHOLDER } from '../../schema/page.ts'
import { escapeHtml } from '../../shared/html.ts'
import { markdownAddress } from '../../shared/markdown-text.ts'

/** Everything that the Markdown twin of a page is made from. */
export interface CopyInput {
  /** Heading of level 1; absent where the text has one. */
  heading?: string
  /** What stands below the heading. */
  blocks: string[]
  /** Address for each placeholder of the text. */
  addresses: string[]
}

/** In links, placeholders stand in angle brackets, because no address without them holds a NUL. */
// eslint-disable-next-line no-control-regex
const IN_LINK = /<\u0000(\d+)\u0000>/g

/** The Markdown twin of a page from its text (`PageContent.markdown`). */
export function renderMarkdownCopy(markdown: string, { heading, blocks, addresses }: CopyInput): string {
  const text = markdown
    .replace(IN_LINK, (_match, index: string) => markdownAddress(addresses[Number(index)] ?? ''))
    .replace(LINK_PLACEHOLDER, (_match, index: string) => escapeHtml(addresses[Number(index)] ?? ''))
    .trim()
  const [title, body] = heading === undefined ? splitTitle(text) : [heading, text]
  return [title, ...blocks, body].filter(part => part !== '').join('\n\n') + '\n'
}

/** A heading of level 1 is the first line, if there is one. */
function splitTitle(text: string): [title: string, body: string] {
  if (!text.startsWith('# ')) return ['', text]
  const end = text.indexOf('\n')
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end).trimStart()]
}
