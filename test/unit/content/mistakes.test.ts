import { expect, test } from 'vitest'
import { createOptions, createSource, findingsOf, parse } from './helpers.ts'
import { parsePage } from '../../../src/content/parse.ts'

/** The findings of a body, as `rule line:column line:column, rule …`. */
function found(body: string): string {
  const places = new Map<string, string>()
  for (const { rule, place } of findingsOf(parse(body))) {
    const name = rule.replace(/^\w+\//, '')
    places.set(name, `${places.get(name) ?? name} ${place?.line}:${place?.column}`)
  }
  return [...places.values()].join(', ')
}

test.each<[name: string, body: string, findings: string]>([
  ['code without an end', '# A\n\n```js\na\n\ntext\n', 'unclosed-code 3:1'],
  ['and blank lines', '```js\na\n\n\n\n', 'unclosed-code 1:1'],
  ['and nothing else', '# A\n\n~~~', 'unclosed-code 3:1'],
  ['a shorter line after it', '````js\na\n```\n', 'unclosed-code 1:1'],
  ['in a list and a quote', '- ```js\n  a\n\ntext\n\n> ```\n> a', 'unclosed-code 1:3 6:3'],
  ['a comment without an end', '# A\n\n<!-- a -->\n\ntext\n\n<!-- b\n\nc\n', 'unclosed-comment 7:1'],
  [
    'behind another, in a quote',
    '> <!-- a -->\n> b <!-- c -->\n\n- <!-- d --> <!-- e\n',
    'unclosed-comment 4:14',
  ],
  ['which takes the end of a container', '::: tip\n```js\nx\n:::\n', 'unclosed-code 2:1'],
  ['cells without a column', '| a | b |\n|-|-|\n| 1 | 2 | 3 |\n| `x|y` | 2 |', 'table-cells 3:9 4:9'],
  ['rows that are no table', '# A\n\n> b | c\n> --|\n> d | e\n\n| `|` |\n|-|', 'table-cells 4:3 8:1'],
  ['colons that become a row', '| a |\n|-|\n| b |\n:::', 'unopened-container 4:1'],
  [
    'an import',
    "import X from './x'\n\nimport { a,\n  b } from \"x\";\n\nimport './x.css'\n\nimport d from './d.json' with { type: 'json' }",
    'mdx 1:1 3:1 6:1 8:1',
  ],
  [
    'an export',
    'export const a = 1\n\nexport default function A() {}\n\nexport * from "a"\n\nexport { b }',
    'mdx 1:1 3:1 5:1 7:1',
  ],
  ['a comment of MDX', 'text\n\n{/* later */}', 'mdx 3:1'],
  ['a horizontal rule first', '***\n\n# A\n\n---\nb\n', ''],
  ['a second title', '# A\n\n## B\n\n# C\n\n# D', 'heading-level 5:1 7:1'],
  ['a skipped level', '# A\n\n## B\n\n#### C\n\n### D\n\n## E\n\n##### F', 'heading-level 5:1 11:1'],
  [
    'empty groups',
    '::: code-group\n:::\n\n::: cards\n:::\n\n::: columns\n\n:::\n\n::: tabs\n:::',
    'code-group 1:1, empty 4:1 7:1, attribute 11:1',
  ],
  [
    'empty parts of groups',
    ':::: tabs\n::: tab A\n:::\n::::\n\n:::: columns\n::: column\n:::\n::::\n\n::: card\n:::',
    'empty 2:1 7:1 11:1',
  ],
  [
    'spaces in a link',
    '[x](My Page (1).md) and *[a **b**](./a b/ "T")*\n![y](my image.png) [of\nlines](#the part) [z]( a b.md )',
    'link-spaces 1:1 1:26 2:2 3:1 3:19',
  ],
  ['notes that are missing', 'A[^missing] b [^1].\n\n| a[^t] |\n|-|\n| b |', 'footnote 1:2 1:15 3:4'],
  ['notes that nothing refers to', 'A[^a]\n\n[^a]: x\n[^b]: only [^c]\n\n[^c]: y', 'footnote 4:1 6:1'],
  [
    'a note and a link that are defined twice',
    'A[^1] [b][b]\n\n[^1]: x\n\n[b]: ./b\n\n> [^1]: y\n>\n> [b]: ./c',
    'duplicate-definition 7:3 9:3',
  ],
  ['frontmatter after a blank line', '\n---\ntitle: A\n---\n\n# A', 'misplaced 2:1'],
  ['frontmatter after a comment', '<!-- a -->\n\n---\nlayout: home\n---\n', 'misplaced 3:1'],
  ['frontmatter after the title', '# A\n\n---\nauthor: B\ntags:\n  - c\n---\n\nText', 'misplaced 3:1'],
  ['frontmatter at the start of a body, after another one', '---\ntitle: A\n---\n', 'misplaced 1:1'],
  ['frontmatter after a space', ' ---\ntitle: A\n---\n', 'misplaced 1:1'],
])('%s', (_, body, findings) => {
  expect(found(body)).toBe(findings)
})

test.each([
  ['code with an end', '```js\n```\n\n~~~\na\n~~~~\n\n> - ```\n>   a\n>   ```\n\n    ```\n    a'],
  ['prose', "import tables from 'Excel'.\n\nexport default settings to a file\n\nexport constants\n\n{ a }"],
  [
    'colons and hyphens in code and comments within a line',
    '# A\n\na `b\n:::: c\n` d <!-- e\n:::\n|-|-|\n--> | f',
  ],
  ['code of MDX', "```js\nimport a from 'a'\n```\n\n`export const a = 1`"],
  ['a table with short rows', '| a | b |\n|-|-|\n| 1 |\n| 1 | 2 | |\n| a \\| b | `c\\|d` |'],
  ['HTML in groups', '::: cards\n<div>a</div>\n:::\n\n::: card\n<b>a</b>\n:::'],
  ['a line of hyphens', 'a | b\n- | -\n\na\n|-|\n\na | b\n---'],
  ['levels in boxes', '# A\n\n::: tip\n#### B\n:::\n\n> # C\n\n## D'],
  ['the first heading of any level', '### A\n\n# B\n\n## C'],
  ['no link', 'f[x](a, b), [x](see the docs), \\[x](a b.md), `[x](a b.md)`, [1](for more, see a.com now)'],
  ['a link', '[x](<a b.md>) [y](a.md "b c.md") [z](a%20b.md)'],
  ['a pattern', 'The pattern [^a-z], a[^b]c, [^x] and [^/], `[^1]`, \\[^2]'],
  [
    'notes before and after their text, in a container, in a list',
    'A[^1] [c][c]\n\n::: tip\n[^1]: x\n\n[c]: ./c.md\n:::\n\n- B[^2] [^1]\n\n  [^2]: y',
  ],
  ['comments that are definitions', 'A [b][b]\n\n[//]: # (a)\n[//]: # (b)\n\n[b]: ./b.md\n[b]: ./b.md'],
  ['a line and a heading', '\n---\nNote: that is all\n---\n'],
  ['a line and a text', '# A\n\n---\nNote: that is all\nof the title\ntitle: x\n\n---\n'],
])('%s is no mistake', (_, body) => {
  expect(found(body)).toBe('')
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
