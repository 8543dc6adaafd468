export const FORMULAS = String.raw`
It is $E = mc^2$, from \$5 to \$10, $5 or $6.

$$
\begin{align}a&=b+\frac{c}{d}\\e&=\int_0^\infty \sqrt{x}\,dx\end{align}
$$

$$\begin{array}{|l|c:r||}\hline a&b&c\\\hdashline d&e&f\\\hline\end{array} \cancel{x} \boxed{y} \textcolor{#c00}{z} a\!b \begin{cases}1&x>0\\0&x\le 0\end{cases} + \text{a formula that is too wide for any phone that there is}$$
`

export const DIAGRAMS = {
  flow: 'flowchart LR\n  accTitle: The way\n  A[Start] -->|yes| B{Is it?}\n  B -- no --> C[(Store)]\n  subgraph S [Group]\n    C --> D((x))\n  end\n  style A fill:#f96',
  state: 'stateDiagram-v2\n  [*] --> Still\n  Still --> [*] : done',
  sequence:
    'sequenceDiagram\n  participant A as Alice\n  A->>B: Hi\n  Note over A,B: n\n  loop all\n    B-->>A: yo\n  end',
  classes: 'classDiagram\n  class A {\n    +int x\n  }\n  A <|-- B : is',
  entities: 'erDiagram\n  A ||--o{ B : has\n  A {\n    int id PK\n  }',
  chart: 'xychart-beta\n  title "T"\n  x-axis [a, b]\n  y-axis "y" 0 --> 10\n  bar [1, 2]\n  line [2, 3]',
}

const page = (title: string, body: string) => `# ${title}\n\n${body}\n`
const formulas = (title: string) => page(title, `${FORMULAS}\n\n\`\`\`math\n\\sum_{i=1}^n i\n\`\`\`\n`)
const diagrams = (title: string) =>
  page(
    title,
    Object.values(DIAGRAMS)
      .map(code => `\`\`\`mermaid\n${code}\n\`\`\``)
      .join('\n\n'),
  )

/** A site in two languages with every plugin that comes with docsgen. */
export const FIRST_PARTY_FILES = {
  'site.config.ts': `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Example',
  url: 'https://docs.example.org',
  base: '/base/',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/zh/': { lang: 'zh-CN', label: '中文' } },
  theme: { sidebar: 'auto' },
  plugins: [
    'docsgen/plugins/math',
    'docsgen/plugins/mermaid',
    ['docsgen/plugins/feed', { folder: '/news/' }],
  ],
})
`,
  'content/README.md': page('Home', '[formulas](./formulas.md) [diagrams](./diagrams.md)'),
  'content/formulas.md': formulas('Formulas'),
  'content/diagrams.md': diagrams('Diagrams'),
  'content/news/one.md': `---\ndate: 2026-01-02\ntags: [a]\n---\n${page('One & only', 'What is new.')}`,
  'content/zh/README.md': page('首页', '[公式](./formulas.md)'),
  'content/zh/formulas.md': formulas('公式'),
  'content/zh/diagrams.md': diagrams('图表'),
}
