/** What the chart and the table in the README show of the results: pure functions of the kept JSON. */

const NAMES = {
  docsgen: 'docsgen',
  hugo: 'Hugo',
  eleventy: 'Eleventy',
  vitepress: 'VitePress',
  starlight: 'Starlight',
  rspress: 'Rspress',
  docusaurus: 'Docusaurus',
}
/** Those with a theme that was written for the measurement: as light as nothing that readers would want. */
const MINIMAL = ['hugo', 'eleventy']

export const nameOf = key => `${NAMES[key] ?? key}${MINIMAL.includes(key) ? '*' : ''}`

/**
 * Panels of the chart, each with its programs: docsgen, then the others from the smallest figure to the largest.
 * `{ title, short, unit, digits, bars: [{ key, name, value }] }`; panels without results are left out.
 */
export function panels({ peers, 'reader-peers': reader, dev }) {
  const all = [
    panel(
      { title: `Cold build, ${peers?.pages} pages`, short: 'cold build', unit: 's', digits: 1 },
      peers,
      each => each.cold.wall,
    ),
    panel(
      { title: 'One page edited, whole process', short: 'one page edited', unit: 's', digits: 1 },
      peers,
      each => each.edit.wall,
    ),
    panel(
      { title: 'Peak memory of the cold build', short: 'memory', unit: 'MB', digits: 0 },
      peers,
      each => each.cold.peak,
    ),
    panel(
      { title: 'First load of a page, compressed', short: 'first load', unit: 'KB', digits: 0 },
      reader,
      each => each.load.fast.kb.median,
    ),
    panel(
      { title: 'Page change, click to new heading', short: 'page change', unit: 'ms', digits: 0 },
      reader,
      each => each.click.fast.heading.median,
    ),
    panel(
      { title: 'The same on slow 4G, processor 4× slower', short: 'on slow 4G', unit: 'ms', digits: 0 },
      reader,
      each => each.click.slow.heading.median,
    ),
    panel(
      { title: 'Writing: save to screen', short: 'save to screen', unit: 'ms', digits: 0 },
      dev,
      each => each.screen.median,
    ),
  ]
  return all.filter(({ bars }) => bars.length > 1)
}

function panel(facts, result, pick) {
  const bars = Object.entries(result?.results ?? {})
    .map(([key, each]) => ({ key, name: nameOf(key), value: pick(each) }))
    .toSorted((a, b) => Number(b.key === 'docsgen') - Number(a.key === 'docsgen') || a.value - b.value)
  return { ...facts, bars }
}

/** The line below the chart: when, on what, with which versions, how often. */
export function conditions({ peers }) {
  const { when, machine, results } = peers
  const versions = Object.entries(results)
    .filter(([key]) => key !== 'docsgen')
    .map(([key, { version }]) => `${nameOf(key)} ${version}`)
  const [{ cold }] = Object.values(results)
  return {
    date: when.slice(0, 10),
    machine: `${machine.processors} processors (${machine.model}), ${machine.memory} GB, Node.js ${machine.node.slice(1)}, load ${machine.load} when it began`,
    runs: cold.runs,
    versions,
  }
}

/** A figure as people write it, such as `14.7 s` or `1,464 MB`. */
export function written(value, { unit, digits }) {
  const [whole, part] = value.toFixed(value < 10 ? Math.max(1, digits) : digits).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped}${part === undefined ? '' : `.${part}`} ${unit}`
}
