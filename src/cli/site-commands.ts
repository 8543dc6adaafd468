/** Commands that read or serve a site: what they load is the same for all, so they are one file of the program. */
export { runBuild } from './commands/build.ts'
export { runCheck } from './commands/check.ts'
export { runDev } from './commands/dev.ts'
export { runNew } from './commands/new.ts'
export { runPreview } from './commands/preview.ts'
export { runRoutes } from './commands/routes.ts'
export { runVersion } from './commands/version.ts'
