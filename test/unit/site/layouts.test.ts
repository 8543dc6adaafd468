import { expect, test } from 'vitest'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { layoutOf, reportUnknownLayouts } from '../../../src/site/page-view.ts'

const LAYOUTS = ['Home', 'Layout', 'NotFound', 'WideTable']

function page(layout: string): Pick<ParsedPage, 'record' | 'keyPlaces'> {
  const place = { file: 'content/a.md', line: 3, column: 1 }
  const record = { frontmatter: { layout } } as unknown as ParsedPage['record']
  return { record, keyPlaces: { layout: place } }
}

test.each([
  ['Home', 'Home'],
  ['home', 'Home'],
  ['wide-table', 'WideTable'],
  ['doc', 'Layout'],
])('`layout: %s` is %s', (layout, name) => {
  expect(layoutOf(page(layout), LAYOUTS)).toBe(name)
  expect(reportUnknownLayouts([page(layout)], LAYOUTS)).toEqual([])
})

test('a layout that there is not is reported at its key, with the nearest one or all', () => {
  expect(layoutOf(page('Hom'), LAYOUTS)).toBe('Layout')
  const [near, far] = reportUnknownLayouts([page('Hom'), page('Gallery')], LAYOUTS)
  expect(near).toEqual({
    rule: 'frontmatter/unknown-layout',
    severity: 'warning',
    place: { file: 'content/a.md', line: 3, column: 1 },
    message: 'There is no layout `Hom`; the page is shown in `Layout`.',
    hint: 'Did you mean `Home`? Others are files of `templates/layouts/`.',
  })
  expect(far?.hint).toContain('There are `Home`, `Layout`, `NotFound`, `WideTable`.')
})
