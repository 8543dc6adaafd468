import path from 'node:path'
import { readStored, writeStored } from '../cache/checked-file.ts'
import { isCompiled, packagedCache, packageRoot } from '../lib/package.ts'

/** Scripts of docsgen that don't depend on a site: they come with the package. */
const SCRIPTS = {
  analytics: 'client/analytics.ts',
  /** Serves offline. */
  'worker-main': 'offline/worker/main.ts',
  /** Removes what an earlier build left on the reader's device. */
  'worker-uninstall': 'offline/worker/uninstall.ts',
}

type ScriptName = keyof typeof SCRIPTS

/** Returns a classic script that comes with the package; docsgen that runs from its sources bundles it. */
export async function packagedScript(name: ScriptName): Promise<string> {
  const kept = isCompiled ? await readStored(fileOf(name)) : undefined
  return kept ?? bundleScript(SCRIPTS[name])
}

/** Bundles the scripts for the package that is being compiled. */
export async function keepScripts(): Promise<void> {
  for (const name of Object.keys(SCRIPTS) as ScriptName[])
    await writeStored(fileOf(name), await bundleScript(SCRIPTS[name]))
}

function fileOf(name: ScriptName): string {
  return path.join(packagedCache, 'scripts', `${name}.js`)
}

/** Bundles a script, below `src`, into one file. */
export async function bundleScript(entry: string, format: 'iife' | 'esm' = 'iife'): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: [path.join(packageRoot, 'src', entry)],
    bundle: true,
    write: false,
    minify: true,
    format,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
  })
  return outputFiles[0]?.text ?? ''
}
