/** The budgets, judged by the kept results: pure functions of the JSON. */

const ratio = (a, b) => (a === undefined || !b ? undefined : a / b)
const text = (value, unit, digits = 0) =>
  value === undefined ? undefined : `${value.toFixed(digits)}${unit}`

const TIMES = { unit: ' ×', digits: 2 }

/**
 * A row for each budget: `{ what, budget, measured, isMet }`; `measured` is missing where no result is kept.
 * `packages` is the number of installed production packages.
 */
export function judge(results, packages) {
  return [
    ...buildRows(results),
    ...growthRows(results),
    ...largeRows(results),
    ...devRows(results),
    ...readerRows(results),
    ...clickRows(results),
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
  const peak = docsgen && Math.max(docsgen.cold.peak, docsgen.edit.peak)
  return [
    atMost('cold build / Starlight', ratio(docsgen?.cold.wall, starlight?.cold.wall), {
      limit: 0.17,
      ...TIMES,
    }),
    atMost('cold build / Hugo', ratio(docsgen?.cold.wall, hugo?.cold.wall), { limit: 1.5, ...TIMES }),
    atMost('one page changed / Hugo', ratio(docsgen?.edit.wall, hugo?.edit.wall), { limit: 0.4, ...TIMES }),
    atMost('peak memory of these builds', peak, { limit: 320, unit: ' MB' }),
  ]
}

function growthRows({ pages }) {
  const { docsgen, hugo } = pages?.results?.[8000] ?? {}
  return [
    atMost('8 000 pages / 1 000 pages, time', pages?.growth?.docsgen?.wall, { limit: 8.4, ...TIMES }),
    atMost('8 000 pages / Hugo', ratio(docsgen?.wall, hugo?.wall), { limit: 2, ...TIMES }),
    atMost('8 000 pages, peak memory', docsgen?.peak, { limit: 700, unit: ' MB' }),
  ]
}

/** Sites in five languages: builds, and what their readers fetch beside those of a site of 74 pages a language. */
function largeRows({ large }) {
  const { 370: small, 8000: middle, 30000: big, 100000: largest } = large?.results ?? {}
  const bytes = step => ratio(big?.reader[step].bytes, small?.reader[step].bytes)
  const beside = (what, step) =>
    atMost(`6 000 pages a language / 74: ${what}`, bytes(step), { limit: 1.2, ...TIMES })
  return [
    atMost('30 000 pages / 8 000, time', ratio(big?.wall, middle?.wall), { limit: 3.9, ...TIMES }),
    atMost('30 000 pages, peak memory', big?.peak, { limit: 1200, unit: ' MB' }),
    atMost('100 000 pages, peak memory', largest?.peak, { limit: 3000, unit: ' MB' }),
    beside('until the first page change', 'changed'),
    beside('search', 'search'),
    beside('another language', 'language'),
    beside('offline, one section', 'section'),
  ]
}

function devRows({ dev }) {
  const { docsgen, vitepress } = dev?.results ?? {}
  const start = docsgen?.warm.median
  const save = docsgen?.screen.median
  return [
    atMost('dev: start to first page, warm cache', start, { limit: 500, unit: ' ms' }),
    atMost('dev: start / VitePress', ratio(start, vitepress?.warm.median), { limit: 1, ...TIMES }),
    atMost('dev: save to screen', save, { limit: 40, unit: ' ms' }),
    atMost('dev: save / VitePress', ratio(save, vitepress?.screen.median), { limit: 1, ...TIMES }),
  ]
}

function readerRows({ reader, 'reader-peers': beside }) {
  const load = beside?.results?.docsgen?.load.fast
  const detail = reader?.loads?.['/api/wrapper/find.html']?.fast
  const blocking = detail?.still.blockingScriptBytes.reduce((sum, bytes) => sum + bytes, 0)
  return [
    atMost('first load', load?.kb.median, { limit: 17, unit: ' KB', digits: 1 }),
    atMost('of it script', load?.scriptKb.median, { limit: 4, unit: ' KB', digits: 1 }),
    atMost('of it script that blocks rendering', blocking, { limit: 200, unit: ' bytes' }),
    atMost('long tasks of the first load', load?.longTasks.median, { limit: 0 }),
    atMost('the same after the first sign', detail?.awake.kb, { limit: 95, unit: ' KB', digits: 1 }),
  ]
}

function clickRows({ reader, 'reader-peers': beside }) {
  const { docsgen, vitepress } = beside?.results ?? {}
  const heading = program => program?.click.fast.heading.median
  const requests = reader?.clicks?.['not prefetched']?.requests.median
  const slow = docsgen?.click.slow.heading.median
  return [
    atMost('page change / VitePress', ratio(heading(docsgen), heading(vitepress)), { limit: 0.75, ...TIMES }),
    atMost('requests of a page change, nothing fetched before', requests, { limit: 1 }),
    atMost('page change, slow 4G and processor', slow, { limit: 35, unit: ' ms', digits: 1 }),
  ]
}

/** Home, guide, section of the API, long page, not-found, fallback. */
const KINDS = 6

function otherRows({ lighthouse, corpus }, packages) {
  const pages = Object.values(lighthouse?.pages ?? {})
  const scores = pages.flatMap(({ scores: found }) => Object.values(found).map(({ median }) => median))
  const version = corpus?.cases?.version.wall
  return [
    {
      what: `Lighthouse mobile, ${pages.length} kinds of pages`,
      budget: 'all 100',
      measured: scores.length > 0 ? `lowest ${Math.min(...scores)}` : undefined,
      isMet: scores.length > 0 ? Math.min(...scores) === 100 && pages.length >= KINDS : undefined,
    },
    atMost('docsgen --version', version && version * 1000, { limit: 100, unit: ' ms' }),
    atMost('installed production packages', packages, { limit: 60 }),
  ]
}
