import type { Page } from 'playwright-core'

/** Nodes without meaning of their own: their children are shown instead. */
const TRANSPARENT = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'RootWebArea', 'ListMarker'])
/** States that screen readers say. */
const STATES = ['expanded', 'pressed', 'level', 'modal', 'checked', 'invalid']

/** The accessibility tree of a page as a screen reader gets it: one line for each node, indented; text that its parent is named by is left out. */
export async function readTree(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const lines: string[] = []
  const walk = (id: string, depth: number, around: string): void => {
    const node = byId.get(id)
    if (!node) return
    const role = String(node.role?.value ?? '')
    const name = String(node.name?.value ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    const isSaid = role === 'StaticText' && (name === '' || around.includes(name))
    const isShown = !node.ignored && !TRANSPARENT.has(role) && !isSaid
    const states = (node.properties ?? [])
      .filter(({ name, value }) => STATES.includes(name) && value.value !== 'false')
      .map(({ name, value }) => `${name}=${String(value.value)}`)
    const parts = [role, name && JSON.stringify(name.slice(0, 80)), ...states]
    if (isShown) lines.push('  '.repeat(depth) + parts.filter(Boolean).join(' '))
    for (const child of node.childIds ?? []) walk(child, isShown ? depth + 1 : depth, isShown ? name : around)
  }
  const root = nodes.find(node => node.parentId === undefined)
  if (root) walk(root.nodeId, 0, '')
  await session.detach()
  return `${lines.join('\n')}\n`
}
