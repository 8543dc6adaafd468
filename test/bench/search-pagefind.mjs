/**
 * Compares the search with Pagefind on the same corpus and the same queries, each section indexed once for both.
 * Needs the corpus beside the project, Chromium, and the network for installing Pagefind into a
 * temporary folder: `node test/bench/search-pagefind.mjs`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { loadSource } from './load-source.mjs'

const {
  parsePage,
  scanContent,
  createSearchFiles,
  languageOf,
  searchPages,
  escapeHtml,
  createAnalyser,
  createCutter,
  countTerms,
  search,
  planQuery,
  readIndex,
  stringsSchema,
  createParseOptions,
} = await loadSource([
  'content/parse.ts',
  'content/scan.ts',
  'search/count-terms.ts',
  'search/create-search-files.ts',
  'search/language-of.ts',
  'search/search-pages.ts',
  'shared/html.ts',
  'shared/search/analyse.ts',
  'shared/search/engine.ts',
  'shared/search/plan-query.ts',
  'shared/search/read-index.ts',
  'schema/strings.ts',
  'site/parse-options.ts',
])

const here = import.meta.dirname
const corpus = path.resolve(here, '../../../shared/corpus/vue-test-utils')
const querySets = [
  path.resolve(here, '../../../shared/spec/oracle/search-queries.json'),
  path.resolve(here, '../corpus/search-queries.json'),
].map(file => JSON.parse(readFileSync(file, 'utf8')))
const LANGS = { en: 'en-US', zh: 'zh-CN', ja: 'ja', ru: 'ru', fr: 'fr', pt: 'pt' }

/** Searchable pages of the corpus by locale code. */
async function readCorpus() {
  const locales = Object.fromEntries(
    Object.entries(LANGS).map(([code, lang]) => [code === 'en' ? '/' : `/${code}/`, { lang }]),
  )
  const folders = { root: corpus, contentDir: 'docs', publicDir: 'public', outDir: 'dist', includeRoot: '.' }
  const { files } = await scanContent({ ...folders, locales: Object.keys(locales) })
  const markdown = { slugs: 'vuepress', html: 'allow', emoji: true, lineNumbers: false, containers: {} }
  // Interface texts are not searched; any will do.
  const texts = Object.fromEntries(Object.keys(stringsSchema.shape).map(name => [name, '']))
  const options = createParseOptions({ markdown, contentDir: 'docs', locales }, () => texts)
  const pages = files.map(file => parsePage(file, options))
  return Object.keys(LANGS).map(code => {
    const locale = code === 'en' ? '/' : `/${code}/`
    return [code, searchPages(pages.filter(page => page.locale === locale))]
  })
}

/** Pages in the order of our results. */
async function createOwn(code, pages) {
  const language = await languageOf(LANGS[code])
  const cut = createCutter(language)
  const counted = pages.map(page => ({ ...page, counts: countTerms(page, cut) }))
  const { files } = createSearchFiles({ locale: { code, lang: LANGS[code] }, pages: counted })
  const manifest = JSON.parse(files[0].content)
  const index = readIndex(manifest)
  const analyse = createAnalyser(language)
  return async query => {
    const { hits } = search(planQuery(query, index, analyse), index)
    return [...new Set(hits.map(hit => manifest.pages[hit.page][0]))]
  }
}

/** A page as Pagefind indexes it: its own sections, headings with their ids. */
function toHtml(code, page) {
  const sections = page.sections.map(({ id, title, text, code: samples }, index) => {
    const level = index === 0 ? 1 : 2
    const heading = title ? `<h${level} id="${escapeHtml(id)}">${escapeHtml(title)}</h${level}>` : ''
    const body = text.split('\n').map(line => `<p>${escapeHtml(line)}</p>`)
    return [heading, ...body, ...samples.map(sample => `<pre><code>${escapeHtml(sample)}</code></pre>`)].join(
      '\n',
    )
  })
  const title = escapeHtml(page.title)
  return `<!doctype html><html lang="${LANGS[code]}"><head><title>${title}</title></head><body><main data-pagefind-body>${sections.join('\n')}</main></body></html>`
}

/** Installs Pagefind, indexes the pages of all languages, serves the result. */
async function startPagefind(folder, corpusPages) {
  const site = path.join(folder, 'site')
  for (const [code, pages] of corpusPages) {
    for (const page of pages) {
      const file = path.join(site, page.path.endsWith('/') ? `${page.path}index.html` : page.path)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, toHtml(code, page))
    }
  }
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', 'pagefind@1'], { cwd: folder, stdio: 'ignore' })
  const entry = path.join(folder, 'node_modules/pagefind/lib/index.js')
  const { createIndex, close } = await import(pathToFileURL(entry).href)
  const { index } = await createIndex()
  await index.addDirectory({ path: site })
  await index.writeFiles({ outputPath: path.join(site, 'pagefind') })
  await close()
  const { version } = JSON.parse(
    readFileSync(path.join(folder, 'node_modules/pagefind/package.json'), 'utf8'),
  )
  const types = { '.js': 'text/javascript', '.html': 'text/html', '.json': 'application/json' }
  const server = createServer((request, response) => {
    const name = decodeURI(new URL(request.url, 'http://host').pathname)
    try {
      const content = readFileSync(path.join(site, name.endsWith('/') ? `${name}index.html` : name))
      response.setHeader(
        'content-type',
        types[path.extname(name)] ?? (name.endsWith('/') ? 'text/html' : 'application/octet-stream'),
      )
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  return {
    version,
    origin: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
    server,
  }
}

/** Pages in the order of Pagefind's results, asked in the browser on a page of the language. */
async function createPagefind(browser, origin, code) {
  const page = await browser.newPage()
  await page.goto(`${origin}${code === 'en' ? '/' : `/${code}/`}`)
  return query =>
    page.evaluate(async text => {
      // Of the site that Pagefind searches.
      const address = '/pagefind/pagefind.js'
      const pagefind = await import(address)
      const { results } = await pagefind.search(text)
      const shown = await Promise.all(results.slice(0, 40).map(result => result.data()))
      return shown.map(({ url }) => url.replace(/index\.html$/, ''))
    }, query)
}

async function score(code, ask) {
  const queries = querySets.flatMap(set => set[code] ?? [])
  const ranks = []
  let noise = 0
  for (const { q, kind, expect } of queries) {
    const pages = await ask(q)
    if (kind === 'none') noise += pages.length > 0 ? 1 : 0
    else ranks.push(pages.findIndex(page => expect.includes(page)) + 1)
  }
  const mean = values => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)
  return {
    queries: ranks.length,
    'recall@1': mean(ranks.map(rank => Number(rank === 1))),
    'recall@5': mean(ranks.map(rank => Number(rank > 0 && rank <= 5))),
    MRR: mean(ranks.map(rank => (rank > 0 ? 1 / rank : 0))),
    'nonsense found': noise,
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-pagefind-'))
const corpusPages = await readCorpus()
const executablePath =
  process.env.DOCSGEN_CHROMIUM ?? (await (await import('@sparticuz/chromium')).default.executablePath())
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
const { server, origin, version } = await startPagefind(folder, corpusPages)
try {
  const rows = {}
  for (const [code, pages] of corpusPages) {
    rows[`${code} docsgen`] = await score(code, await createOwn(code, pages))
    rows[`${code} Pagefind ${version}`] = await score(code, await createPagefind(browser, origin, code))
  }
  console.table(rows)
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
}
