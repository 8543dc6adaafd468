/** Child process of `evaluate`; its argument is an `Evaluation` as JSON. */
import { readSite } from '../vitepress/read-site.ts'
import { type Evaluated, type Evaluation, loadModule, plainValue } from './evaluate.ts'

const { file, stubs, context = {}, vitepress } = JSON.parse(process.argv[2] ?? '') as Evaluation
const missing = new Set<string>()

const load = async (name: string) => {
  const value = await loadModule(name, stubs, missing)
  return typeof value === 'function' ? ((await value(context)) as unknown) : value
}

async function run(): Promise<Partial<Evaluated>> {
  try {
    const exported = file ? await load(file) : {}
    return { config: vitepress ? await readSite(vitepress, exported, load, context) : plainValue(exported) }
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  }
}

void run().then(result => {
  process.send?.({ ...result, missing: [...missing] }, () => process.exit(0))
})
