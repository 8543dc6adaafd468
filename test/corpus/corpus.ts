import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const shared = fileURLToPath(new URL('../../../shared', import.meta.url))

/** Folder of the corpus, next to the project; it may be absent. */
export const CORPUS = path.join(shared, 'corpus/vue-test-utils')
/** False where tests of the whole corpus are skipped. */
export const HAS_CORPUS = existsSync(CORPUS)

/** A small documentation with what the corpus uses, which is always there. */
export const PAGES = fileURLToPath(new URL('pages', import.meta.url))

/** Reads one of the oracles: what a correct build of the corpus contains. */
export function readOracle<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(shared, 'spec/oracle', `${name}.json`), 'utf8')) as T
}

interface Copy {
  root: string
  remove(): void
}

/** Copies the corpus with its configuration into a folder, a temporary one by default; `remove` deletes it. */
export function copyCorpus(root = mkdtempSync(path.join(tmpdir(), 'corpus-'))): Copy {
  const copy = copyTo(root, CORPUS)
  cpSync(path.join(import.meta.dirname, 'vue-test-utils.config.ts'), path.join(root, 'site.config.ts'))
  return copy
}

/** Copies the corpus, or the small documentation where it is absent. */
export function copyPages(): Copy {
  return HAS_CORPUS ? copyCorpus() : copyTo(mkdtempSync(path.join(tmpdir(), 'pages-')), PAGES)
}

function copyTo(root: string, source: string): Copy {
  cpSync(source, root, { recursive: true })
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
