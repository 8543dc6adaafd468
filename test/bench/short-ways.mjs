/**
 * What each short way of parsing saves (`src/content/short-ways`): `node test/bench/short-ways.mjs --runs 5` parses the corpus
 * in one process, with all of them, without each, and without any, in turn, and prints medians of processor time;
 * `--only tokenHtml,keptCode` leaves out the others.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import '../../bin/engine.js'
import { median, option } from './measure.mjs'
import { CORPUS } from './sites.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const WAYS = 'src/content/short-ways/ways.ts'
const bundle = path.join(root, `node_modules/.cache/bench/short-ways.mjs`)
const without = option('without', '')

if (without === '') await compare(Number(option('runs', 5)))
else process.stdout.write(`${await parseCorpus(without)}\n`)

async function compare(runs) {
  await bundleParser()
  const { SHORT_WAYS } = await import(pathToFileURL(bundle).href)
  const only = option('only', '')
  const named = only === '' ? [...Object.keys(SHORT_WAYS), 'all'] : only.split(',')
  const variants = ['nothing', ...named]
  const times = new Map(variants.map(name => [name, []]))
  for (let run = 0; run < runs; run += 1)
    for (const name of variants) {
      const args = [import.meta.filename, '--without', name]
      times.get(name).push(Number(execFileSync(process.execPath, args, { encoding: 'utf8' })))
    }
  const whole = times.get('nothing')
  for (const [name, own] of times) {
    const ratios = own.map((time, run) => (time / whole[run] - 1) * 100)
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(ratio => ratio.toFixed(0))
    console.log(
      `without ${name.padEnd(12)} ${median(own).toFixed(0).padStart(6)} ms  ${median(ratios).toFixed(0).padStart(4)} %  (${least} to ${most})`,
    )
  }
}

/** The parser with its table of short ways, which nobody else changes. */
async function bundleParser() {
  mkdirSync(path.dirname(bundle), { recursive: true })
  await build({
    stdin: {
      contents: ['src/content/scan.ts', 'src/content/parse.ts', 'test/unit/content/helpers.ts', WAYS]
        .map(file => `export * from './${file}'`)
        .join('\n'),
      resolveDir: root,
    },
    outfile: bundle,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
    plugins: [
      {
        name: 'ways',
        setup({ onLoad }) {
          onLoad({ filter: /[\\/]short-ways[\\/]ways\.ts$/ }, ({ path: file }) => ({
            contents: `${readFileSync(file, 'utf8')}\nexport { SHORT_WAYS, LONG_WAYS }\n`,
            loader: 'ts',
          }))
        },
      },
    ],
  })
}

/** Milliseconds of processor time that parsing takes without a short way; the modules are loaded before. */
async function parseCorpus(name) {
  // As the program starts.
  const { SHORT_WAYS, LONG_WAYS, scanContent, parsePage, createOptions } = await import(
    pathToFileURL(bundle).href
  )
  for (const way of Object.keys(SHORT_WAYS))
    if (name === 'all' || name === way) SHORT_WAYS[way] = LONG_WAYS[way]
  const locales = ['/', '/ja/', '/zh/', '/ru/', '/fr/', '/pt/']
  const scan = await scanContent({
    root: CORPUS,
    contentDir: 'docs',
    publicDir: 'public',
    outDir: 'dist',
    includeRoot: '.',
    locales,
  })
  const own = createOptions().locales['/']
  const options = createOptions({
    slugs: 'vuepress',
    contentDir: 'docs',
    locales: Object.fromEntries(locales.map(locale => [locale, own])),
  })
  const begin = process.cpuUsage()
  for (const file of scan.files) parsePage(file, options)
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}
