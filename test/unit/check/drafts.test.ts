import { beforeAll, describe, expect, it } from 'vitest'
import { runChecks } from '../../../src/check/rules/run.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import { listTranslations } from '../../../src/site/translations.ts'
import { createTestSite, type TestPage } from './test-site.ts'

const DRAFT: TestPage = { frontmatter: { draft: true }, sections: [{ id: 'usage', text: 'Not finished.' }] }
const LOCALES: UserConfig['locales'] = {
  '/': { lang: 'en-US', label: 'English', description: 'x' },
  '/fr/': { lang: 'fr', label: 'Français', description: 'y' },
}
const to = (target: string): TestPage => ({
  sections: [{ id: 'usage', text: `About ${target}.` }],
  links: [{ url: `.${target}`, target }],
})

describe('a draft', () => {
  const site = createTestSite(
    {
      'a.md': { ...to('/b.html'), frontmatter: { next: './b.html' } },
      'b.md': DRAFT,
      'c.md': to('/a.html'),
      'd.md': DRAFT,
      'fr/a.md': to('/fr/c.html'),
      'fr/b.md': { sections: [{ id: 'usage', text: 'Texte.' }] },
      'fr/c.md': DRAFT,
    },
    { locales: LOCALES, theme: { nav: ['/b', '/d'] }, redirects: { '/old': '/b.html' } },
  )
  let findings: Finding[] = []
  beforeAll(async () => {
    findings = (await runChecks(site)).filter(({ rule }) => !rule.startsWith('parity/'))
  })
  const messages = (rule: string) => findings.filter(one => one.rule === rule).map(({ message }) => message)

  it('is no page, and whatever leads to it says that it is a draft', () => {
    expect(site.pages.map(({ file }) => file)).not.toContain('content/b.md')
    expect(messages('links/page')).toEqual([
      '`next` in the frontmatter leads to `./b.html`, which is a draft, `content/b.md`.',
      '`./b.html` leads to a draft, `content/b.md`, which is not published.',
      '`./fr/c.html` leads to a draft, `content/fr/c.md`, which is not published.',
    ])
    expect(messages('redirects/target')).toEqual([
      'The redirect from `/old` leads to `/b.html`, which is a draft (`content/b.md`).',
    ])
    expect(messages('nav/missing-page')).toEqual([
      'The navigation names `/d`, but `content/d.md` is a draft: the entry is left out.',
    ])
  })

  it('counts as missing where it is a translation, and as the source of a translation that is there', () => {
    expect(listTranslations(site).map(({ localPath, state }) => `${localPath} ${state}`)).toEqual([
      '/a.html unknown',
      '/b.html unknown',
      '/c.html missing',
    ])
    expect(messages('coverage/missing')).toEqual([
      'The translation of this page in `/fr/` is a draft (`content/fr/c.md`).',
    ])
    expect(messages('coverage/orphan')).toEqual([])
  })
})

it('an unlisted page is in no menu, and an entry that names it is not dropped in silence', async () => {
  const site = createTestSite(
    { 'a.md': to('/b.html'), 'b.md': { frontmatter: { unlisted: true }, sections: [{ id: 'usage' }] } },
    { locales: { '/': { lang: 'en-US' } }, theme: { nav: ['/a', '/b'] } },
  )
  expect(site.locales['/']?.sidebars).toEqual([[expect.objectContaining({ text: 'usage' })]])
  expect(site.locales['/']?.nav).toHaveLength(1)
  expect(
    (await runChecks(site)).map(({ rule, severity, message }) => `${severity} ${rule} ${message}`),
  ).toContain(
    'warning nav/missing-page The navigation names `/b`, but `content/b.md` is unlisted: the entry is left out.',
  )
})
