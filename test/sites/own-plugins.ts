/** Two plugins as somebody else would write them: they know nothing of docsgen but what the package exports. */

/** Makes a page of each entry of a JSON file. */
const RECORDS = `import { definePlugin } from 'docsgen'
import * as z from 'zod'
import records from '../records.json'

export default definePlugin({
  name: 'records',
  options: z.strictObject({ folder: z.string().default('records') }),
  pages: ({ options }) =>
    records.map(({ id, name, text }) => ({
      path: \`\${options.folder}/r\${id}.md\`,
      markdown: \`---\\norder: \${id}\\n---\\n\\n# \${name}\\n\\n\${text}\\n\`,
    })),
})
`

/** Adds a fence, a component and a rule, and their look. */
const GAUGE = `import { definePlugin, type HtmlTree, type PluginProblem } from 'docsgen'
import * as z from 'zod'

const gauge = (label: string, value: number): HtmlTree => ({
  type: 'element',
  tagName: 'meter',
  properties: { max: 100, value, ariaLabel: label },
  children: [{ type: 'text', value: String(value) }],
})

export default definePlugin({
  name: 'gauge',
  options: z.strictObject({ most: z.number().default(100) }),
  markdown: options => ({
    fences: {
      gauge(code) {
        const problems: PluginProblem[] = []
        const items = code.split('\\n').flatMap((line, index) => {
          const [, label = '', value] = /^(.*):\\s*(\\d+)$/.exec(line) ?? []
          const number = Number(value)
          if (value !== undefined && number <= options.most) return [{ label, number }]
          problems.push({ rule: 'line', message: 'A line is \`name: number\`.', line: index + 1 })
          return []
        })
        if (problems.length > 0) return { problems }
        const children = items.map(({ label, number }) => ({
          type: 'element',
          tagName: 'li',
          children: [{ type: 'text', value: \`\${label} \` }, gauge(label, number)],
        }))
        return { type: 'element', tagName: 'ul', properties: { className: ['gauges'] }, children }
      },
    },
    components: {
      gauge: {
        kinds: ['inline', 'container'],
        label: 'title',
        texts: ['title'],
        props: z.strictObject({ title: z.string(), value: z.number().max(100) }),
        render: ({ title, value }, children) => [gauge(String(title), Number(value)), ...children],
      },
    },
  }),
  checks: {
    full: {
      description: 'A page says that something is full.',
      run: site =>
        site.pages
          .filter(page => site.textOf(page).sections.some(({ text }) => text.includes('it is full')))
          .map(({ file }) => ({ message: 'Something is full.', hint: 'Empty it.', file })),
    },
  },
  styles: ['./gauge.css'],
})
`

/** Both, with what they bring, by file. */
export const OWN_PLUGINS: Record<string, string> = {
  'plugins/records.ts': RECORDS,
  'plugins/gauge.ts': GAUGE,
  'plugins/gauge.css':
    '.gauges { list-style: none; padding: 0 }\n.content meter { vertical-align: middle }\n',
}

/** What the first makes pages of. */
export function recordsJson(count: number): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, id) => ({
      id,
      name: `Record ${id}`,
      text: `What record ${id} says. [Home](/README.md)`,
    })),
  )
}
