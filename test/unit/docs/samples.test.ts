import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { transformSync } from 'esbuild'
import { expect, it } from 'vitest'
import * as YAML from 'yaml'
import { COMMANDS } from '../../../src/cli/options.ts'
import { configSchema } from '../../../src/schema/config.ts'
import { frontmatterSchema } from '../../../src/schema/frontmatter.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const content = path.join(root, 'docs/content')

interface Sample {
  file: string
  language: string
  code: string
}

/** Every block of code in the documentation, but for those that show Markdown with code in it. */
const SAMPLES = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.md'))
  .flatMap(file => {
    const text = readFileSync(path.join(content, file), 'utf8').replace(/^````md\n[^]*?^````$/gm, '')
    const fences = text.matchAll(/^```(\w+)[^\n]*\n([^]*?)^```$/gm)
    return [...fences].map(([, language = '', code = '']): Sample => ({ file, language, code }))
  })

const of = (...languages: string[]) => SAMPLES.filter(({ language }) => languages.includes(language))

function evaluate(code: string): unknown {
  const module = { exports: {} as { default?: unknown } }
  const compiled = transformSync(code, { loader: 'ts', format: 'cjs' }).code
  const require = () => ({ defineConfig: (config: unknown) => config })
  new Function('module', 'exports', 'require', 'process', compiled)(module, module.exports, require, {
    env: {},
  })
  return module.exports.default
}

it('configurations are such that docsgen takes', () => {
  const configurations = of('ts').filter(({ code }) => code.includes('defineConfig('))
  expect(configurations.length).toBeGreaterThan(80)
  const wrong = configurations.flatMap(({ file, code }) => {
    const result = configSchema.safeParse(evaluate(code))
    return result.success ? [] : [`${file}: ${result.error.message}\n${code}`]
  })
  expect(wrong).toEqual([])
})

it('TypeScript and JavaScript have no mistakes of syntax', () => {
  const isPiece = (code: string) => /^markdown: |^function \w+\(tree\)$/.test(code)
  const wrong = of('ts', 'tsx', 'js')
    .filter(({ code }) => !isPiece(code))
    .flatMap(({ file, language, code }) => {
      try {
        transformSync(code, { loader: language as 'ts', jsx: 'automatic' })
        return []
      } catch (error) {
        return [`${file}: ${String(error)}`]
      }
    })
  expect(wrong).toEqual([])
})

it('frontmatter is such that docsgen takes', () => {
  const blocks = of('md')
    .map(({ file, code }) => ({ file, text: /^---\n([^]*?)^---$/m.exec(code)?.[1] }))
    .filter(({ text }) => text !== undefined)
  expect(blocks.length).toBeGreaterThan(10)
  const wrong = blocks.flatMap(({ file, text = '' }) => {
    const result = frontmatterSchema.safeParse(YAML.parse(text))
    return result.success ? [] : [`${file}: ${result.error.message}`]
  })
  expect(wrong).toEqual([])
})

it('data is data', () => {
  for (const { code } of of('json')) expect(() => JSON.parse(code), code).not.toThrow()
  for (const { code } of of('yaml')) expect(() => YAML.parse(code.replace(/^---$/gm, '')), code).not.toThrow()
})

/** The commands with their options, which do nothing here. */
function commandLine(): Command {
  const program = new Command('docsgen').exitOverride().configureOutput({ writeErr: () => undefined })
  for (const { usage, addOptions } of Object.values(COMMANDS))
    addOptions(program.command(usage).exitOverride()).action(() => undefined)
  return program
}

it('commands and their options exist', () => {
  const words = (line: string) =>
    [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([all, single, double]) => single ?? double ?? all)
  const inText = [...texts().matchAll(/`npx (docsgen [a-z][^`]*)`/g)].map(([, line = '']) => line)
  const inCode = of('sh', 'yaml', 'toml').flatMap(({ code }) =>
    [...code.matchAll(/npx (docsgen [a-z][^\n&]*)/g)].map(([, line = '']) => line.replace(/"$/, '')),
  )
  const lines = [...new Set([...inText, ...inCode])].filter(line => !/[<…$]/.test(line))
  expect(lines.length).toBeGreaterThan(20)
  const wrong = lines.filter(line => {
    try {
      commandLine().parse(words(line).slice(1), { from: 'user' })
      return false
    } catch {
      return true
    }
  })
  expect(wrong).toEqual([])
})

function texts(): string {
  const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.md'),
  )
  return files.map(file => readFileSync(path.join(content, file), 'utf8')).join('\n')
}

it('messages of the guide to troubleshooting are really said', () => {
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => readFileSync(path.join(root, 'src', file), 'utf8'))
    .join('\n')
  const guide = readFileSync(path.join(content, 'guide/troubleshooting.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)].filter(
    ([, , text = '']) => !/This message comes from npm/.test(text),
  )
  const messages = rows.flatMap(([, cell = '']) => [...cell.matchAll(/``(.*?)``|`([^`]*)`/g)])
  expect(messages.length).toBeGreaterThan(15)
  // Names and numbers are those of the example; commander says some of them.
  const parts = messages
    .flatMap(([, long, short]) => (long ?? short ?? '').split(/`[^`]*`|…|\d+/))
    .map(part => part.replace(/[.,\s]+$/, '').trim())
    .filter(part => part.length > 8 && !/^unknown (?:command|option)|^must be a list/.test(part))
  expect(parts.filter(part => !sources.includes(part))).toEqual([])
})
