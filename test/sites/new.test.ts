import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeTranslation } from '../../src/check/new-translation.ts'
import { runCheck } from '../../src/check/check.ts'
import { createFolder } from './site.ts'

const GUIDE = `---
# Said to readers.
title: Guide
redirectFrom: [/old.html]
---

# The guide

Read this --> before.

## Use {#use-it}

Call it:

\`\`\`js
// ## no heading
call()
\`\`\`

::: tip
Remember.
:::

<!--@include: ./_part.md-->
`
const STUB = `---
# Said to readers.
title: Guide
draft: true
source:
  the-guide: HASH
  use-it: HASH
  (frontmatter): HASH
---

# The guide {#the-guide}

## Use {#use-it}

\`\`\`js
// ## no heading
call()
\`\`\`

::: tip

:::

<!--@include: ../_part.md-->
`

describe('docsgen new', () => {
  const config = "{ '/': { lang: 'en' }, '/pt-BR/': { lang: 'pt-BR' } }"
  const { root, read, write } = createFolder({
    'site.config.ts': `export default { locales: ${config} }\n`,
    'content/README.md': '# Home\n\nWelcome.\n',
    'content/guide.md': GUIDE,
    'content/_part.md': 'A part.\n',
  })

  it('writes what is the same in every language, pinned and stamped, as a draft that is not counted', async () => {
    const made = await writeTranslation({ root, locale: 'pt-BR', page: 'guide' })
    const written = { file: 'content/pt-BR/guide.md', source: 'content/guide.md', words: 13 }
    expect(made).toMatchObject({ exitCode: 0, ...written })
    expect(read('content/pt-BR/guide.md').replace(/: "?[0-9a-f]{24}"?/g, ': HASH')).toBe(STUB)
    const { report } = await runCheck({ root, env: {} })
    const draft = { localPath: '/guide.html', state: 'missing', draft: expect.anything() as object }
    expect(report?.translations).toContainEqual(expect.objectContaining(draft))
    expect(report?.findings.filter(({ place }) => place?.file.startsWith('content/pt-BR'))).toEqual([])
  })

  it('writes what is untranslated until its text changes, also when stamped, unless by its name', async () => {
    const file = 'content/pt-BR/guide.md'
    write(file, read(file).replace('draft: true\n', ''))
    const state = async (options = {}) =>
      (await runCheck({ root, env: {}, ...options })).report?.translations.find(
        ({ page }) => page?.file === file,
      )?.state
    expect([await state(), await state({ stamp: true })]).toEqual(['untranslated', 'untranslated'])
    const { findings } = await runCheck({ root, env: {}, pages: [file] })
    expect(findings.map(({ rule }) => rule)).toEqual(['coverage/untranslated'])
    const stamped = await runCheck({ root, env: {}, stamp: true, pages: [file] })
    expect([stamped.exitCode, stamped.notes]).toEqual([0, [`Stamped 1 file: \`${file}\`.`]])
    expect(await state()).toBe('ok')
  })

  it('never touches an existing file, and suggests which page or language was meant', async () => {
    write('content/pt-BR/guide.md', 'mine')
    const taken = await writeTranslation({ root, locale: '/pt-BR/', page: '/guide.html' })
    const message = '`content/pt-BR/guide.md` already exists.'
    expect(taken).toMatchObject({ exitCode: 2, findings: [{ message }] })
    expect(read('content/pt-BR/guide.md')).toBe('mine')
    rmSync(path.join(root, 'content/pt-BR/guide.md'))
    const unknown = await writeTranslation({ root, locale: 'pt-BR', page: 'content/giude.md' })
    expect(unknown.findings[0]).toMatchObject({ hint: 'Did you mean `content/guide.md`?' })
    for (const locale of ['en', 'fr'])
      expect((await writeTranslation({ root, locale, page: 'guide' })).exitCode).toBe(2)
    expect(existsSync(path.join(root, 'content/pt-BR/guide.md'))).toBe(false)
  })

  it('puts the text of the source into comments, which it cannot end', async () => {
    await writeTranslation({ root, locale: 'pt-BR', page: 'content/guide.md', withSource: true })
    const text = read('content/pt-BR/guide.md')
    expect(text).toContain(
      '# The guide {#the-guide}\n\n<!--\nRead this --&gt; before.\n-->\n\n## Use {#use-it}\n',
    )
    expect(text).toContain('::: tip\n\n<!--\nRemember.\n-->\n\n:::\n')
  })
})
