import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { isBuiltin } from 'node:module'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesOf, shownComponents, shownFiles, shownPlugins, USES, WRONG_PLUGIN } from './package-types.ts'
import { OWN_PLUGINS, recordsJson } from './own-plugins.ts'
import { bundledPackages } from '../../.ci/audit.mjs'
import { until } from './serve.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What `docsgen --version` prints. */
async function startVersion(): Promise<string> {
  const started = promisify(execFile)(process.execPath, [path.join(root, 'bin/docsgen.js'), '--version'])
  return started.then(
    ({ stdout }) => stdout,
    (error: Error) => error.message,
  )
}

function tarballIn(folder: string): string {
  return readdirSync(folder).find(name => name.endsWith('.tgz')) ?? ''
}

describe('the package', () => {
  const state = {} as { folder: string; files: string[]; site: TestSite; starts: string[] }

  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pack-'))
    const packing = promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: root,
    }).finally(() => (state.folder = folder))
    // Packing compiles: whoever starts docsgen meanwhile must not notice.
    state.starts = []
    while (!state.folder) state.starts.push(await startVersion())
    await packing
    const tarball = path.join(folder, tarballIn(folder))
    const site = createTestSite({ 'package.json': '{ "private": true }' })
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--prefer-offline', tarball], {
      cwd: site.root,
    })
    const installed = path.join(site.root, 'node_modules/docsgen')
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    Object.assign(state, { files, site })
  }, 300_000)

  afterAll(() => {
    state.site?.remove()
    if (state.folder) rmSync(state.folder, { recursive: true, force: true })
  })

  /** Runs the installed program in the site. */
  const docsgen = (...args: string[]) =>
    spawnSync(process.execPath, ['node_modules/docsgen/bin/docsgen.js', ...args], {
      cwd: state.site.root,
      encoding: 'utf8',
    })

  /** What the compiler of TypeScript says to a project in the site. */
  const compile = (project: string) => {
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const given = [compiler, '-p', project]
    return spawnSync(process.execPath, given, { cwd: state.site.root, encoding: 'utf8' }).stdout
  }

  it('installs into an empty project, where `npx docsgen build` works', () => {
    const { stdout } = spawnSync('npx', ['docsgen', 'build', '--json'], {
      cwd: state.site.root,
      encoding: 'utf8',
    })
    expect((JSON.parse(stdout) as { pages: Record<string, number> }).pages).toEqual({ '/': 1, '/fr/': 0 })
    expect(existsSync(path.join(state.site.root, 'dist/index.html'))).toBe(true)
    // The theme came with the package: nothing was bundled.
    expect(existsSync(path.join(state.site.root, 'node_modules/.cache/docsgen/theme'))).toBe(false)
  })

  it('brings what every kind of content needs: what is bundled is not installed, what is installed is found', async () => {
    state.site.write('content/picture.png', Buffer.from(PICTURE, 'base64'))
    state.site.write(
      'content/all.md',
      '---\ndescription: Everything\n---\n# All :tada:\n\n| a |\n| - |\n| ~~b~~ |\n\n```ts\nconst a: number = 1\n```\n\n' +
        '```vue\n<p/>\n```\n\n<details><summary>More</summary>Text</details>\n\n![A picture](./picture.png)\n\n::: tip\nText\n:::\n',
    )
    docsgen('build')
    const page = state.site.read('dist/all.html')
    for (const part of ['🎉', '<del>b</del>', 'class="token', '<details>', 'width="1"', 'name="description"'])
      expect(page).toContain(part)
    const checked = docsgen('check', '--format', 'json')
    expect(JSON.parse(checked.stdout)).toBeTypeOf('object')
    const server = spawn(process.execPath, ['node_modules/docsgen/bin/docsgen.js', 'dev', '--port', '0'], {
      cwd: state.site.root,
    })
    let printed = ''
    server.stderr.on('data', (text: Buffer) => (printed += text.toString()))
    const address = () => /http:\/\/localhost:\d+/.exec(printed)?.[0]
    await until(
      () => address() !== undefined,
      () => printed,
    )
    expect(await (await fetch(`${address()}/all.html`)).text()).toContain('🎉')
    server.kill()
  })

  it('has at most 16 direct dependencies and installs at most 470 packages, none deprecated', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: object
    }
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(16)
    const lock = JSON.parse(state.site.read('package-lock.json')) as {
      packages: Record<string, { optional?: boolean; deprecated?: string }>
    }
    const installed = Object.entries(lock.packages).filter(([name, { optional }]) => name !== '' && !optional)
    expect(installed.filter(([, { deprecated }]) => deprecated).map(([name]) => name)).toEqual([])
    expect(installed.length).toBeGreaterThan(20)
    expect(installed.length).toBeLessThanOrEqual(470)
  })

  it('the program asks for no package that is not a dependency', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: object
    }
    const compiled = path.join(root, 'compiled')
    const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter(file =>
      /^(?!bundled|types|plugins).*\.js$/.test(file),
    )
    const asked = files
      .flatMap(file => [
        ...readFileSync(path.join(compiled, file), 'utf8').matchAll(
          /(?:\bimport\(|^import |\bfrom )["']([^"'.\s][^"'\s]*)["']/gm,
        ),
      ])
      .map(([, name = '']) => name)
      // The rest is in texts: samples of code, messages.
      .filter(name => /^[@\w][\w./-]*$/.test(name) && !isBuiltin(name) && name !== 'docsgen')
      .map(name => name.split('/', 1)[0] ?? '')
    expect(asked).toContain('esbuild')
    expect(asked.filter(name => !(name in dependencies))).toEqual([])
  })

  it('names the packages that are bundled into the program', () => {
    const text = readFileSync(path.join(root, 'package.json'), 'utf8')
    const { docsgen, devDependencies } = JSON.parse(text) as {
      docsgen: { bundled: string[] }
      devDependencies: object
    }
    const bundled = bundledPackages(readFileSync(path.join(root, 'compiled/licenses.txt'), 'utf8'))
    const names = new Set([...bundled].map(name => name.replace(/ .*$/, '')))
    expect(docsgen.bundled).toEqual(Object.keys(devDependencies).filter(name => names.has(name)))
  })

  it('lets a site override a template and build on the original', () => {
    state.site.write(
      'templates/components/Footer.tsx',
      `import { Footer as Original } from 'docsgen/templates/components/Footer.tsx'
       export function Footer(props: Parameters<typeof Original>[0]) {
         return <><Original {...props} /><p className="mine">Made by us</p></>
       }\n`,
    )
    docsgen('build')
    expect(state.site.read('dist/index.html')).toContain('<p class="mine">Made by us</p>')
    expect(state.site.read('dist/assets/licenses.txt')).toMatch(/^react-dom [\d.]+ \(MIT\)$/m)
  })

  it('works with plugins of others, typed by what it brings: 500 pages from data, a fence, a rule and a component', () => {
    for (const [file, text] of Object.entries({ ...OWN_PLUGINS, 'records.json': recordsJson(500) }))
      state.site.write(file, text)
    expect(existsSync(path.join(state.site.root, 'node_modules/@types/react'))).toBe(false)
    const compilerOptions = { strict: true, noEmit: true, module: 'preserve', skipLibCheck: true, types: [] }
    state.site.write('tsconfig.own.json', JSON.stringify({ compilerOptions, include: ['plugins'] }))
    expect(compile('tsconfig.own.json')).toBe('')
    const plugins = "plugins: ['./plugins/records.ts', ['./plugins/gauge.ts', { most: 90 }]],"
    state.site.write('site.config.ts', twoLanguages(plugins))
    state.site.write(
      'content/gauge.md',
      '# Gauge\n\n```gauge\nDisk: 70\n```\n\nNow :gauge[Disk]{value=91} as it is full.\n',
    )
    docsgen('build')
    expect(state.site.read('dist/records/r499.html')).toContain('What record 499 says.')
    expect(state.site.read('dist/gauge.html')).toContain(
      '<li>Disk <meter max="100" value="70" aria-label="Disk">',
    )
    expect(state.site.read('dist/gauge.html')).toContain('Now <meter max="100" value="91" aria-label="Disk">')
    const checked = docsgen('check')
    expect(checked.stdout).toContain('content/gauge.md:1:1 warning gauge/full Something is full.')
    rmSync(path.join(state.site.root, 'plugins'), { recursive: true })
    state.site.write('site.config.ts', twoLanguages())
  })

  it("gives a site's own templates types that `tsc --strict` is content with", () => {
    const modules = path.join(state.site.root, 'node_modules')
    mkdirSync(path.join(modules, '@types'), { recursive: true })
    for (const name of ['@types/react', 'csstype'])
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
    const names = namesOf(path.join(modules, 'docsgen/templates'))
    const shown = shownFiles(root)
    expect(Object.keys(shown).toSorted()).toEqual([
      'templates/components/Footer.tsx',
      'templates/layouts/Wide.tsx',
      'templates/strings/fr.ts',
      'tsconfig.json',
    ])
    const files = {
      ...shown,
      ...shownComponents(root),
      'templates/layouts/Home.tsx': USES,
      'templates/names.ts': names,
    }
    for (const [file, text] of Object.entries(files)) state.site.write(file, text)
    expect(compile('.')).toBe('')
    docsgen('build')
  })

  it('gives plugins types that `tsc --strict` is content with, and builds with them', () => {
    const { 'site.config.ts': _config, ...plugins } = shownPlugins(root)
    expect(Object.keys(plugins)).toHaveLength(4)
    for (const [file, text] of Object.entries({ ...plugins, 'plugins/wrong.ts': WRONG_PLUGIN }))
      state.site.write(file, text)
    const modules = path.join(state.site.root, 'node_modules')
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
    const settings = {
      extends: './tsconfig.json',
      compilerOptions: { types: ['node'] },
      include: ['plugins', 'templates/components/Pager.tsx'],
    }
    state.site.write('tsconfig.plugins.json', JSON.stringify(settings))
    expect(compile('tsconfig.plugins.json')).toBe('')
    state.site.write('api.json', '[{ "name": "mount", "text": "Mounts." }]')
    state.site.write('content/chart.md', '# Chart\n\n```chart\n7\n```\n')
    const config = twoLanguages(
      "plugins: [['./plugins/api.ts', { file: 'api.json' }], './plugins/chart.ts', './plugins/review.ts'],",
    )
    state.site.write('site.config.ts', config)
    docsgen('build')
    expect(state.site.read('dist/api/mount.html')).toContain('API of mount')
    expect(state.site.read('dist/chart.html')).toContain('value="7"')
    expect(state.site.read('dist/pages.txt')).toContain('/chart.html Chart')
  })

  it('brings its plugins, and asks for the package that one of them leaves to the site', () => {
    const configure = (name: string) =>
      state.site.write('site.config.ts', twoLanguages(`plugins: ['docsgen/plugins/${name}'],`))
    configure('math')
    state.site.write('content/formula.md', '# Formula\n\n$x$\n')
    docsgen('build')
    expect(state.site.read('dist/formula.html')).toContain('<math>')
    configure('mermaid')
    const { stderr } = docsgen('build')
    expect(stderr).toContain('The plugin `docsgen/plugins/mermaid` needs the package `beautiful-mermaid`')
    expect(stderr).toContain('npm install beautiful-mermaid')
    state.site.write('site.config.ts', twoLanguages())
  })

  it('is a package of functions for programs, too', () => {
    const script = `import { routes } from 'docsgen'\nconst { list } = await routes({ root: '.' })\nconsole.log(list.pages.length > 0)\n`
    state.site.write('routes.mjs', script)
    const printed = execFileSync(process.execPath, ['routes.mjs'], { cwd: state.site.root, encoding: 'utf8' })
    expect(printed).toBe('true\n')
  })

  it('holds no tests and no content, and stays small', () => {
    const wanted = 'test/bench/results/chart.svg'
    // Nor what is for those who work on docsgen: the README names it without a link.
    const wrong =
      /^(?:test\/.*\.\w+|content\/.*\.md|docs\/(?!content\/guide\/|picture\.).*\.\w+|\.github\/.*|src\/README\.md|.*tsconfig\.json)$/
    const isOwn = (file: string) => !file.includes('node_modules/')
    expect(state.files.filter(file => isOwn(file) && wrong.test(file) && file !== wanted)).toEqual([])
    expect(statSync(path.join(state.folder, tarballIn(state.folder))).size).toBeLessThan(1_500_000)
  })

  it('has the declarations that sites use, and no others, and schemas for editors', () => {
    for (const name of ['configuration', 'frontmatter', 'glossary'])
      expect(state.files).toContain(`compiled/schema/${name}.json`)
    const declarations = state.files.filter(
      file => file.endsWith('.d.ts') && !file.startsWith('node_modules'),
    )
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
    expect(links.filter(link => !state.files.includes(link))).toEqual([])
  })

  it('can be compiled while docsgen is started', () => {
    expect(state.starts.length).toBeGreaterThan(3)
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(new Set(state.starts)).toEqual(new Set([`${version}\n`]))
  })

  it('has one install script, all from the public registry with integrity', () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      lockfileVersion: number
      packages: Record<
        string,
        {
          dev?: boolean
          optional?: boolean
          hasInstallScript?: boolean
          integrity?: string
          resolved?: string
        }
      >
    }
    const packages = Object.entries(lock.packages).filter(([name]) => name !== '')
    const production = packages.filter(([, { dev, optional }]) => !dev && !optional)
    expect(lock.lockfileVersion).toBe(3)
    const scripts = production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)
    expect(scripts).toEqual(['node_modules/esbuild'])
    expect(packages.filter(([, { integrity }]) => !integrity).map(([name]) => name)).toEqual([])
    const foreign = packages.filter(
      ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(foreign).toEqual([])
  })
})
