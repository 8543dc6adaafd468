/**
 * Bundles what comes with the package: the theme of sites without templates of their own, and the service worker. Run
 * once docsgen is compiled (`bin/compile.mjs`), by the code that bundles them for a site.
 */
import { bundleTheme } from './theme.ts'
import { keepProgramHash, packagedCache, packageRoot } from '../lib/package.ts'
import { bundleWorker } from './worker.ts'

async function fillPackage(): Promise<void> {
  keepProgramHash()
  const { findings } = await bundleTheme(packageRoot, packagedCache)
  const [problem] = findings
  if (problem) throw new Error(`${problem.place?.file}:${problem.place?.line} ${problem.message}`)
  await bundleWorker('main', packagedCache)
  await bundleWorker('uninstall', packagedCache)
}

void fillPackage()
