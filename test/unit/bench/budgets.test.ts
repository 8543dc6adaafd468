import { describe, expect, it } from 'vitest'
import { judge } from '../../bench/budgets.mjs'

const times = (wall: number, peak: number) => ({ wall, peak })

describe('the table of budgets', () => {
  it('judges docsgen by ratios to peers of the same run', () => {
    const results = {
      docsgen: { cold: times(3, 430), edit: times(0.8, 150) },
      starlight: { cold: times(15, 1464), edit: times(8, 1200) },
      hugo: { cold: times(1.4, 198), edit: times(1.1, 190) },
    }
    const rows = judge({ peers: { results } }, 430)
    const row = (what: string) => rows.find(each => each.what === what)
    expect(row('cold build / Starlight')).toMatchObject({ measured: '0.20 ×', isMet: true })
    expect(row('cold build / Hugo')).toMatchObject({ measured: '2.14 ×', isMet: false })
    expect(row('one page changed / Hugo')).toMatchObject({ measured: '0.73 ×', isMet: false })
    expect(row('peak memory of these builds')).toMatchObject({ measured: '430 MB', isMet: true })
  })

  it('says of nothing that it is met when it was not measured', () => {
    const rows = judge({}, 471)
    expect(rows.filter(({ isMet }) => isMet !== undefined)).toEqual([
      { what: 'installed production packages', budget: '≤ 470', measured: '471', isMet: false },
    ])
    expect(rows.length).toBeGreaterThanOrEqual(19)
  })
})
