import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { addVersion, runVersion, versionLines } from '../../../src/cli/commands/version.ts'
import { createFolder } from '../../sites/site.ts'

const folder = createFolder()
const root = path.join(folder.root, 'docs')
const { write } = createFolder({}, root)

/** The exit code of `docsgen version`, and what it prints to stderr. */
async function freeze(id: string): Promise<{ exitCode: number; stderr: string }> {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const terminal = { root, silent: false, verbose: false, color: false }
  const exitCode = await runVersion({ args: [id], root, terminal }, {})
  const printed = stderr.mock.calls.join('')
  vi.restoreAllMocks()
  return { exitCode, stderr: printed }
}

const entry = (id: string, more = {}) => ({ id, noindex: false, ...more })

it.each([
  [[], '1.x', ['next', '1.x']],
  [[entry('1.x')], '1.x', ['next', '1.x']],
  [[entry('2.x'), entry('0.x', { ref: 'a' })], '1.x', ['2.x', '1.x', '0.x']],
  [[entry('0.x', { from: 'a' }), entry('2.x')], '1.x', ['2.x', '1.x', '0.x']],
  [[], 'next', ['next-next', 'next']],
])('%j and %s: the new one comes after the current one, which has its own name', (given, id, wanted) => {
  const versions = addVersion(given, id)
  expect(versions.map(version => version.id)).toEqual(wanted)
  expect(versions.filter(({ from, ref }) => (from ?? ref) === undefined)).toHaveLength(1)
})

it('labels are written as they are read', () => {
  const [label, other] = [`It's "1"`, 'a\\b']
  const versions = [entry('2.x', { label }), entry('1.x', { label: other, from: 'a', noindex: true })]
  expect(new Function(`return {${versionLines(versions)}}`)()).toEqual({
    versions: [
      { id: '2.x', label },
      { id: '1.x', label: other, from: 'a', noindex: true },
    ],
  })
})

it('a site that is made from files outside its folder is not frozen: a tag keeps them', async () => {
  write('site.config.ts', "import { title } from '../names'\nexport default { title }\n")
  write('content/README.md', '# Home\n')
  folder.write('names.ts', "export const title = 'Names'\n")
  const { exitCode, stderr } = await freeze('1.x')
  expect(stderr).toContain(
    "The site uses `../names.ts` outside the site folder. A frozen version can't include that.",
  )
  expect(stderr).toContain('`git tag 1.x-docs`')
  expect(exitCode).toBe(2)
  expect(existsSync(path.join(root, 'versions'))).toBe(false)
})

it('pages of a version in the folder of the content are those of the version', async () => {
  const config = (extra = '') => `export default { contentDir: '.', outDir: '../dist', ${extra} }\n`
  write('site.config.ts', config("versions: [{ id: '2.x' }, { id: '1.x', from: 'old' }]"))
  rmSync(path.join(root, 'content'), { recursive: true })
  write('README.md', '# Home\n')
  write('guide.md', '# Guide\n')
  write('old/site.config.ts', config())
  write('old/README.md', '# Old\n')
  const { exitCode, stderr } = await freeze('2.x')
  expect(stderr).toMatch(/^Copied 3 files\./)
  expect(exitCode).toBe(0)
})

it.each([
  ["versions: [{ id: '2.x' }, { id: 'legacy', path: '/0.x/', from: 'old' }]", '0.x', 'of version `0.x`'],
  ["locales: { '/': { lang: 'en' }, '/fr/': { lang: 'fr' } }", 'fr', 'collides with the language `/fr/`.'],
  ["redirects: { '/3.x/old.html': '/' }", '3.x', 'collides with the redirect from `/3.x/old.html`.'],
])('%s: there cannot be a version `%s`', async (extra, id, message) => {
  write('site.config.ts', `export default { contentDir: '.', outDir: '../dist', ${extra} }\n`)
  const { exitCode, stderr } = await freeze(id)
  expect(stderr).toContain('Choose a different id. It becomes part of URLs.')
  expect(stderr).toContain(message)
  expect(exitCode).toBe(2)
  expect(existsSync(path.join(root, 'versions', id))).toBe(false)
})
