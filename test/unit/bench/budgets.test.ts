import { describe, expect, it } from 'vitest'
import { judge } from '../../bench/budgets.mjs'

const times = (wall: number, peak: number) => ({ wall, peak })

describe('the table of budgets', () => {
  it('judges docsgen by ratios to peers of the same run', () => {
    const results = {
      docsgen: { cold: times(2.4, 310), edit: times(0.5, 150) },
      starlight: { cold: times(15, 1464), edit: times(8, 1200) },
      hugo: { cold: times(1.2, 198), edit: times(1.1, 190) },
    }
    const rows = judge({ peers: { results } }, 27)
    const row = (what: string) => rows.find(each => each.what === what)
    expect(row('cold build / Starlight')).toMatchObject({ measured: '0.16 ×', isMet: true })
    expect(row('cold build / Hugo')).toMatchObject({ measured: '2.00 ×', isMet: false })
    expect(row('one page changed / Hugo')).toMatchObject({ measured: '0.45 ×', isMet: false })
    expect(row('peak memory of these builds')).toMatchObject({ measured: '310 MB', isMet: true })
  })

  it('holds a large site beside a small one', () => {
    const reader = (bytes: number) => ({
      changed: { bytes },
      search: { bytes: 2 * bytes },
      language: { bytes },
      section: { bytes },
    })
    const build = (wall: number, peak: number, bytes: number) => ({ wall, peak, reader: reader(bytes) })
    const results = { 370: build(2, 200, 100), 8000: build(20, 600, 110), 30000: build(80, 1100, 125) }
    const rows = judge({ large: { results } }, 27)
    const row = (what: string) => rows.find(each => each.what === what)
    expect(row('30 000 pages / 8 000, time')).toMatchObject({ measured: '4.00 ×', isMet: false })
    expect(row('30 000 pages, peak memory')).toMatchObject({ measured: '1100 MB', isMet: true })
    expect(row('100 000 pages, peak memory')?.isMet).toBeUndefined()
    expect(row('6 000 pages a language / 74: search')).toMatchObject({ measured: '1.25 ×', isMet: false })
  })

  it('says of nothing that it is met when it was not measured', () => {
    const rows = judge({}, 61)
    expect(rows.filter(({ isMet }) => isMet !== undefined)).toEqual([
      { what: 'installed production packages', budget: '≤ 60', measured: '61', isMet: false },
    ])
    expect(rows.length).toBeGreaterThanOrEqual(26)
  })
})
