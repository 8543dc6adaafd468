import { expect, it } from 'vitest'
import { WORKER_ROOMS } from '../../../src/bundle/worker.ts'
import { importsOf, readModules } from '../../support/sources.ts'

it('the worker is bundled anew when anything changes that it imports', () => {
  const modules = WORKER_ROOMS.flatMap(room => readModules(`src/${room}`))
  const imported = modules.filter(({ file }) => !file.startsWith('src/shared/search/')).flatMap(importsOf)
  const isKnown = (file: string) =>
    WORKER_ROOMS.some(room => file.startsWith(`src/${room}/`)) && !file.startsWith('src/shared/search/')
  expect(imported.filter(({ to }) => !isKnown(to))).toEqual([])
})
