import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Types that are inferred from schemas, as the compiler declares them, and what describes their keys. */
const TYPES = [
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
 * Writes the types of configuration and frontmatter out, with the text of every key: editors show nothing of a type that is
 * inferred from a schema. `folder` holds the declarations.
 */
export async function documentKeys(root, folder) {
  const outfile = path.join(folder, 'editor-texts.mjs')
  await build({
    entryPoints: [path.join(root, 'docs/plugins/editor-texts.ts')],
    bundle: true,
    outfile,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const { writeType } = await import(pathToFileURL(outfile).href)
  rmSync(outfile)
  for (const { file, inferred, declared, reference } of TYPES) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    if (!inferred.test(text)) throw new Error(`${file} declares no inferred type.`)
    const type = `${declared} ${writeType(reference)}`
    writeFileSync(
      path.join(folder, file),
      text.replace(inferred, () => type),
    )
  }
}
