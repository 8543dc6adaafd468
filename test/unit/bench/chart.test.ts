import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeChart } from '../../bench/chart.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('the chart of the benchmarks', () => {
  it('is the one that the kept results make, and so are the figures in the README', async () => {
    const { svg, readme } = await makeChart()
    expect(read('test/bench/results/chart.svg')).toBe(svg)
    expect(read('README.md')).toBe(readme)
  })

  it('shows docsgen in every panel, with the figure of the results', async () => {
    const { svg } = await makeChart()
    const { results } = JSON.parse(read('test/bench/results/peers.json'))
    const panels = svg.match(/class="title"/g)?.length
    expect(panels).toBeGreaterThanOrEqual(5)
    expect(svg.match(/class="bar own"/g)).toHaveLength(panels ?? 0)
    expect(svg).toContain(`docsgen ${results.docsgen.cold.wall.toFixed(1)} s`)
  })

  it('has a light and a dark side and needs nothing from elsewhere', async () => {
    const { svg } = await makeChart()
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg).not.toMatch(/href=|url\(|@import|<script/)
  })

  it('is shown by the README, which names the command that makes it', () => {
    const [, shown] = /!\[[^\]]+\]\((test\/bench\/results\/chart\.svg)\)/.exec(read('README.md')) ?? []
    expect(shown && existsSync(path.join(root, shown))).toBe(true)
    expect(read('README.md')).toContain('`npm run bench`')
  })

  it('comes from results that hold no path of a machine', () => {
    for (const name of ['peers', 'reader-peers', 'dev', 'pages', 'lighthouse', 'corpus', 'reader']) {
      expect(read(`test/bench/results/${name}.json`)).not.toMatch(/"\/(?:work|home|root|tmp|Users)\//)
    }
  })
})
