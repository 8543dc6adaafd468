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

it('takes the suggestions for no answer, and asks only for what the options leave open', async () => {
  expect((await answer(['', '', '', ''])).site).toEqual(SUGGESTED)
  const { asked } = await answer([''], { locale: ['fr'], url: 'example.org', ci: 'github' })
  expect(asked).toEqual(['Site title (My library): '])
})

it('asks again, with the reason, and takes several languages and an address without a scheme', async () => {
  const answers = ['', 'fr jp', 'fr, pt_BR; /ja/ fr', 'nothing', 'example.org/lib', 'me', 'GitHub']
  const { site, asked } = await answer(answers)
  const languages = ['fr', 'pt-BR', 'ja']
  expect(site).toEqual({ ...SUGGESTED, languages, url: 'https://example.org/lib', ci: 'github' })
  expect(asked[2]).toBe("`jp` isn't a language code. Did you mean `ja`?\n" + asked[1])
  expect(asked[4]).toBe(
    "`nothing` isn't a valid site URL. Use one such as https://docs.example.org.\n" + asked[3],
  )
  expect(asked[6]).toMatch(/^`me` isn't a supported host. Use `github`, .*\nDeployment host/)
})

it.each([
  [['', 'French'], "isn't a language code. Use one such as `fr` or `pt-BR`."],
  [['', 'en'], 'English is already the source language'],
  [['', 'cn'], 'Did you mean `zh`?'],
  [['', '', 'ftp://example.org'], "isn't a valid site URL"],
  [['', '', 'https://'], "isn't a valid site URL"],
  [['', '', 'https://example.org/?a=b'], "isn't a valid site URL"],
])('the last answer of %j is wrong: %s', async (answers, reason) => {
  expect((await answer(answers)).asked[answers.length]).toContain(reason)
})
