import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build } from 'esbuild'

const require = createRequire(import.meta.url)

/** Types that are inferred from schemas, as the compiler declares them, and the reference that describes their keys. */
const INFERRED = [
  {
    file: 'src/schema/config.d.ts',
    inferred: /^export type UserConfig = .*;$/m,
    declared: 'export interface UserConfig',
    reference: 'configuration',
  },
  {
    file: 'src/schema/frontmatter.d.ts',
    inferred: /^type KnownFrontmatter = .*;$/m,
    declared: 'interface KnownFrontmatter',
    reference: 'frontmatter',
  },
]

/**
 * Writes the declarations that sites use into a folder: of the package's exports, its plugins and templates, and of all that these
 * import. JSON schemas for editors are written beside it.
 */
export async function declareTypes(root, folder) {
  const all = `${folder}-all`
  const compiler = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const project = path.join(root, 'bin/compile')
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', all], { stdio: 'inherit' })
  const { writeType, writeSchemas } = await editorTexts(root)
  documentKeys(all, writeType)
  documentOptions(root, path.join(all, 'src/schema/api.d.ts'))
  const templates = readdirSync(path.join(all, 'templates'), { recursive: true, encoding: 'utf8' })
  const entries = templates.filter(file => file.endsWith('.d.ts')).map(file => path.join('templates', file))
  const plugins = readdirSync(path.join(all, 'src/plugins'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => path.join('src/plugins', name, `${name}.d.ts`))
  const files = new Set(['src/index.d.ts', ...entries, ...plugins])
  for (const file of files) {
    const text = readFileSync(path.join(all, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from |import\()["'](\.[^"']+)["']/g))
      files.add(path.join(path.dirname(file), name.replace(/\.tsx?$/, '.d.ts')))
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    cpSync(path.join(all, file), path.join(folder, file))
  }
  rmSync(all, { recursive: true })
  const schemas = path.join(path.dirname(folder), 'schema')
  mkdirSync(schemas)
  for (const [name, text] of Object.entries(writeSchemas()))
    writeFileSync(path.join(schemas, `${name}.json`), text)
}

async function editorTexts(root) {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'docs/plugins/editor-texts.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}

/** Writes out the types of configuration and frontmatter with a text for every key: editors show none for a type that is inferred. */
function documentKeys(folder, writeType) {
  for (const { file, inferred, declared, reference } of INFERRED) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    if (!inferred.test(text)) throw new Error(`${file} declares no inferred type.`)
    writeFileSync(
      path.join(folder, file),
      text.replace(inferred, () => `${declared} ${writeType(reference)}`),
    )
  }
}

/** Gives the options of the programming interface their texts. */
function documentOptions(root, file) {
  const texts = JSON.parse(readFileSync(path.join(root, 'docs/reference/api.json'), 'utf8'))
  const documented = readFileSync(file, 'utf8').replace(
    /^export interface (\w+Options)[^]*?^\}/gm,
    (all, name) =>
      all.replace(/^ {4}(\w+)\??:/gm, (key, option) => `    /** ${texts[`${name}.${option}`].en} */\n${key}`),
  )
  writeFileSync(file, documented)
}
