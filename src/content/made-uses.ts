/** Content of plugins and components that a policy may block. An author's HTML is sanitized instead. */
import { scanTags, type Tag } from '../lib/html.ts'
import type { Place } from '../schema/finding.ts'
import type { MadeUse } from '../schema/page.ts'
import type { HtmlTree } from '../schema/plugin.ts'
import { tagUses } from '../site/policy.ts'
import type { PageContext } from './page-context.ts'

export function noteUses(page: PageContext, maker: string, made: string | readonly HtmlTree[], place: Place) {
  const tags = typeof made === 'string' ? scanTags(made) : made.flatMap(tree => tagsOfTree(tree))
  for (const use of tags.flatMap(tagUses)) addUse(page, { ...use, maker, place })
}

/** Returns a function to call after each plugin that changes the tree: it notes new content. */
export function createTreeWatch(page: PageContext, tree: HtmlTree) {
  const usesOf = (root: HtmlTree) =>
    tagsOfTree(root).flatMap(tag => tagUses(tag).map(use => ({ ...use, at: tag.at })))
  const keyOf = ({ directive, url }: Omit<MadeUse, 'maker' | 'place'>) => `${directive} ${url}`
  const known = new Set(usesOf(tree).map(keyOf))
  return (maker: string, changed: HtmlTree) => {
    for (const { at, ...use } of usesOf(changed)) {
      if (!known.has(keyOf(use)))
        addUse(page, { ...use, maker, place: page.placeAt(at?.line ?? 1, at?.column ?? 1) })
      known.add(keyOf(use))
    }
  }
}

function addUse({ made }: PageContext, use: MadeUse) {
  const isSame = ({ maker, url, directive }: MadeUse) =>
    maker === use.maker && url === use.url && directive === use.directive
  if (!made.some(isSame)) made.push(use)
}

type MadeTag = Pick<Tag, 'name' | 'attributes'> & { at?: { line: number; column: number } | undefined }

/** `at`: position of the nearest node around a tag that has one. */
function tagsOfTree(tree: HtmlTree, around?: MadeTag['at']): MadeTag[] {
  if (tree.type === 'raw') return scanTags(String(tree.value)).map(tag => ({ ...tag, at: around }))
  // Nodes of Markdown have properties for their elements.
  const { data, position } = tree as {
    data?: { hProperties?: HtmlTree['properties'] }
    position?: { start: NonNullable<MadeTag['at']> }
  }
  const at = position?.start ?? around
  const inside = (tree.children ?? []).flatMap(child => tagsOfTree(child, at))
  const properties = tree.type === 'element' ? tree.properties : data?.hProperties
  if (!properties) return inside
  const attributes = Object.entries(properties).flatMap(([name, value]) =>
    (value ?? false) === false ? [] : [{ name: name.toLowerCase(), value: String(value), start: 0, end: 0 }],
  )
  return [{ name: tree.tagName ?? '', attributes, at }, ...inside]
}
