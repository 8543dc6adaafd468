import { expect, test } from 'vitest'
import { code, tabs } from '../../../../src/import/common/components.ts'
import { convertBody, readPage } from '../../../../src/import/common/page.ts'

function convert(body: string, isMdx = true): { markdown: string; notes: string[] } {
  const notes: string[] = []
  const markdown = convertBody(readPage(body), {
    components: { Code: code('lang'), Tabs: tabs('groupId') },
    isMdx,
    address: url => (url.startsWith('./') ? url.replace('./', '../') : undefined),
    partial: file => (file.endsWith('_note.mdx') ? './_note.md' : undefined),
    differs: (what, line, column) => notes.push(`${line}:${column ?? ''} ${what}`),
  })
  return { markdown, notes }
}

test.each([
  ['# A {/* #id */}\n\n{/* hidden */}\n\nText {"with"} {`<b> {c}`}\n', '# A {#id}\n\nText with &lt;b> {c}\n'],
  ["import Note from './_note.mdx'\n\n- One\n\n  <Note />\n", '- One\n\n  <!--@include: ./_note.md-->\n'],
  ['<div className="a">\n  **b**\n</div>\n', '<div class="a">\n\n**b**\n\n</div>\n'],
  ['<Tabs>\n<TabItem label="A">a</TabItem>\n</Tabs>\n', ':::: tabs\n\n::: tab A\n\na\n\n:::\n\n::::\n'],
  ['[a](./a.md) `[a](./a.md)` <!-- { -->\n', '[a](../a.md) `[a](./a.md)` <!-- { -->\n'],
  ['[^1]: [a](./a.md)\n\n[b]: ./b.md\n', '[^1]: [a](../a.md)\n\n[b]: ../b.md\n'],
  ["## A {#id} \n\nimport 'a'\n\n<div>b</div>\n", '## A {#id} \n\n<div>b</div>\n'],
  ['<Code code={`a\n\nimport {b}\n\n`} />\n', '```\na\n\nimport {b}\n```\n'],
  ['```js\n// highlight-next-line\nimport {a\n```\n', '```js {1}\nimport {a\n```\n'],
])('MDX becomes Markdown: %j', (body, markdown) => {
  expect(convert(body)).toEqual({ markdown, notes: [] })
})

test('an unknown component stays, and a page that is not valid MDX stays as it is; both are reported', () => {
  expect(convert('<Own on={go} />\n').notes).toEqual([
    "1: The component `<Own>` wasn't imported",
    '1: Attributes with code (`on={…}`) were removed',
  ])
  expect(convert("import A from './a'\n\nexport const a = {\n\n  b: '}',\n}\n\n# A\n")).toEqual({
    markdown: '# A\n',
    notes: ['3: Exports, and everything that uses them, were removed'],
  })
  // A block whose braces are never closed ends with the page.
  expect(convert("export const a = '{'\n\nText\n\n").markdown).toBe('\n')
  const { markdown, notes } = convert('# A\n\nText <b>\n\n[a](./a.md)\n')
  expect(markdown).toBe('# A\n\nText <b>\n\n[a](../a.md)\n')
  expect(notes).toEqual([expect.stringMatching(/^\d+:\d+ The page isn't valid MDX/)])
  // The parser reports a tag that nothing closes at the end of the page.
  expect(convert('# A\n\n<br>\n').notes).toEqual([expect.stringMatching(/^3:1 The page isn't valid MDX/)])
  expect(convert('Text {a} <b>\n', false)).toEqual({ markdown: 'Text {a} <b>\n', notes: [] })
})
