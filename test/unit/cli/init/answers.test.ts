import { expect, it } from 'vitest'
import { askAll } from '../../../../src/cli/commands/init.ts'

const SUGGESTED = { title: 'My library', languages: [], url: undefined, ci: undefined }

/** The site of these answers, and the questions that were put. */
async function answer(answers: string[], options = {}) {
  const asked: string[] = []
  const site = await askAll(SUGGESTED, options, async question => {
    asked.push(question)
    return answers[asked.length - 1] ?? ''
  })
  return { site: { ...site, url: site.url?.href }, asked }
}

it('takes the suggestions for no answer', async () => {
  expect((await answer(['', '', '', ''])).site).toEqual(SUGGESTED)
})

it('asks again, with the reason, and takes several languages and an address without a scheme', async () => {
  const { site, asked } = await answer([
    '',
    'fr jp',
    'fr, pt_BR; /ja/ fr',
    'nothing',
    'example.org/lib',
    'me',
    'GitHub',
  ])
  expect(site).toEqual({
    title: 'My library',
    languages: ['fr', 'pt-BR', 'ja'],
    url: 'https://example.org/lib',
    ci: 'github',
  })
  expect(asked[2]).toBe("`jp` isn't a language code. Did you mean `ja`?\n" + asked[1])
  expect(asked[4]).toBe(
    "`nothing` isn't a valid site URL. Use one such as https://docs.example.org.\n" + asked[3],
  )
  expect(asked[6]).toMatch(/^`me` isn't a supported host. Use `github`, .*\nDeployment host/)
})

it.each([
  ['languages', 'French', "isn't a language code. Use one such as `fr` or `pt-BR`."],
  ['languages', 'en', 'English is already the source language'],
  ['languages', 'cn', 'Did you mean `zh`?'],
  ['address', 'ftp://example.org', "isn't a valid site URL"],
  ['address', 'https://', "isn't a valid site URL"],
  ['address', 'https://example.org/?a=b', "isn't a valid site URL"],
])('of %s, `%s` is wrong: %s', async (kind, wrong, reason) => {
  const { asked } = await answer(kind === 'languages' ? ['', wrong] : ['', '', wrong])
  expect(asked[kind === 'languages' ? 2 : 3]).toContain(reason)
})

it('asks only for what the options leave open', async () => {
  const { asked } = await answer([''], { locale: ['fr'], url: 'example.org', ci: 'github' })
  expect(asked).toEqual(['Site title (My library): '])
})
