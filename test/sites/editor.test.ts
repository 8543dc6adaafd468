import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LanguageServer } from '../support/language-server.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-editor-'))
const file = path.join(folder, 'site.config.ts')

const CONFIG = `import { defineConfig } from 'docsgen'

export default defineConfig({
  base: '/',
  locales: { '/': { lang: 'en', label: 'English', strings: { menu: 'Menu' } } },
  theme: { sidebarDepth: 2, notice: { text: 'New' }, colors: { light: { accent: '#000' } } },
  check: { external: { timeout: 1000 } },
})
`
const TEMPLATE = `import type { PageView } from 'docsgen'

export const tagline = (page: PageView) => page.frontmatter.heroSubtitle
`
/** The types that are written out say what the schemas say, in both directions. */
const SAME = `import type * as z from 'zod'
import type { UserConfig, configSchema } from '${root}/compiled/types/src/schema/config.d.ts'
import type { frontmatterSchema, PageFrontmatter } from '${root}/compiled/types/src/schema/frontmatter.d.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never
type Inferred = z.input<typeof configSchema>
export const there: Inferred = {} as UserConfig
export const back: UserConfig = {} as Inferred
export const keys: Same<keyof Inferred, keyof UserConfig> = true
type Known = z.output<z.ZodObject<typeof frontmatterSchema.shape>>
export const frontmatter: Omit<Known, 'source' | 'meta' | 'redirectFrom'> = {} as PageFrontmatter
export const title: Same<PageFrontmatter['features'], Known['features']> = true
`
const SETTINGS = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
}

beforeAll(() => {
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of ['docsgen', 'zod'])
    symlinkSync(
      name === 'zod' ? path.join(root, 'node_modules/zod') : root,
      path.join(folder, 'node_modules', name),
    )
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
  writeFileSync(file, CONFIG)
  writeFileSync(path.join(folder, 'template.ts'), TEMPLATE)
  writeFileSync(path.join(folder, 'same.ts'), SAME)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('types that are written out are those of the schemas', () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

describe('an editor shows of a key', () => {
  const server = new LanguageServer()
  beforeAll(() => server.start(folder))
  afterAll(() => server.close())

  it.each([
    [
      'base',
      "Path that the site is served under; `'./'` for any path, and for files.\n\n*@default* — '/'\n\n*@example*\n```tsx\nbase: '/lib/'",
    ],
    ['label', 'Its own name, for the menu.\n\n*@default* — the code'],
    ['menu', 'In English “Menu”.'],
    ['sidebarDepth', 'Levels of headings below the open page.\n\n*@default* — 1'],
    ['notice', 'Box above every page: `text`, `link`, `linkText`.'],
    ['accent', 'Links, buttons, marks.'],
    ['timeout', 'Milliseconds for each address.\n\n*@default* — 10000'],
  ])('`%s` its text and its default', async (key, text) => {
    server.open(file, CONFIG)
    expect(await server.hover(file, CONFIG, CONFIG.indexOf(`${key}:`))).toContain(`\n${text}`)
  })

  it('of the frontmatter its text, in a template', async () => {
    const template = path.join(folder, 'template.ts')
    server.open(template, TEMPLATE)
    expect(await server.hover(template, TEMPLATE, TEMPLATE.indexOf('heroSubtitle'))).toContain(
      '\nA large line below the name.',
    )
  })
})
