/** The budgets, judged by the kept results: pure functions of the JSON. */

const ratio = (a, b) => (a === undefined || !b ? undefined : a / b)
const text = (value, unit, digits = 0) =>
  value === undefined ? undefined : `${value.toFixed(digits)}${unit}`

/**
 * A row for each budget: `{ what, budget, measured, isMet }`; `measured` is missing where no result is kept.
 * `packages` is the number of installed production packages.
 */
export function judge(results, packages) {
  return [
    ...buildRows(results),
    ...growthRows(results),
    ...devRows(results),
    ...readerRows(results),
    ...otherRows(results, packages),
  ]
}

function atMost(what, value, { limit, unit = '', digits = 0 }) {
  return {
    what,
    budget: `≤ ${limit}${unit}`,
    measured: text(value, unit, digits),
    isMet: value === undefined ? undefined : value <= limit,
  }
}

function buildRows({ peers }) {
  const { docsgen, starlight, hugo } = peers?.results ?? {}
  const times = { unit: ' ×', digits: 2 }
  const peak = docsgen && Math.max(docsgen.cold.peak, docsgen.edit.peak)
  return [
    atMost('cold build / Starlight', ratio(docsgen?.cold.wall, starlight?.cold.wall), {
      limit: 0.25,
      ...times,
    }),
    atMost('cold build / Hugo', ratio(docsgen?.cold.wall, hugo?.cold.wall), { limit: 2, ...times }),
    atMost('one page changed / Hugo', ratio(docsgen?.edit.wall, hugo?.edit.wall), { limit: 0.6, ...times }),
    atMost('peak memory of these builds', peak, { limit: 450, unit: ' MB' }),
  ]
}

function growthRows({ pages }) {
  const large = pages?.results?.[8000]
  const { docsgen, hugo } = large ?? {}
  return [
    atMost('8 000 pages / 1 000 pages, time', pages?.growth?.docsgen?.wall, {
      limit: 8.8,
      unit: ' ×',
      digits: 2,
    }),
    atMost('8 000 pages / Hugo', ratio(docsgen?.wall, hugo?.wall), { limit: 3, unit: ' ×', digits: 2 }),
    atMost('8 000 pages, peak memory', docsgen?.peak, { limit: 1024, unit: ' MB' }),
  ]
}

function devRows({ dev }) {
  const own = dev?.results?.docsgen
  return [
    atMost('dev: start to first page, warm cache', own?.warm.median, { limit: 1000, unit: ' ms' }),
    atMost('dev: save to screen', own?.screen.median, { limit: 60, unit: ' ms' }),
  ]
}

function readerRows({ reader, 'reader-peers': beside }) {
  const own = beside?.results?.docsgen
  const detail = reader?.loads?.['/api/wrapper/find.html']?.fast
  const blocking = detail?.still.blockingScriptBytes.reduce((sum, bytes) => sum + bytes, 0)
  const requests = reader?.clicks?.['not prefetched']?.requests.median
  return [
    atMost('first load', own?.load.fast.kb.median, { limit: 50, unit: ' KB', digits: 1 }),
    atMost('of it script', own?.load.fast.scriptKb.median, { limit: 6, unit: ' KB', digits: 1 }),
    atMost('of it script that blocks rendering', blocking, { limit: 512, unit: ' bytes' }),
    atMost('long tasks of the first load', own?.load.fast.longTasks.median, { limit: 0 }),
    atMost('the same after the first sign', detail?.awake.kb, { limit: 125, unit: ' KB', digits: 1 }),
    atMost('page change', own?.click.fast.heading.median, { limit: 25, unit: ' ms', digits: 1 }),
    atMost('requests of a page change, nothing fetched before', requests, { limit: 1 }),
    atMost('page change, slow 4G and processor', own?.click.slow.heading.median, {
      limit: 70,
      unit: ' ms',
      digits: 1,
    }),
  ]
}

function otherRows({ lighthouse, corpus }, packages) {
  const pages = Object.values(lighthouse?.pages ?? {})
  const scores = pages.flatMap(({ scores: found }) => Object.values(found).map(({ median }) => median))
  const version = corpus?.cases?.version.wall
  return [
    {
      what: `Lighthouse mobile, ${pages.length} kinds of pages`,
      budget: 'all 100',
      measured: scores.length > 0 ? `lowest ${Math.min(...scores)}` : undefined,
      isMet: scores.length > 0 ? Math.min(...scores) === 100 && pages.length >= 5 : undefined,
    },
    atMost('docsgen --version', version && version * 1000, { limit: 150, unit: ' ms' }),
    atMost('installed production packages', packages, { limit: 470 }),
  ]
}
