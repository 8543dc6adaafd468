/** Child process of `evaluate`: the argument is an `Evaluation` as JSON. */
import { writeSync } from 'node:fs'
import { readSite } from '../vitepress/read-site.ts'
import type { Evaluated, Evaluation } from './evaluate.ts'
import { loadModule, type ModuleSetup, plainValue } from './load-module.ts'

const {
  file,
  stubs,
  provided = {},
  context = {},
  vitepress,
} = JSON.parse(process.argv[2] ?? '') as Evaluation
const isStub = new RegExp(stubs)
const setup: ModuleSetup = {
  provided,
  isStub: request => isStub.test(request),
  missing: new Set(),
  names: new WeakMap(),
}

async function run(): Promise<Omit<Evaluated, 'missing'>> {
  try {
    const load = async (name: string) => {
      const value = await loadModule(name, setup)
      return typeof value === 'function' ? ((await value(context)) as unknown) : value
    }
    const plain = (value: unknown) => plainValue(value, setup.names)
    const exported = file === undefined ? {} : await load(file)
    return {
      config: vitepress ? await readSite(vitepress, exported, { load, plain, context }) : plain(exported),
    }
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  }
}

void run().then(result => {
  writeSync(3, JSON.stringify({ ...result, missing: [...setup.missing] }))
  process.exit(0)
})
