import { describe, expect, it } from 'vitest'
import mermaid from '../../../../src/plugins/mermaid/mermaid.ts'
import { parseWith, told } from '../parse-with.ts'

const page = (code: string, info = '', options = {}) =>
  parseWith(mermaid, `# T\n\n\`\`\`mermaid ${info}\n${code}\n\`\`\`\n`, options)

it.each([
  ['A["x (y)"]-->|"a | b"|B{z}', 'a | b, x (y), z'],
  ['A -- yes, it is ---> B', 'yes, it is, A, B'],
  ['A-. no .->B == so ==> C', 'no, so, A, B, C'],
  ['a-b & A --- c_d:::big', 'a-b, A, c_d'],
  ['开始 --> B', '开始, B'],
])('a line of a flowchart: %s', (line, texts) => {
  const { html, findings } = page(`graph TD\n${line}`)
  expect(findings).toEqual([])
  expect(/<desc[^>]*>([^<]*)</.exec(html)?.[1]).toBe(texts)
})

const DIAGRAMS = {
  flowchart: 'flowchart LR\n  A[Start] -->|yes| B{Is it?}\n  subgraph S\n    B --> C\n  end',
  stateDiagram: 'stateDiagram-v2\n  [*] --> Still\n  Still --> [*] : done\n  state Deep {\n    a --> b\n  }',
  sequenceDiagram:
    'sequenceDiagram\n  participant A as Alice\n  A->>+B: Hi\n  Note over A,B: n\n  loop all\n    B-->>-A: yo\n  end',
  classDiagram: 'classDiagram\n  class A {\n    +int x\n  }\n  A <|-- B : is\n  B : +foo() string',
  erDiagram: 'erDiagram\n  A ||--o{ B : has\n  A {\n    int id PK\n  }',
  xychart: 'xychart-beta\n  title "T"\n  x-axis [a, b]\n  y-axis "y" 0 --> 10\n  bar [1, 2]\n  line [2, 3]',
}

describe('drawings', () => {
  it.each(Object.entries(DIAGRAMS))(
    '%s: without styles, addresses and scripts, ids of its own',
    (_name, code) => {
      const { html, findings } = page(code)
      expect(findings).toEqual([])
      const svg = /<svg.*<\/svg>/s.exec(html)?.[0] ?? ''
      expect(svg).not.toMatch(/<style|<script|\sstyle=|https?:|font-family|data-|\son\w+=/)
      const ids = [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect(ids.filter(id => !id?.startsWith('fence.1-'))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
      const used = [...svg.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id)
      expect(used.filter(id => !ids.includes(id))).toEqual([])
      const variables = [...svg.matchAll(/var\(([^)]*)\)/g)].map(([, name]) => name)
      expect(variables.filter(name => !/^--diagram-[a-z-]+$/.test(name ?? ''))).toEqual([])
    },
  )

  it('has a title and a description: its own, else its texts', () => {
    const own = page('graph TD\n accTitle: The way\n accDescr: From A to B\n A-->B').html
    const both = '<title id="fence.1-title">The way</title><desc id="fence.1-text">From A to B</desc>'
    expect(own).toContain(both)
    expect(page('graph TD\nA[Go (on)]-->B', 'title="From \'A\'"').html).toContain(
      `<title id="fence.1-title">From 'A'</title><desc id="fence.1-text">Go (on), B</desc>`,
    )
    const named = /role="group" tabindex="0" aria-label="Diagram">.*<title[^>]*>Diagram</
    expect(page('graph TD\nA-->B').html).toMatch(named)
    expect(page('---\ntitle: In front\n---\ngraph TD\nA-->B').html).toContain('>In front</title>')
    expect(page('classDiagram\nclass A {\n-age: int\n}\nA : +go() : x').html).toContain(
      'age : int, + go() : x<',
    )
    expect(page('graph TD\naccDescr {\n of two\n lines\n}\nA-->B').html).toContain('>of two lines</desc>')
  })

  it('two on a page share no id; search has the source', () => {
    const block = '```mermaid\ngraph TD\nA-->B\n```\n'
    const { html, sections } = parseWith(mermaid, `# T\n\n${block}\n${block}`)
    expect(html).toContain('url(#fence.1-arrowhead)')
    expect(html).toContain('url(#fence.2-arrowhead)')
    expect(sections[0]?.code[0]).toBe('graph TD\nA-->B')
  })

  it('colours of authors stay, addresses do not', () => {
    const { html } = page('graph TD\nA-->B\nstyle A fill:#f00,stroke:url(https://evil.example)')
    expect(html).toContain('fill="#f00"')
    expect(html).toMatch(/fill="#000"[^>]*>A</)
    expect(html).toMatch(/fill="var\(--diagram-text\)"[^>]*>B</)
    expect(html).not.toContain('evil')
  })

  it('further languages', () => {
    const { html } = parseWith(mermaid, '# T\n\n```mmd\ngraph TD\nA-->B\n```\n', { languages: ['mmd'] })
    expect(html).toContain('<svg')
  })
})

describe('what cannot be drawn is reported at its line, and the source is shown', () => {
  it.each([
    [
      'gantt\n  title x',
      "4:1 warning mermaid/kind The diagram type `gantt` isn't supported; the source is shown instead.",
    ],
    ['', '4:1 warning mermaid/empty The diagram is empty.'],
    ['graph TD\n  A-->B\n  click A "x"', "6:9 error mermaid/syntax This syntax isn't supported."],
    ['graph TD\nA --x B', "5:3 error mermaid/syntax This syntax isn't supported."],
    ['graph TD\nsubgraph x\nA-->B', '5:1 error mermaid/syntax This block is never closed.'],
    ['graph TD\nend', "5:1 error mermaid/syntax There's no open block to close here."],
    ['sequenceDiagram\nA->>B: x\nautonumber', "6:1 error mermaid/syntax This syntax isn't supported."],
    ['stateDiagram-v2\nnote right of A', "5:1 error mermaid/syntax This syntax isn't supported."],
    ['stateDiagram-v2\nA : one\nA : two', '6:1 error mermaid/syntax `A` already has a description.'],
    ['sequenceDiagram\nA-xB: lost', "5:1 error mermaid/syntax This syntax isn't supported."],
    ['classDiagram\nnamespace N {\nclass A\n}', "5:1 error mermaid/syntax This syntax isn't supported."],
    ['classDiagram\nnote "x"', "5:1 error mermaid/syntax This syntax isn't supported."],
    ['erDiagram\nA with B', "5:1 error mermaid/syntax This syntax isn't supported."],
    ['xychart-beta\npie [1]', "5:1 error mermaid/syntax This syntax isn't supported."],
  ])('%s', (code, finding) => {
    const { html, findings } = { ...page(code) }
    expect(told({ findings } as never)).toEqual([finding])
    expect(html).toContain('<pre class="mermaid-source"')
  })

  it('code without an end is reported, though the plugin draws it', () => {
    expect(told(parseWith(mermaid, '# T\n\n```mermaid\ngraph TD\nA-->B'))).toEqual([
      "3:1 warning markdown/unclosed-code This code block isn't closed and continues to the end of the surrounding block.",
    ])
  })
})
