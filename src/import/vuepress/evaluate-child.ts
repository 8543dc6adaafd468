/**
 * Runs a VuePress 1 configuration in a process of its own and writes what it is as JSON to file descriptor 3. A
 * configuration is a program: it may need packages that are not installed, print, call home, or never end.
 */
import { readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import Module, { createRequire } from 'node:module'
import { transformSync } from 'esbuild'
import { plainValue } from '../common/plain-value.ts'
import type { Evaluated } from '../common/run-config.ts'
import { standIn } from '../common/load-module.ts'

type Load = (request: string, ...rest: unknown[]) => unknown

const [, , file = ''] = process.argv
const evaluated: Evaluated = { missing: [] }

/** What a configuration may ask about the program that reads it: VuePress, about to build. */
const CONTEXT = {
  isProd: true,
  isTest: false,
  version: '1.9.10',
  cwd: process.cwd(),
  vuepressDir: path.dirname(file),
  sourceDir: path.dirname(path.dirname(file)),
  options: {},
  cliOptions: {},
}
const names = new WeakMap<object, string>()

async function run(): Promise<void> {
  watchPackages()
  readTypeScript()
  try {
    const exported: unknown = createRequire(file)(file)
    const value = defaultOf(exported)
    const config =
      typeof value === 'function' ? await (value as (context: object) => unknown)(CONTEXT) : value
    evaluated.config = plainValue(config, { names, extenders: new Set(['extendMarkdown', 'config']) })
  } catch (error) {
    evaluated.error = error instanceof Error ? error.message : String(error)
  }
  writeSync(3, JSON.stringify(evaluated))
  process.exit(0)
}

/** A package or file that is missing is stood in for, so that the rest of the configuration can be read. */
function watchPackages(): void {
  const module = Module as unknown as { _load: Load }
  const load = module._load
  module._load = (request, ...rest) => {
    const isPackage = !/^[./]|^node:/.test(request)
    const found = loadOr(() => load.call(module, request, ...rest), request)
    if (isPackage && typeof found === 'function') names.set(found, request)
    return found
  }
}

/** VuePress 1.9 reads `config.ts`; what that imports may be TypeScript too. */
function readTypeScript(): void {
  const { _extensions } = Module as unknown as { _extensions: Record<string, Compile> }
  _extensions['.ts'] = (module, name) => {
    const options = { loader: 'ts', format: 'cjs', platform: 'node', sourcefile: name } as const
    module._compile(transformSync(readFileSync(name, 'utf8'), options).code, name)
  }
}

type Compile = (module: { _compile(code: string, file: string): void }, name: string) => void

/** What `vuepress/config` exports gives back what it is given. */
const SAME = (value: unknown) => value
const TYPED = { defineConfig: SAME, defineConfig4CustomTheme: SAME, defineThemeConfig: SAME }

function loadOr(load: () => unknown, request: string): unknown {
  try {
    return load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    if (request === 'vuepress/config') return TYPED
    evaluated.missing.push(request)
    return standIn(request, names)
  }
}

function defaultOf(exported: unknown): unknown {
  const isModule = typeof exported === 'object' && exported !== null && 'default' in exported
  return isModule ? exported.default : exported
}

void run()
