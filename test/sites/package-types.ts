import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The settings that `templates/README.md` gives. */
export const TSCONFIG = `{
  "compilerOptions": {
    "strict": true,
    "target": "es2022",
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "noEmit": true
  },
  "include": ["templates", "site.config.ts"]
}
`

/** A site's own files of every kind, as `templates/README.md` shows them. */
export const OVERRIDES: Record<string, string> = {
  'templates/layouts/Wide.tsx': `import type { LayoutProps, PageFrontmatter } from 'docsgen'
import { Frame } from 'docsgen/templates/components/Frame.tsx'

/** Keys with a meaning have their types, others are whatever the author wrote. */
function linesOf({ heroText, features = [], author }: PageFrontmatter): string[] {
  return [heroText ?? '', ...features.map(({ title }) => title), typeof author === 'string' ? author : '']
}

export default function Wide({ page, locale, children }: LayoutProps) {
  // @ts-expect-error a text is no number
  const wrong: number = page.frontmatter.heroText
  return (
    <Frame page={page} locale={locale} className="wide">
      <main id="docsgen-main" tabIndex={-1} data-wrong={wrong}>
        {children}
        {linesOf(page.frontmatter)}
      </main>
    </Frame>
  )
}
`,
  'templates/layouts/Home.tsx': `import type { LayoutProps } from 'docsgen'
import Original from 'docsgen/templates/layouts/Home.tsx'

export default function Home(props: LayoutProps) {
  return <Original {...props} />
}
`,
  'templates/components/Notice.tsx': `import { Notice as Original } from 'docsgen/templates/components/Notice.tsx'

export const Notice: typeof Original = props => (
  <>
    <Original {...props} />
    <p>{props.locale.title}</p>
  </>
)
`,
  'templates/strings/fr.ts': `import type { Strings } from 'docsgen'
import { fr as original } from 'docsgen/templates/strings/fr.ts'

export const fr: Strings = { ...original, menu: 'Carte' }
`,
}

/** A file that names everything that the templates of a folder export. */
export function namesOf(templates: string): string {
  const files = ['layouts', 'components', 'strings'].flatMap(folder =>
    readdirSync(path.join(templates, folder)).map(file => `${folder}/${file}`),
  )
  const names = files.map((_file, index) => `t${index}`)
  const imports = files.map((file, index) => `import * as t${index} from 'docsgen/templates/${file}'`)
  return `${imports.join('\n')}\nexport const all = [${names.join(', ')}]\n`
}
