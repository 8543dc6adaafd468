/** Commands that read or serve a site: what they load is the same for all, so they are one file of the program. */
import { runBuild } from './commands/build.ts'
import { runCheck } from './commands/check.ts'
import { runDev } from './commands/dev.ts'
import { runNew } from './commands/new.ts'
import { runPreview } from './commands/preview.ts'
import { runRoutes } from './commands/routes.ts'
import { runVersion } from './commands/version.ts'
import type { Invocation } from './terminal.ts'

export const siteCommands: Readonly<
  Record<string, (invocation: Invocation, options: never) => Promise<number>>
> = {
  build: runBuild,
  check: runCheck,
  dev: runDev,
  new: runNew,
  preview: runPreview,
  routes: runRoutes,
  version: runVersion,
}
