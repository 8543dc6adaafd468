import { createTestSite, type TestSite } from '../sites/site.ts'

const COUNTER = `import type { MarkdownComponentProps } from 'docsgen'
import { useId, useState } from 'react'
import * as z from 'zod'
import { twice } from './twice.ts'

export const client = 'load'

export const props = z.object({
  start: z.number().default(0).describe('Where it begins.'),
  label: z.string().optional().describe('What it counts.'),
})

export default function Counter({ start, label, lang, children }: MarkdownComponentProps<typeof props>) {
  const [count, setCount] = useState(start)
  const id = useId()
  return (
    <div className="counter" lang={lang}>
      {label} &amp; <output id={id}>{count}</output> of {twice(50)}
      <button type="button" aria-controls={id} onClick={() => setCount(count + 1)}>
        More
      </button>
      {children}
    </div>
  )
}
`

const SPOILER = `import { type ReactNode, useState } from 'react'

export const client = 'idle'

export default function Spoiler({ children }: { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="spoiler">
      <button type="button" onClick={() => setOpen(!isOpen)}>{isOpen ? 'Hide' : 'Show'}</button>
      {isOpen && children}
    </section>
  )
}
`

const CLOCK = `import { useEffect, useState } from 'react'

export const client = 'visible'

export default function Width() {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    setWidth(window.innerWidth)
    window.docsgenLive = (window.docsgenLive ?? 0) + 1
    return () => { window.docsgenLive -= 1 }
  }, [])
  return <p className="width">{width === 0 ? 'unknown' : 'known'}</p>
}
`

/** Takes a text out of others: a browser that translates has taken it before. */
const ANSWER = `import { useEffect, useState } from 'react'

export const client = 'idle'

export default function Answer() {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    window.docsgenAnswers = true
  }, [])
  return (
    <button type="button" className="answer" onClick={() => setOpen(false)}>
      {isOpen ? 'Yes' : null} or no
    </button>
  )
}
`

const BROKEN = `export const client = 'load'

export default function Broken({ lang }: { lang: string }) {
  if (typeof window !== 'undefined') throw new Error('no luck')
  return <p className="broken">As it was built ({lang}) with "quotes" &lt;/script&gt;</p>
}
`

const PAGE = `# Islands

${'Some **words** and a [link](./plain.md).\n\n'.repeat(8)}
## Counting

::: counter {start=3 label="Fish </script> & 'chips'"}

Inside \`code\`, and a [link](./plain.md).

:::

<Counter start="40" label="Bears"/>

::broken

::width

:answer{}

::: spoiler

Hidden words.

<Counter start="7" label="Nested"/>

:::
`

const SECOND = `# Second

::counter{start=100 label="Second"}

[Back](./islands.md) [Plain](./plain.md)
`

/** A site with islands of each kind, one of which fails in the browser. */
export function createIslandsSite(): TestSite {
  return createTestSite({
    'site.config.ts': `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Islands',
  base: '/docs/',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/fr/': { lang: 'fr', label: 'Français' } },
})
`,
    'templates/markdown/Counter.tsx': COUNTER,
    'templates/markdown/Spoiler.tsx': SPOILER,
    'templates/markdown/Width.tsx': CLOCK,
    'templates/markdown/Answer.tsx': ANSWER,
    'templates/markdown/Broken.tsx': BROKEN,
    'templates/markdown/twice.ts': 'export const twice = (value: number) => value * 2\n',
    'content/README.md': '# Home\n\n[All](./islands.md) [Second](./second.md)\n',
    'content/islands.md': PAGE,
    'content/second.md': SECOND,
    'content/plain.md': '# Plain\n\n[Islands](./islands.md) [Second](./second.md)\n',
    'content/fr/README.md': '# Accueil\n',
    'content/fr/islands.md': PAGE,
    'content/fr/second.md': SECOND,
    'content/fr/plain.md': '# Simple\n\n[Îles](./islands.md)\n',
  })
}
