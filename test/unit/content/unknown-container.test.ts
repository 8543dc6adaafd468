import { describe, expect, it } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { configSchema } from '../../../src/schema/config.ts'
import { createParseOptions } from '../../../src/site/parse-options.ts'
import { stringsFor } from '../../strings-for.ts'

const config = configSchema.parse({ markdown: { containers: { conseil: { kind: 'tip' } } } })
const options = createParseOptions(config, stringsFor)

/** Unknown containers that a body reports, as `line message hint`. */
function unknown(body: string): string[] {
  const file = 'content/a.md'
  const page = parsePage(
    {
      relativePath: 'a.md',
      file,
      locale: '/',
      frontmatter: undefined,
      body,
      origins: [{ from: 1, file, line: 1 }],
      includes: [],
      findings: [],
    },
    options,
  )
  return page.findings
    .filter(({ rule }) => rule === 'markdown/unknown-container')
    .map(({ place, message, hint }) => `${place?.line} ${message} ${hint}`)
}

describe('markdown/unknown-container (B98)', () => {
  it('reports a name that opens no container where it stands', () => {
    expect(unknown('# A\n\n::: avertissement\nTexte\n:::\n')).toEqual([
      '3 `::: avertissement` opens no container; the lines are shown as text. Further names can be set under `markdown.containers`.',
    ])
  })

  it('guesses a misspelt name and sees that a colon is missing', () => {
    expect(unknown('::: warnin\nText\n:::\n')[0]).toContain('Did you mean `warning`?')
    expect(unknown(':: tip\nText\n::\n')).toEqual([
      '1 `:: tip` opens no container; the lines are shown as text. Write three colons.',
    ])
  })

  it('is content with containers, configured names, closing lines and colons in prose', () => {
    expect(
      unknown('::: tip\nText\n:::\n\n:::conseil\nTexte\n:::\n\n:::\n\n::before is a pseudo-element.\n'),
    ).toEqual([])
    expect(unknown('```\n::: nope\n```\n')).toEqual([])
    expect(unknown('Write\n::::`x` in a line.\n')).toEqual([])
  })
})
