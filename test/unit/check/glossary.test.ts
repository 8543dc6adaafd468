import { expect, it } from 'vitest'
import { runChecks } from '../../../src/check/run.ts'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import { createTestSite } from './test-site.ts'

type Glossary = NonNullable<NonNullable<UserConfig['check']>['glossary']>

async function check(glossary: Glossary, source: string[], french: string[]) {
  const page = (texts: string[]) => ({ sections: texts.map((text, index) => ({ id: `s${index}`, text })) })
  const site = createTestSite({ 'a.md': page(source), 'fr/a.md': page(french) }, { check: { glossary } })
  return (await runChecks(site)).filter(({ rule }) => rule === 'check/glossary')
}

const finding = { rule: 'check/glossary', severity: 'warning' }

const component: Glossary = [{ term: 'component', as: { '/fr/': ['composant', 'pièce'] } }]

it('check/glossary reports a section that says a term of its source otherwise, once for each page', async () => {
  const source = ['Mount the component.', 'All components.', 'A componentry.']
  expect(await check(component, source, ['Montez le composant.', 'Les Pièces.', 'Rien.'])).toEqual([])
  const message = "“component” isn't translated as “composant” or “pièce” in this section and 1 more."
  expect(await check(component, source, ['Montez le module.', 'Les modules.', 'Rien.'])).toEqual([
    { ...finding, message, place: { file: 'content/fr/a.md', line: 1, column: 1 } },
  ])
})

it('check/glossary reports what must stay as it is, signs of patterns included, and what must not be said', async () => {
  const cpp = [{ term: 'C++ (20)', keep: true }]
  const kept = await check(cpp, ['Use C++ (20) here.'], ['Utilisez C plus plus.'])
  expect(kept[0]?.message).toMatch(/^“C\+\+ \(20\)” isn't kept unchanged in this section/)
  const glossary: Glossary = [{ term: 'component', as: { '/fr/': 'composant' }, not: { '/fr/': 'module' } }]
  expect(await check(glossary, ['Nothing.', 'Nothing.'], ['Rien.', 'Un module.'])).toEqual([
    {
      ...finding,
      message: '“module” is a forbidden translation of “component”.',
      hint: 'Use “composant”.',
      place: { file: 'content/fr/a.md', line: 4, column: 1 },
    },
  ])
})

it.each<[string, Glossary, string]>([
  [
    'one term twice',
    [...component, { term: 'Component', keep: true }],
    'repeats “Component”, which is already in entry 1',
  ],
  [
    'kept and translated',
    [{ term: 'a', keep: true, as: { '/fr/': 'b' } }],
    'has `keep` and `as` for the same term',
  ],
  ['asked for and forbidden', [{ term: 'a', as: { '/fr/': 'b' }, not: { '/fr/': 'b' } }], 'forbids “b”'],
  ['kept and forbidden', [{ term: 'a', keep: true, not: { '/fr/': 'a' } }], 'forbids “a”'],
  ['nothing said', [{ term: 'a' }], 'needs `keep`, `as` or `not`'],
])('contradictions are errors of the configuration: %s', (_name, glossary, message) => {
  const result = configSchema.safeParse({ check: { glossary } })
  expect(result.error?.issues.map(issue => issue.message)).toEqual([expect.stringContaining(message)])
})
