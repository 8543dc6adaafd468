import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { createFolder } from './site.ts'

const root = path.resolve(import.meta.dirname, '../..')
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
/** The handwritten types are those of the schemas, in both directions. */
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

it('handwritten types are those of the schemas', () => {
  const { root: folder } = createFolder({
    'node_modules/.keep': '',
    'tsconfig.json': JSON.stringify(SETTINGS),
    'site.config.ts': CONFIG,
    'template.ts': TEMPLATE,
    'same.ts': SAME,
  })
  symlinkSync(root, path.join(folder, 'node_modules/docsgen'))
  symlinkSync(path.join(root, 'node_modules/zod'), path.join(folder, 'node_modules/zod'))
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

/** What editors show of a key is the comment above it. */
describe('the types of the package have as the comment of a key', () => {
  const commentOf = (file: string, key: string) => {
    const types = readFileSync(path.join(root, `compiled/types/src/schema/${file}.d.ts`), 'utf8')
    const [, comment = ''] =
      new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*(?:readonly )?${key}\\??:`).exec(types) ?? []
    return comment
      .split('\n')
      .map(line => line.replace(/^\s*\* ?/, '').trim())
      .filter(Boolean)
  }

  const reference = (name: string) =>
    JSON.parse(readFileSync(path.join(root, `docs/reference/${name}.json`), 'utf8')) as Record<
      string,
      { en: string }
    >

  /** Editors show no links. */
  const plain = (text = '') => text.replace(/\[(.+?)\]\(.+?\)/g, '$1').replace(/\.?$/, '.')

  it.each([
    ['base', 'base', "'/'"],
    ['label', 'locales.label', '`lang`'],
    ['sidebarDepth', 'theme.sidebarDepth', '1'],
    ['timeout', 'check.external.timeout', '10000'],
  ])('config.%s its text and its default', (key, described, value) => {
    const text = plain(reference('configuration')[described]?.en)
    expect(commentOf('config', key)).toEqual(expect.arrayContaining([text, `@default ${value}`]))
  })

  it('frontmatter its text', () => {
    const text = plain(reference('frontmatter')['heroSubtitle']?.en)
    expect(commentOf('frontmatter', 'heroSubtitle')).toEqual([text])
  })
})

describe('the JSON schema of', () => {
  interface Schema {
    properties?: Record<string, Schema>
    items?: Schema
    description?: string
  }
  const read = (name: string) =>
    JSON.parse(readFileSync(path.join(root, `compiled/schema/${name}.json`), 'utf8')) as Schema

  it.each([
    ['frontmatter', 'title: A\ntags: [a]\nprev: false\nown: 1\n', true],
    ['frontmatter', 'tags: a\n', false],
    ['frontmatter', 'features:\n  - titel: A\n', false],
    ['configuration', "{ title: 'A', locales: { '/': { lang: 'en' } }, theme: { nav: ['/a.html'] } }", true],
    ['configuration', "{ titel: 'A' }", false],
    ['glossary', '- term: Vue\n  keep: true\n', true],
    ['glossary', '- term: [Vue]\n', false],
  ])('%s: %j is valid: %s', (name, text, isValid) => {
    const validate = new Ajv({ strict: false }).compile(read(name))
    expect(validate(parse(text))).toBe(isValid)
  })

  it.each(['frontmatter', 'configuration', 'glossary'])('%s has a text for every key', name => {
    const { properties, items } = read(name)
    const keys = Object.entries(properties ?? items?.properties ?? {})
    expect(keys.length).toBeGreaterThan(3)
    expect(keys.filter(([, { description }]) => !description).map(([key]) => key)).toEqual([])
  })
})
