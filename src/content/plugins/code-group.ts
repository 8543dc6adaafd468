import type { Code } from 'mdast'
import { escapeHtml } from '../../shared/escape.ts'
import type { ContainerNode } from '../nodes.ts'
import { type PageContext, placeAt } from '../page-context.ts'
import { codeBlockHtml } from './code-block.ts'
import { readFence } from './fence-info.ts'

/**
 * Tabs over fences that work without JavaScript: radio inputs, their labels, and the blocks in the same order. The
 * style sheet shows the block of the checked input; without styles all blocks are there.
 */
export function codeGroupHtml(node: ContainerNode, context: PageContext): string {
  const fences = node.children.filter(child => child.type === 'code')
  context.parts.add('code')
  const group = context.containers.filter(container => container.name === node.name).length
  const open = Math.max(
    0,
    fences.findIndex(({ data }) => data?.isActive),
  )
  const tabs = fences.map((fence, index) => {
    const { title, lang } = readFence(fence)
    const id = `code-group-${group}-${index + 1}`
    const checked = index === open ? ' checked' : ''
    return (
      `<input type="radio" class="code-group-input" name="code-group-${group}" id="${id}"${checked}>` +
      `<label for="${id}">${escapeHtml(title ?? snippetName(fence, context) ?? (lang === '' ? String(index + 1) : lang))}</label>`
    )
  })
  const blocks = fences.map(fence => codeBlockHtml(fence, context, { inGroup: true })).join('\n')
  return `<div class="code-group">${tabs.join('')}<div class="code-group-blocks">\n${blocks}\n</div></div>`
}

/** Name of the file that the code comes from, if that is not the one that the fence stands in. */
function snippetName(fence: Code, context: PageContext): string | undefined {
  const line = context.offset + (fence.position?.start.line ?? 1)
  const outside = placeAt(context.source, line, 1).file
  const inside = placeAt(context.source, line + 1, 1).file
  return inside === outside ? undefined : inside.slice(inside.lastIndexOf('/') + 1)
}
