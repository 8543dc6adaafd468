import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from './site.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('the package', () => {
  const state = {} as { folder: string; files: string[]; site: TestSite }

  beforeAll(() => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pack-'))
    // The program is compiled already; packing again would only repeat it.
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root })
    const tarball = path.join(folder, readdirSync(folder).find(name => name.endsWith('.tgz')) ?? '')
    const site = createTestSite({ 'package.json': '{ "private": true }' })
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--prefer-offline', tarball], { cwd: site.root })
    const installed = path.join(site.root, 'node_modules/docsgen')
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    Object.assign(state, { folder, files, site })
  }, 300_000)

  afterAll(() => {
    state.site?.remove()
    if (state.folder) rmSync(state.folder, { recursive: true, force: true })
  })

  it('installs into an empty project, where `npx docsgen build` works', () => {
    const output = execFileSync('npx', ['docsgen', 'build', '--json'], { cwd: state.site.root, encoding: 'utf8' })
    expect((JSON.parse(output) as { pages: Record<string, number> }).pages).toEqual({ '/': 1, '/fr/': 0 })
    expect(existsSync(path.join(state.site.root, 'dist/index.html'))).toBe(true)
  })

  it('lets a site override a template and build on the original', () => {
    state.site.write(
      'templates/components/Footer.tsx',
      `import { Footer as Original } from 'docsgen/templates/components/Footer.tsx'
       export function Footer(props: Parameters<typeof Original>[0]) {
         return <><Original {...props} /><p className="mine">Made by us</p></>
       }\n`,
    )
    execFileSync('npx', ['docsgen', 'build'], { cwd: state.site.root, stdio: 'ignore' })
    expect(state.site.read('dist/index.html')).toContain('<p class="mine">Made by us</p>')
  })

  it('holds no tests, no source maps and no content, and stays small (X-DEP-4)', () => {
    expect(state.files.filter(file => /(?:^|\/)(?:test|content\/.*\.md|.*\.map$)/.test(file))).toEqual([])
  })

  it('has at most 470 production packages, one install script, all from the public registry with integrity (X-DEP-1, X-DEP-3)', () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      lockfileVersion: number
      packages: Record<string, { dev?: boolean; optional?: boolean; hasInstallScript?: boolean; integrity?: string; resolved?: string }>
    }
    const packages = Object.entries(lock.packages).filter(([name]) => name !== '')
    const production = packages.filter(([, { dev, optional }]) => !dev && !optional)
    expect(lock.lockfileVersion).toBe(3)
    expect(production.length).toBeLessThanOrEqual(470)
    const scripts = production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)
    expect(scripts).toEqual(['node_modules/esbuild'])
    expect(packages.filter(([, { integrity }]) => !integrity).map(([name]) => name)).toEqual([])
    const foreign = packages.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'))
    expect(foreign).toEqual([])
  })
})

describe('the version', () => {
  it('is printed on stdout', () => {
    const output = execFileSync(process.execPath, [path.join(root, 'bin/docsgen.js'), '--version'], { encoding: 'utf8' })
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
    expect(output.trim()).toBe(version)
  })
})
