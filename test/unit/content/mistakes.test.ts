import { expect, test } from 'vitest'
import { createOptions, createSource, findingsOf, parse, told } from './helpers.ts'
import { parsePage } from '../../../src/content/parse.ts'

/** The findings of a body, each as `line:column rule`. */
const found = (body: string) => told(parse(body)).map(line => line.split(' ').slice(0, 2).join(' '))

test.each<[name: string, body: string, findings: string[]]>([
  ['code without an end', '# A\n\n```js\na\n\ntext\n', ['3:1 unclosed-code']],
  ['and blank lines', '```js\na\n\n\n\n', ['1:1 unclosed-code']],
  ['and nothing else', '# A\n\n~~~', ['3:1 unclosed-code']],
  ['a shorter line after it', '````js\na\n```\n', ['1:1 unclosed-code']],
  ['in a list and a quote', '- ```js\n  a\n\ntext\n\n> ```\n> a', ['1:3 unclosed-code', '6:3 unclosed-code']],
  ['a comment without an end', '# A\n\n<!-- a -->\n\ntext\n\n<!-- b\n\nc\n', ['7:1 unclosed-comment']],
  [
    'which stands behind another, in a quote',
    '> <!-- a -->\n> b <!-- c -->\n\n- <!-- d --> <!-- e\n',
    ['4:14 unclosed-comment'],
  ],
  ['which takes the end of a container', '::: tip\n```js\nx\n:::\n', ['2:1 unclosed-code']],
  [
    'cells without a column',
    '| a | b |\n|-|-|\n| 1 | 2 | 3 |\n| `x|y` | 2 |',
    ['3:9 table-cells', '4:9 table-cells'],
  ],
  [
    'rows that are no table',
    '# A\n\n> b | c\n> --|\n> d | e\n\n| `|` |\n|-|',
    ['4:3 table-cells', '8:1 table-cells'],
  ],
  ['colons that become a row', '| a |\n|-|\n| b |\n:::', ['4:1 unopened-container']],
  [
    'an import',
    "import X from './x'\n\nimport { a,\n  b } from \"x\";\n\nimport './x.css'\n\nimport d from './d.json' with { type: 'json' }",
    ['1:1 mdx', '3:1 mdx', '6:1 mdx', '8:1 mdx'],
  ],
  [
    'an export',
    'export const a = 1\n\nexport default function A() {}\n\nexport * from "a"\n\nexport { b }',
    ['1:1 mdx', '3:1 mdx', '5:1 mdx', '7:1 mdx'],
  ],
  ['a comment of MDX', 'text\n\n{/* later */}', ['3:1 mdx']],
  ['a second title', '# A\n\n## B\n\n# C\n\n# D', ['5:1 heading-level', '7:1 heading-level']],
  [
    'a skipped level',
    '# A\n\n## B\n\n#### C\n\n### D\n\n## E\n\n##### F',
    ['5:1 heading-level', '11:1 heading-level'],
  ],
  [
    'empty groups',
    '::: code-group\n:::\n\n::: cards\n:::\n\n::: columns\n\n:::\n\n::: tabs\n:::',
    ['1:1 code-group', '4:1 empty', '7:1 empty', '11:1 attribute'],
  ],
  [
    'empty parts of groups',
    ':::: tabs\n::: tab A\n:::\n::::\n\n:::: columns\n::: column\n:::\n::::\n\n::: card\n:::',
    ['2:1 empty', '7:1 empty', '11:1 empty'],
  ],
  [
    'spaces in a link',
    '[x](My Page (1).md) and *[a **b**](./a b/ "T")*\n![y](my image.png) [of\nlines](#the part) [z]( a b.md )',
    ['1:1 link-spaces', '1:26 link-spaces', '2:2 link-spaces', '3:1 link-spaces', '3:19 link-spaces'],
  ],
  [
    'notes that are missing',
    'A[^missing] b [^1].\n\n| a[^t] |\n|-|\n| b |',
    ['1:2 footnote', '1:15 footnote', '3:4 footnote'],
  ],
  [
    'notes that nothing refers to',
    'A[^a]\n\n[^a]: x\n[^b]: only [^c]\n\n[^c]: y',
    ['4:1 footnote', '6:1 footnote'],
  ],
  [
    'a note and a link that are defined twice',
    'A[^1] [b][b]\n\n[^1]: x\n\n[b]: ./b\n\n> [^1]: y\n>\n> [b]: ./c',
    ['7:3 duplicate-definition', '9:3 duplicate-definition'],
  ],
  ['frontmatter after a blank line', '\n---\ntitle: A\n---\n\n# A', ['2:1 late']],
  ['frontmatter after a comment', '<!-- a -->\n\n---\nlayout: home\n---\n', ['3:1 late']],
  ['frontmatter after the title', '# A\n\n---\nauthor: B\ntags:\n  - c\n---\n\nText', ['3:1 late']],
  ['frontmatter at the start of a body, after another one', '---\ntitle: A\n---\n', ['1:1 late']],
  ['frontmatter after a space', ' ---\ntitle: A\n---\n', ['1:1 late']],
])('%s', (_, body, findings) => {
  expect(found(body).map(each => each.replace('frontmatter/', ''))).toEqual(findings)
})

test.each([
  ['code with an end', '```js\n```\n\n~~~\na\n~~~~\n\n> - ```\n>   a\n>   ```\n\n    ```\n    a'],
  [
    'prose of such words',
    "import tables from 'Excel'.\n\nexport default settings to a file\n\nexport constants\n\n{ a }",
  ],
  ['code of MDX', "```js\nimport a from 'a'\n```\n\n`export const a = 1`"],
  ['a table with short rows', '| a | b |\n|-|-|\n| 1 |\n| 1 | 2 | |\n| a \\| b | `c\\|d` |'],
  ['HTML in groups', '::: cards\n<div>a</div>\n:::\n\n::: card\n<b>a</b>\n:::'],
  ['a line of hyphens', 'a | b\n- | -\n\na\n|-|\n\na | b\n---'],
  ['levels in boxes', '# A\n\n::: tip\n#### B\n:::\n\n> # C\n\n## D'],
  ['the first heading of any level', '### A\n\n# B\n\n## C'],
  [
    'no link',
    'f[x](a, b), [x](see the docs), \\[x](a b.md), `[x](a b.md)`, [1](for more, see example.com today)',
  ],
  ['a link', '[x](<a b.md>) [y](a.md "b c.md") [z](a%20b.md)'],
  ['a pattern', 'The pattern [^a-z], a[^b]c, [^x] and [^/], `[^1]`, \\[^2]'],
  [
    'notes before and after their text, in a container, in a list',
    'A[^1] [c][c]\n\n::: tip\n[^1]: x\n\n[c]: ./c.md\n:::\n\n- B[^2] [^1]\n\n  [^2]: y',
  ],
  [
    'comments that are definitions, and one that is repeated',
    'A [b][b]\n\n[//]: # (a)\n[//]: # (b)\n\n[b]: ./b.md\n[b]: ./b.md',
  ],
  ['a line and a heading', '\n---\nNote: that is all\n---\n'],
  ['a line and a text', '# A\n\n---\nNote: that is all\nof the title\ntitle: x\n\n---\n'],
])('%s is no mistake', (_, body) => {
  expect(found(body)).toEqual([])
})

test('a definition of a page and one of what it includes are named with both places', () => {
  const part = '[^shared]: Part'
  const parts = [
    'A[^1] [^shared]\n\n[^1]: Page',
    'B[^1]\n\n[^1]: Part',
    part,
    '[^1]: Other page',
    `> ${part}`,
  ]
  const source = {
    ...createSource(parts.join('\n\n')),
    origins: [
      { from: 1, file: 'content/dir/page.md', line: 1 },
      { from: 5, file: 'content/_part.md', line: 1 },
      { from: 9, file: 'content/_notes.md', line: 1 },
      { from: 11, file: 'content/other.md', line: 7 },
      { from: 13, file: 'content/_notes.md', line: 1 },
    ],
  }
  const findings = findingsOf(parsePage(source, createOptions()))
  expect(findings.map(({ place, message }) => `${place?.file}:${place?.line} ${message}`)).toEqual([
    'content/_part.md:3 `[^1]` is defined twice, at `content/dir/page.md:3` and `content/_part.md:3`; only the first one is used.',
    'content/dir/page.md:3 `[^1]` is defined twice, at `content/dir/page.md:3` and `content/other.md:7`; only the first one is used.',
  ])
})
