import type { MarkdownNode } from '../nodes.ts'

const BRACES = /^\{([^{}\n]{1,200})\}/
const ATTRIBUTE = /(?<!\S)(?:target|rel|download)(?:=(?:"[^"]*"|[\w-]+))?(?!\S)/g

/** Takes `{target="_self" rel="…"}` as VitePress reads it out of the texts behind links: where they open is not said here. */
export function takeLinkAttributes(children: readonly MarkdownNode[]): void {
  children.forEach((node, index) => {
    if (node.type !== 'text' || !node.value.startsWith('{')) return
    const before = children[index - 1]?.type
    const [whole = '', inside = ''] = BRACES.exec(node.value) ?? []
    const isTaken = before === 'link' || before === 'linkReference'
    if (isTaken && whole !== '' && inside.replace(ATTRIBUTE, '').trim() === '')
      node.value = node.value.slice(whole.length)
  })
}
