/**
 * Our search compared with MiniSearch, as VitePress sets it up, and Pagefind, on the corpus and on our documentation: recall of
 * pages, questions answered by one of the first two hits, empty lists, nonsense answered, bytes before the first answer,
 * processor time of a keystroke. `node test/bench/search.mjs`, after `npm run compile`. Prints a Markdown table.
 */
import { build } from 'esbuild'
import MiniSearch from 'minisearch'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { close, createIndex } from 'pagefind'
import { measure, PROGRAM, storeResult } from './measure.mjs'
import { copyCorpus } from './sites.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-search-'))
const gzipped = content => gzipSync(content, { level: 9 }).length
const readJson = (...names) => JSON.parse(readFileSync(path.join(...names), 'utf8'))

/** Bundles code as a browser gets it. Returns its module and its compressed size. */
async function bundle(name, contents) {
  const outfile = path.join(folder, `${name}.mjs`)
  const stdin = { contents, resolveDir: ROOT, loader: /** @type {const} */ ('ts') }
  await build({ stdin, outfile, bundle: true, minify: true, format: 'esm', platform: 'browser' })
  return { module: await import(pathToFileURL(outfile).href), bytes: gzipped(readFileSync(outfile)) }
}

/** The sections of the pages of a language, what VitePress gives to MiniSearch; included ones once, as in our index. */
function sectionsOf({ output, code, prefix, others }) {
  const known = indexedSections(path.join(output, 'assets/search'), code)
  const plain = html =>
    html
      .replace(/<a class="header-anchor"[^]*?<\/a>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ')
      .trim()
  const pages = readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.html') && file !== '404.html')
    .map(file => ({ file, address: `/${file.replace(/index\.html$/, '')}` }))
    .filter(({ address }) => address.startsWith(prefix) && !others.some(other => address.startsWith(other)))
  return pages.flatMap(({ file, address }) => {
    const [, content = ''] =
      /<main[^>]*>([^]*?)<\/main>/.exec(readFileSync(path.join(output, file), 'utf8')) ?? []
    const titles = []
    const [before = '', ...rest] = content.split(/(?=<h[1-6][^>]* id=")/)
    const parts = rest.length > 0 ? rest : [before]
    return parts.flatMap((html, at) => {
      const [heading = '', level = 1, id = ''] = /^<h([1-6])[^>]* id="([^"]+)"[^]*?<\/h\1>/.exec(html) ?? []
      titles.splice(Number(level) - 1)
      const above = titles.filter(Boolean)
      const title = plain(heading)
      titles[Number(level) - 1] = title
      const isKnown = known.has(`${address}#${id}`) || (at === 0 && known.has(`${address}#`))
      const text = plain(html.slice(heading.length))
      return isKnown ? [{ id: `${address}#${id}`, title, titles: above.join(' '), text }] : []
    })
  })
}

function indexedSections(files, code) {
  const blocks = readdirSync(files)
    .filter(name => name.startsWith(`${code}.`) && name.endsWith('.json'))
    .map(name => readJson(files, name))
    .map(data => data.whole?.sections ?? data)
  return new Set(
    blocks.flatMap(({ pages = [], sizes, heads }) => {
      if (!heads) return []
      const paths = FORMAT.readPages({ pages, sizes }).map(([address]) => address)
      return heads.map(([id], at) => `${paths[at]}#${id}`)
    }),
  )
}

/** Ours, as a browser runs it. */
async function openOwn({ output, code }) {
  const files = path.join(output, 'assets/search')
  const { module, bytes } = await bundle(
    'own',
    `export { createSearcher } from './src/search/searcher.ts'
     export { createAnalyser, createLanguage } from './src/search/terms.ts'`,
  )
  const names = readdirSync(files).filter(name => name.startsWith(`${code}.`) && name.endsWith('.json'))
  const manifest = names.find(name => readJson(files, name).language !== undefined)
  const data = readJson(files, manifest)
  const loaded = new Set([manifest, ...(data.stemmer ? [data.stemmer] : [])])
  const stemmer = data.stemmer && (await import(pathToFileURL(path.join(files, data.stemmer)).href)).stemmer
  const language = module.createLanguage(data.language, stemmer)
  const load = async file => {
    loaded.add(file)
    return readJson(files, file)
  }
  const search = await module.createSearcher(data, {
    language,
    analyse: module.createAnalyser(language),
    load,
  })
  return {
    ask: async query => (await search(query)).pages.flat().map(hit => `${hit.path}#${hit.id}`),
    bytes: () =>
      [...loaded].reduce((sum, file) => sum + gzipped(readFileSync(path.join(files, file))), bytes),
  }
}

async function openMiniSearch(site) {
  const index = new MiniSearch({
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
  })
  index.addAll(sectionsOf(site))
  const { bytes } = await bundle('minisearch', `export { default } from 'minisearch'`)
  return {
    ask: async query => index.search(query).map(({ id }) => id),
    bytes: () => bytes + gzipped(JSON.stringify(index)),
  }
}

const { module: FORMAT } = await bundle('format', `export { readPages } from './src/search/format.ts'`)
let opened = 0

/** Its browser code in Node.js: it asks the document for the language, and fetches its files. */
async function openPagefind({ output, lang }) {
  const written = path.join(folder, `pagefind-${(opened += 1)}`)
  const { index } = await createIndex({ rootSelector: 'main' })
  await index?.addDirectory({ path: output })
  await index?.writeFiles({ outputPath: written })
  const script = path.join(written, 'pagefind.js')
  let bytes = gzipped(readFileSync(script))
  const origin = 'http://localhost'
  const fetchFile = async address => {
    const content = readFileSync(path.join(written, new URL(String(address), origin).pathname))
    bytes += gzipped(content)
    return new Response(content)
  }
  const page = { querySelector: name => (name === 'html' ? { getAttribute: () => lang } : null) }
  Object.assign(globalThis, { window: { location: { origin } }, location: { href: origin }, document: page })
  Object.assign(globalThis, { fetch: fetchFile })
  const pagefind = await import(pathToFileURL(script).href)
  await pagefind.options({ basePath: `${origin}/`, baseUrl: '/', noWorker: true })
  await pagefind.init()
  return {
    ask: async query => {
      Object.assign(globalThis, { fetch: fetchFile })
      const { results } = await pagefind.search(query)
      const found = await Promise.all(results.slice(0, 5).map(result => result.data()))
      return found.flatMap(({ sub_results: sections }) => sections.map(({ url }) => decodeURI(url)))
    },
    bytes: () => bytes,
  }
}

const SPEC = path.resolve(ROOT, '../shared/spec')
const own = readJson(import.meta.dirname, 'search-questions.json')
const ofSpec = name => (existsSync(path.join(SPEC, name)) ? readJson(SPEC, name) : {})
/** Questions and nonsense: those of the specification, where it is next to the project, and others of the same kinds. */
const [questions, nonsense] = ['questions', 'nonsense'].map(name => ofSpec(`search-${name}.json`))
const SETS = { first: { questions, nonsense }, second: own }
const QUERIES = [ofSpec('oracle/search-queries.json'), readJson(ROOT, 'test/corpus/search-queries.json')]
const TYPED = 'how to test a component with vuex'
const LANGS = { en: 'en-us', zh: 'zh-cn', ja: 'ja', ru: 'ru', fr: 'fr', pt: 'pt' }
const SITES = { vtu: ['en', 'zh', 'ja', 'ru', 'fr', 'pt'], docs: ['en', 'zh', 'ja'] }

/** Whether one of the first hits is, or is on, an expected page. */
function answers(hits, expected, most) {
  const first = hits.slice(0, most).map(hit => hit.replace(/#$/, ''))
  return first.some(hit => expected.some(each => each === hit || each === hit.replace(/#.*/, '')))
}

async function measureEngine(open, outputs) {
  const counts = { recall: [0, 0], first: [0, 0], second: [0, 0], nonsense: [0, 0] }
  const figures = { ...counts, empty: 0, bytes: {}, cpu: 0 }
  const tally = (figure, isRight) => {
    figure[0] += Number(isRight)
    figure[1] += 1
  }
  for (const [name, output] of Object.entries(outputs)) {
    for (const code of SITES[name]) {
      const prefix = code === 'en' ? '/' : `/${code}/`
      const others = code === 'en' ? SITES[name].slice(1).map(other => `/${other}/`) : []
      const engine = await open({ output, code, lang: LANGS[code], prefix, others })
      await engine.ask(code === 'en' ? 'component' : 'vue')
      if (name === 'vtu') figures.bytes[code] = engine.bytes()
      for (const { q, kind, expect } of name === 'vtu' ? QUERIES.flatMap(set => set[code] ?? []) : [])
        if (kind !== 'none') tally(figures.recall, answers(await engine.ask(q), expect, 1))
      for (const [set, { questions, nonsense }] of Object.entries(SETS)) {
        for (const { q, expect } of questions[`${name}.${code}`] ?? []) {
          const hits = await engine.ask(q)
          tally(figures[set], answers(hits, [...expect, ...(own.moved[q] ?? [])], 2))
          figures.empty += Number(hits.length === 0)
        }
        for (const query of nonsense[`${name}.${code}`] ?? nonsense[code] ?? [])
          tally(figures.nonsense, (await engine.ask(query)).length > 0)
      }
      if (name === 'vtu' && code === 'en') figures.cpu = await typed(engine)
    }
  }
  return figures
}

/** Milliseconds of processor time for each letter of a query, everything loaded. */
async function typed({ ask }) {
  const type = async () => {
    for (let length = 1; length <= TYPED.length; length += 1) await ask(TYPED.slice(0, length))
  }
  await type()
  const before = process.cpuUsage()
  for (let run = 0; run < 5; run += 1) await type()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / 5 / TYPED.length
}

try {
  const corpus = path.join(folder, 'corpus')
  copyCorpus(corpus)
  const outputs = { vtu: path.join(corpus, 'dist'), docs: path.join(folder, 'docs') }
  await measure(process.execPath, [PROGRAM, 'build', corpus], { cwd: corpus })
  await measure(process.execPath, [PROGRAM, 'build', 'docs', '--out-dir', outputs.docs], { cwd: ROOT })
  const engines = {}
  console.log(
    '| | pages first | questions | others | empty | nonsense | first query, kB: en, zh | keystroke, ms |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, open] of Object.entries({
    ours: openOwn,
    MiniSearch: openMiniSearch,
    Pagefind: openPagefind,
  })) {
    engines[name] = await measureEngine(open, outputs)
    const { recall, first, second, empty, nonsense, bytes, cpu } = engines[name]
    const kilobytes = [bytes.en, bytes.zh].map(size => Math.round(size / 1000)).join(', ')
    const shares = [recall, first, second]
      .map(([right, all]) => (all > 0 ? `${right} of ${all}` : '–'))
      .join(' | ')
    console.log(
      `| ${name} | ${shares} | ${empty} | ${nonsense[0]} of ${nonsense[1]} | ${kilobytes} | ${cpu.toFixed(1)} |`,
    )
  }
  storeResult('search', { engines })
} finally {
  await close()
  rmSync(folder, { recursive: true, force: true })
}
