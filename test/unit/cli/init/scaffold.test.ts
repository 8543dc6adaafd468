import { expect, it } from 'vitest'
import { createScaffold, untranslated } from '../../../../src/cli/init/scaffold.ts'
import { ownName, INTERFACE_LANGUAGES } from '../../../../src/shared/languages.ts'

it('lists pages that are added later by itself, behind the first guide', () => {
  const files = createScaffold({ title: 'Docs', languages: ['fr'] })
  const textOf = (path: string) => files.find(file => file.path === path)?.content
  expect(textOf('site.config.ts')).toContain("sidebar: 'auto'")
  for (const folder of ['', 'fr/'])
    expect(textOf(`content/${folder}guide/start.md`)).toMatch(/^---\norder: 1\n---\n\n# /)
})

it('has every language of the interface by its own name, its first pages in it or in English', () => {
  const languages = INTERFACE_LANGUAGES.filter(lang => lang !== 'en')
  const files = createScaffold({ title: 'Docs', languages })
  const config = files.find(({ path }) => path === 'site.config.ts')?.content ?? ''
  for (const lang of languages)
    expect(config).toMatch(new RegExp(`lang: '${lang}', label: '${ownName(lang)}'`))
  const english = languages.filter(lang => {
    const home = files.find(({ path }) => path === `content/${lang.toLowerCase()}/README.md`)
    return home?.content.includes('\ntagline: One sentence')
  })
  const translated = languages.filter(lang => !english.includes(lang))
  expect(translated).toEqual(['fr', 'ja', 'pt-BR', 'pt-PT', 'ru', 'zh-CN'])
  expect(untranslated(languages)).toEqual(english.map(lang => `/${lang.toLowerCase()}/`))
})
