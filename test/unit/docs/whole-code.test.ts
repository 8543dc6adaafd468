import type { Emphasis, Paragraph, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, it } from 'vitest'
import { describeOptions } from '../../../docs/plugins/command-line.ts'
import plugin from '../../../docs/plugins/whole-code.ts'

/** The text of a paragraph, what stays whole in angle brackets. */
function wholeParts(markdown: string): string {
  const tree = fromMarkdown(markdown)
  const [keepWhole] = (plugin.markdown as { remark: (() => (tree: Root) => void)[] }).remark
  keepWhole?.()(tree)
  const write = (node: { type: string; value?: string; children?: unknown[] }): string =>
    node.type === 'emphasis'
      ? `<${(node as Emphasis).children.map(write).join('')}>`
      : (node.value ?? (node.children as never[]).map(write).join(''))
  return (tree.children[0] as Paragraph).children.map(write).join('')
}

it('keeps names and options whole, with signs that may not begin or end a line', () => {
  expect(wholeParts('`--zip` か（`--base ./`）、`a` と `npx docsgen check --todo all --format html`。')).toBe(
    '<--zip> か<（--base ./）、>a と npx docsgen check --todo all --format html。',
  )
  expect(wholeParts('[`a-b`](x.md) and `sum(1)`{lang=js}, **`--a`, `--b`**')).toBe(
    'a-b and sum(1){lang=js}, --a, --b',
  )
})

it('shows addresses and options as code where the command line says them without marks', () => {
  expect(describeOptions('init', 'en')).toContain('`https://docs.example.org`')
  expect(describeOptions('check', 'en')).toContain('with `--stamp`:')
})
