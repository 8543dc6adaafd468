import { chmodSync, cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import type { UserConfig } from '../../../src/schema/config.ts'
import { createFolder, git, type TestSite } from '../site.ts'

/** Copies a site, whose files may not be writable, into a repository with one commit, as `git clone` would give it. */
export function copySite(folder: string): TestSite {
  const site = createFolder()
  const { root } = site
  cpSync(folder, root, { recursive: true })
  chmodSync(root, 0o755)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755)
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'All')
  return site
}

/** Imports a site and builds it; gives what both commands say. */
export async function moveSite(
  site: TestSite,
  generator: string,
  folder = '.',
): Promise<{ said: string; built: string }> {
  const init = await site.run(['init', '--from', generator])
  expect(init.code, init.stderr).toBe(0)
  const build = await site.run(['build', folder, '--verbose'])
  expect(build.code, build.stderr).toBe(0)
  return { said: init.stderr, built: build.stderr }
}

/** The configuration that was written, as data. */
export function configOf(site: TestSite): UserConfig {
  const [, code = ''] = /defineConfig(\([^]*\))\n$/.exec(site.read('site.config.ts')) ?? []
  return runInNewContext(code) as UserConfig
}

/** Expects sentences in a text, in their order. */
export function expectInOrder(text: string, sentences: readonly string[]): void {
  let at = 0
  for (const sentence of sentences) {
    const next = text.indexOf(sentence, at)
    expect(next, sentence).toBeGreaterThan(-1)
    at = next
  }
}

/** What another generator made of a site: address without slash at the end → `2#id` of each heading below the first level. */
export function readOracle(name: string): Record<string, string[]> {
  const file = new URL(`./${name}-oracle.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>
}

/** The headings of a document as `2#id`. */
export function headingsOf(html: string): string[] {
  const unescape = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
  const headings = html.matchAll(/<h([1-6])(?: [^>]*)? id="([^"]*)"/g)
  return Array.from(headings, ([, level, id = '']) => `${level}#${unescape(id)}`)
}
