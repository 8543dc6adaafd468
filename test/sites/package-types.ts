import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What `templates/README.md` shows, by file: settings for `tsc`, and templates of a site. */
export function shownFiles(root: string): Record<string, string> {
  const text = readFileSync(path.join(root, 'templates/README.md'), 'utf8')
  const fences = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  return Object.fromEntries(
    fences.map(([, language, code = '']) => {
      const name = language === 'json' ? 'tsconfig.json' : /^\/\/ (templates\/[\w/.]+)/.exec(code)?.[1]
      return [name ?? '', code]
    }),
  )
}

/** What the guide to plugins shows, by file. */
export function shownPlugins(root: string): Record<string, string> {
  return shownIn('plugins', root)
}

/** What the guide to components of a site's own shows, by file. */
export function shownComponents(root: string): Record<string, string> {
  return shownIn('own-components', root)
}

function shownIn(page: string, root: string): Record<string, string> {
  const text = readFileSync(path.join(root, `docs/content/guide/${page}.md`), 'utf8')
  const fences = text.matchAll(/^```(?:tsx?|md) \[([\w/.]+)\][^\n]*\n(.*?)^```$/gms)
  return Object.fromEntries([...fences].map(([, file = '', code = '']) => [file, code]))
}

/** Uses that are right, and some that are marked as wrong. */
export const USES = `import type { LayoutProps, PageFrontmatter } from 'docsgen'
import Original from 'docsgen/templates/layouts/Home.tsx'

export default function Home(props: LayoutProps) {
  const { features = [], own }: PageFrontmatter = props.page.frontmatter
  const titles: string[] = features.map(({ title }) => title)
  // @ts-expect-error a key of the author's own may be anything
  const text: string = own
  // @ts-expect-error a text is no number
  const number: number = props.page.frontmatter.heroText
  return <Original {...props} key={[...titles, text, number].join()} />
}
`

/** What the types of a plugin refuse. */
export const WRONG_PLUGIN = `import { definePlugin } from 'docsgen'
import feed from 'docsgen/plugins/feed'
import math from 'docsgen/plugins/math'
import mermaid from 'docsgen/plugins/mermaid'
import * as z from 'zod'

export const plugins: string[] = [feed, math, mermaid].map(({ name }) => name)
// @ts-expect-error a name is no number
export const version: number = mermaid.name

export const wrong = [
  // @ts-expect-error there is no such key
  definePlugin({ name: 'a', pagez: [] }),
  // @ts-expect-error a page has its text
  definePlugin({ name: 'b', pages: () => [{ path: 'a.md' }] }),
  definePlugin({
    name: 'c',
    options: z.object({ depth: z.number() }),
    // @ts-expect-error a number has no length
    page: (record, text, { options }) => options.depth.length,
  }),
]
`

/** A file that names everything that the templates of a folder export. */
export function namesOf(templates: string): string {
  const files = ['layouts', 'components', 'strings'].flatMap(folder =>
    readdirSync(path.join(templates, folder)).map(file => `${folder}/${file}`),
  )
  const names = files.map((_file, index) => `t${index}`)
  const imports = files.map((file, index) => `import * as t${index} from 'docsgen/templates/${file}'`)
  return `${imports.join('\n')}\nexport const all = [${names.join(', ')}]\n`
}
