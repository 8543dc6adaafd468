import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-editor-'))

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
  writeFileSync(path.join(folder, 'site.config.ts'), CONFIG)
  writeFileSync(path.join(folder, 'template.ts'), TEMPLATE)
  writeFileSync(path.join(folder, 'same.ts'), SAME)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('types that are written out are those of the schemas', () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

/** What editors show of a key is the comment above it. */
describe('the types that are handed on say of a key', () => {
  const commentOf = (file: string, key: string) => {
    const types = readFileSync(path.join(root, `compiled/types/src/schema/${file}.d.ts`), 'utf8')
    const [, comment = ''] =
      new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*(?:readonly )?${key}\\??:`).exec(types) ?? []
    return comment
      .split('\n')
      .map(line => line.replace(/^\s*\* ?/, '').trim())
      .filter(Boolean)
  }

  it.each([
    ['config', 'base', "Path that the site is served under; `'./'` for any path, and for files.", "'/'"],
    ['config', 'label', 'Its own name, for the menu.', 'the code'],
    ['config', 'sidebarDepth', 'Levels of headings below the open page.', '1'],
    ['config', 'timeout', 'Milliseconds for each address.', '10000'],
  ])('%s.%s its text and its default', (file, key, text, value) => {
    expect(commentOf(file, key)).toEqual(expect.arrayContaining([text, `@default ${value}`]))
  })

  it('frontmatter its text', () => {
    expect(commentOf('frontmatter', 'heroSubtitle')).toEqual(['A large line below the name.'])
  })
})
