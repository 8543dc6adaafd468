import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { namesOf, shownComponents, shownFiles, shownPlugins, USES, WRONG_PLUGIN } from './package-types.ts'
import { OWN_PLUGINS, recordsJson } from './own-plugins.ts'
import { bundledPackages } from '../../.ci/audit.mjs'
import { until } from './serve.ts'
import { createFolder, createTestSite, PNG, twoLanguages } from './site.ts'
import { launchBrowser, serveFolder } from '../browser/browser.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const { root: pack } = createFolder()
const { root: folder } = createFolder()
let tarball: string
/** Where the guide has the package installed. */
let installed: string
beforeAll(() => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', pack], { cwd: root })
  tarball = path.join(pack, readdirSync(pack)[0] ?? '')
})

type LockedKey = 'dev' | 'optional' | 'deprecated' | 'hasInstallScript' | 'integrity' | 'resolved'

interface PackageLock {
  lockfileVersion: number
  packages: Record<string, Partial<Record<LockedKey, string>>>
}

interface Manifest {
  preferUnplugged: boolean
  dependencies: object
  devDependencies: object
  docsgen: { bundled: string[] }
}

const guide = (language: string) =>
  readFileSync(path.join(root, `docs/content/${language}guide/start.md`), 'utf8')

type Step = Partial<Record<'line' | 'file', string>> & { code: string }

/** What a reader who uses npm does: lines for the shell, and files to write, in their order. */
function stepsOf(text: string): Step[] {
  const fences = text.matchAll(/^```(\w+)(?: \[(.*?)\])?[^\n]*\n(.*?)^```$/gms)
  return [...fences].flatMap(([, language, title, code = '']): Step[] => {
    if (language !== 'sh') return title === undefined ? [] : [{ file: title, code }]
    if (title !== undefined && title !== 'npm') return []
    return code
      .trim()
      .split(/\n| && /)
      .map(line => ({ line, code }))
  })
}
const linesOf = (text: string) => stepsOf(text).flatMap(({ line }) => line ?? [])

/** Settings for npm: no requests about the package. */
const NPM = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
const ENV = { ...process.env, ...NPM }

/** Runs a line of the guide; the package of this repository is the one that it installs. */
function runLine(line: string, cwd: string): void {
  const command = line.replace(/^(npm install .*)\bdocsgen$/, `$1'${tarball}'`)
  execFileSync('sh', ['-c', command], { cwd, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts a server that a line names, and returns the address that it prints. */
async function startLine(line: string, cwd: string): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${line}`], { cwd, env: ENV, detached: true })
  onTestFinished(() => {
    try {
      if (child.pid) process.kill(-child.pid)
    } catch {
      // It has ended.
    }
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()))
  const address = () => /http:\/\/localhost:\d+\S*/.exec(printed)?.[0] ?? ''
  await until(
    () => address() !== '',
    () => printed,
  )
  return address()
}

it('the guide to the first steps works as it is written', { timeout: 300_000 }, async () => {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const heading = () => page.locator('h1').first().textContent()
  let cwd = folder
  for (const { line, file = '', code } of stepsOf(guide(''))) {
    if (line === undefined) {
      writeFileSync(path.join(cwd, file), code)
      continue
    }
    const [, folder] = /^cd (\S+)$/.exec(line) ?? []
    if (folder !== undefined) cwd = path.join(cwd, folder)
    else if (!/docsgen (?:dev|preview)$/.test(line)) runLine(line, cwd)
    else {
      const address = await startLine(line, cwd)
      await page.goto(address)
      expect(await heading()).toBeTruthy()
      await page.goto(new URL('guide/start.html', address).href)
      expect(await heading()).toContain('Get started')
      if (line.endsWith('dev')) await save(path.join(cwd, 'content/guide/start.md'))
    }
  }
  expect(linesOf(guide(''))).toContain('npx docsgen check')
  runLine('npx docsgen build --strict', cwd)
  const server = await serveFolder(path.join(cwd, 'dist'))
  await page.goto(`${server.origin}/fr/`)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  const canonical = page.locator('link[rel=canonical]')
  expect(await canonical.getAttribute('href')).toBe('https://docs.example.org/fr/')
  await server.close()
  // The theme came with the package: nothing was bundled.
  expect(existsSync(path.join(cwd, 'node_modules/.cache/docsgen'))).toBe(true)
  expect(existsSync(path.join(cwd, 'node_modules/.cache/docsgen/theme.json'))).toBe(false)
  installed = cwd

  /** A save is on the screen. */
  async function save(file: string): Promise<void> {
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replace('# Get started', '# Getting going'))
    await page.getByRole('heading', { level: 1, name: 'Getting going' }).waitFor()
    writeFileSync(file, before)
    await page.getByRole('heading', { level: 1, name: 'Get started' }).waitFor()
  }
})

// A translation may lag behind.
it.each(['ja/', 'zh/'])('gives no other commands in another language: %s', language => {
  expect(linesOf(guide(''))).toEqual(expect.arrayContaining(linesOf(guide(language))))
})

describe('the installed package', () => {
  const site = createTestSite({ 'package.json': '{ "private": true }' })
  const modules = path.join(site.root, 'node_modules')
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
  let files: string[]

  beforeAll(() => {
    cpSync(path.join(installed, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
    rmSync(path.join(modules, '.cache'), { recursive: true })
    files = readdirSync(path.join(modules, 'docsgen'), { recursive: true, encoding: 'utf8' })
  })

  /** Runs the installed program in the site. */
  const docsgen = (...args: string[]) => node('node_modules/docsgen/bin/docsgen.js', ...args)

  /** What the compiler of TypeScript prints for a project in the site. */
  const compile = (project: string) =>
    node(path.join(root, 'node_modules/typescript/bin/tsc'), '-p', project).stdout

  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: site.root, encoding: 'utf8' })

  /** Links packages of this repository into the site. */
  function link(...names: string[]): void {
    for (const name of names) {
      mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
    }
  }

  it('has at most 16 direct dependencies and installs at most 470 packages, none deprecated', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(16)
    // Yarn's Plug'n'Play keeps packages in ZIP files, from which esbuild can't read components.
    expect(manifest.preferUnplugged).toBe(true)
    const lock = JSON.parse(readFileSync(path.join(installed, 'package-lock.json'), 'utf8')) as PackageLock
    const packages = Object.entries(lock.packages).filter(([name, { optional }]) => name !== '' && !optional)
    expect(packages.filter(([, { deprecated }]) => deprecated).map(([name]) => name)).toEqual([])
    expect(packages.length).toBeGreaterThan(20)
    expect(packages.length).toBeLessThanOrEqual(470)
  })

  it('the program asks for no package that is not a dependency', () => {
    const compiled = path.join(root, 'compiled')
    const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter(file =>
      /^(?!bundled|types|plugins).*\.js$/.test(file),
    )
    const imported = /(?:\bimport\(|^import |\bfrom )["']([^"'.\s][^"'\s]*)["']/gm
    const asked = files
      .flatMap(file => [...readFileSync(path.join(compiled, file), 'utf8').matchAll(imported)])
      .map(([, name = '']) => name)
      // The rest is in texts: samples of code, messages.
      .filter(name => /^[@\w][\w./-]*$/.test(name) && !isBuiltin(name) && name !== 'docsgen')
      .map(name => name.split('/', 1)[0] ?? '')
    expect(asked).toContain('esbuild')
    expect(asked.filter(name => !(name in manifest.dependencies))).toEqual([])
  })

  it('names the packages that are bundled into the program', () => {
    const bundled = bundledPackages(readFileSync(path.join(root, 'compiled/licenses.txt'), 'utf8'))
    const names = new Set([...bundled].map(name => name.replace(/ .*$/, '')))
    expect(manifest.docsgen.bundled).toEqual(
      Object.keys(manifest.devDependencies).filter(name => names.has(name)),
    )
  })

  it('has types for plugins and for what the documentation shows, which `tsc --strict` accepts', () => {
    for (const [file, text] of Object.entries({ ...OWN_PLUGINS, 'records.json': recordsJson(50) }))
      site.write(file, text)
    expect(existsSync(path.join(modules, '@types/react'))).toBe(false)
    const compilerOptions = { strict: true, noEmit: true, module: 'preserve', skipLibCheck: true, types: [] }
    site.write('tsconfig.own.json', JSON.stringify({ compilerOptions, include: ['plugins'] }))
    expect(compile('tsconfig.own.json')).toBe('')

    link('@types/react', 'csstype', '@types/node', 'undici-types')
    const shown = shownFiles(root)
    const names =
      'templates/components/Footer.tsx templates/layouts/Wide.tsx templates/strings/fr.ts tsconfig.json'
    expect(Object.keys(shown).toSorted()).toEqual(names.split(' '))
    const { 'site.config.ts': _config, ...plugins } = shownPlugins(root)
    expect(Object.keys(plugins)).toHaveLength(4)
    const all = {
      ...plugins,
      'plugins/wrong.ts': WRONG_PLUGIN,
      ...shown,
      ...shownComponents(root),
      'templates/layouts/Home.tsx': USES,
      'templates/names.ts': namesOf(path.join(modules, 'docsgen/templates')),
    }
    for (const [file, text] of Object.entries(all)) site.write(file, text)
    const settings = {
      extends: './tsconfig.json',
      compilerOptions: { types: ['node'] },
      include: ['plugins', 'templates', 'site.config.ts'],
    }
    site.write('tsconfig.all.json', JSON.stringify(settings))
    expect(compile('tsconfig.all.json')).toBe('')
  })

  it('builds with these templates and plugins, and brings what every kind of content needs', () => {
    const plugins = [
      "'./plugins/records.ts', ['./plugins/gauge.ts', { most: 90 }], './plugins/chart.ts', './plugins/review.ts'",
      "['./plugins/api.ts', { file: 'api.json' }], 'docsgen/plugins/math'",
    ]
    const sources = {
      'site.config.ts': twoLanguages(`plugins: [${plugins.join(', ')}],`),
      'api.json': '[{ "name": "mount", "text": "Mounts." }]',
      'content/picture.png': PNG,
      'content/all.md':
        '---\ndescription: Everything\n---\n# All :tada:\n\n| a |\n| - |\n| ~~b~~ |\n\n```ts\nconst a: number = 1\n```\n\n' +
        '```vue\n<p/>\n```\n\n<details><summary>More</summary>Text</details>\n\n![A picture](./picture.png)\n\n::: tip\nText\n:::\n',
      'content/gauge.md':
        '# Gauge\n\n```gauge\nDisk: 70\n```\n\nNow :gauge[Disk]{value=91} as it is full.\n\n```chart\n7\n```\n\n$x$\n',
    }
    for (const [file, text] of Object.entries(sources)) site.write(file, text)
    const { status, stderr } = docsgen('build')
    expect(status, stderr).toBe(0)
    const parts: Record<string, string[]> = {
      'all.html':
        '🎉|<del>b</del>|class="token|<details>|width="1"|name="description"|<p>Made by us</p>'.split('|'),
      'assets/licenses.txt': ['\nreact-dom '],
      'records/r49.html': ['What record 49 says.'],
      'gauge.html': [
        '<li>Disk <meter max="100" value="70" aria-label="Disk">',
        'Now <meter max="100" value="91" aria-label="Disk">',
        'value="7"',
        '<math>',
      ],
      'api/mount.html': ['API of mount'],
      'pages.txt': ['/gauge.html Gauge'],
    }
    for (const [file, texts] of Object.entries(parts))
      for (const text of texts) expect(site.read(`dist/${file}`)).toContain(text)
    expect(docsgen('check').stdout).toContain('content/gauge.md:1:1 warning gauge/full Something is full.')
  })

  it('asks for the package that one of its plugins leaves to the site', () => {
    site.write('site.config.ts', twoLanguages("plugins: ['docsgen/plugins/mermaid'],"))
    const { stderr } = docsgen('build')
    expect(stderr).toContain('The plugin `docsgen/plugins/mermaid` needs the package `beautiful-mermaid`')
    expect(stderr).toContain('npm install beautiful-mermaid')
    site.write('site.config.ts', twoLanguages())
  })

  it('is a package of functions for programs, too', () => {
    const script = `import { routes } from 'docsgen'\nconst { list } = await routes({ root: '.' })\nconsole.log(list.pages.length > 0)\n`
    site.write('routes.mjs', script)
    expect(node('routes.mjs').stdout).toBe('true\n')
  })

  it('holds no tests and no content, and stays small', () => {
    const wanted = 'test/bench/results/chart.svg'
    // It doesn't hold what is only for contributors either: the README names it without a link.
    const wrong =
      /^(?:test\/.*\.\w+|content\/.*\.md|docs\/(?!content\/guide\/|picture\.).*\.\w+|\.github\/.*|src\/README\.md|.*tsconfig\.json)$/
    const isOwn = (file: string) => !file.includes('node_modules/')
    expect(files.filter(file => isOwn(file) && wrong.test(file) && file !== wanted)).toEqual([])
    expect(statSync(tarball).size).toBeLessThan(1_500_000)
  })

  it('has the declarations that sites use, and no others, and schemas for editors', () => {
    for (const name of ['configuration', 'frontmatter', 'glossary'])
      expect(files).toContain(`compiled/schema/${name}.json`)
    const declarations = files.filter(file => file.endsWith('.d.ts') && !file.startsWith('node_modules'))
    expect(declarations).toContain('compiled/types/src/index.d.ts')
    const rooms = declarations.map(file => file.split('/').slice(0, 4).join('/'))
    const allowed = ['index.d.ts', 'schema', 'shared', 'client', 'addresses', 'plugins']
      .map(name => `src/${name}`)
      .concat('templates')
    const wrong = rooms.filter(room => !allowed.some(name => room.startsWith(`compiled/types/${name}`)))
    expect(wrong).toEqual(['src/client/virtual.d.ts'])
  })

  it('has everything that its README links to', () => {
    const text = readFileSync(path.join(root, 'README.md'), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter(link => !files.includes(link))).toEqual([])
  })

  it('has one install script, all from the public registry with integrity', () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as PackageLock
    const packages = Object.entries(lock.packages).filter(([name]) => name !== '')
    const production = packages.filter(([, { dev, optional }]) => !dev && !optional)
    expect(lock.lockfileVersion).toBe(3)
    const scripts = production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)
    expect(scripts).toEqual(['node_modules/esbuild'])
    expect(packages.filter(([, { integrity }]) => !integrity).map(([name]) => name)).toEqual([])
    const registry = 'https://registry.npmjs.org/'
    expect(packages.filter(([, { resolved = registry }]) => !resolved.startsWith(registry))).toEqual([])
  })
})
