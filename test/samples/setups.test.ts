import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { collectSamples, type Sample } from './collect.ts'
import { readReport, writeSamples, type MockObject } from './run.ts'
import {
  karmaBrowser,
  setupsOf,
  createProject,
  extendPackage,
  type Project,
  readSetup,
  type Setup,
  writeSpecs,
} from './setups.ts'

const root = fileURLToPath(new URL('../../content', import.meta.url))
const MINUTES = 60_000

/** Pages that say how to install what their samples import. */
const furtherPackages = [
  'guides/using-with-vuex.md#using-with-vuex',
  'guides/using-with-vue-router.md#using-with-vue-router',
  'api/renderToString.md#rendertostring',
]

/** The samples that a set-up runs: all that it can, in the English one; those of its own part of a page, elsewhere. */
function samplesFor({ place }: Setup, lang: RegExp): Sample[] {
  const { samples } = collectSamples(root)
  const own = place.startsWith('installation/') || place.startsWith('guides/') ? '' : place.replace(/#.*/, '')
  return samples.filter(
    ({ fence, places }) => lang.test(fence.lang) && places.some(({ page }) => own === '' || page === own),
  )
}

/** A project in which everything was typed that the page says. It is removed after the test. */
async function setUp(setup: Setup, env: Record<string, string> = {}): Promise<Project> {
  const project = await createProject(env)
  onTestFinished(() => project.remove())
  for (const [file, text] of setup.files)
    if (file === 'package.json') extendPackage(project, text)
    else project.write(file, text)
  for (const command of installs(setup)) await project.run(command)
  return project
}

const installs = ({ commands }: Setup): string[] => commands.filter(line => line.startsWith('npm install '))

/** Runs samples with a runner that writes a report in Jest's format; expects that none fails. */
async function expectSamples(
  project: Project,
  command: string,
  { samples, mocks, below }: { samples: Sample[]; mocks: MockObject; below: string },
): Promise<void> {
  const folder = path.join(project.folder, below)
  const owners = writeSamples(folder, samples, mocks)
  const output = await project.run(`${command} --outputFile=report.json`).catch(String)
  const run = readReport(path.join(project.folder, 'report.json'), { owners, folder, output })
  expect([...run.failures.values()].flat()).toEqual([])
  expect(run.broken).toBeUndefined()
  expect(run.executed).toBeGreaterThanOrEqual(samples.length)
}

/**
 * Types what the pages say into empty folders and runs the samples there, with nothing of this repository. It installs
 * from the npm registry – as readers do, and because Jest, webpack and Karma would add hundreds of packages to the
 * development dependencies – and takes minutes, hence only with `DOCSGEN_FULL=1`.
 */
describe.skipIf(!process.env['DOCSGEN_FULL'])('in an empty folder, as the page says', () => {
  test.each(setupsOf(root, 'jest'))('Jest: $place', { timeout: 10 * MINUTES }, async setup => {
    const project = await setUp(setup)
    for (const place of furtherPackages)
      for (const command of installs(readSetup(root, place))) await project.run(command)
    const samples = samplesFor(setup, /^js/)
    await expectSamples(project, 'npx jest --json', { samples, mocks: 'jest', below: 'src' })
  })

  test.each(setupsOf(root, 'vitest'))('Vitest: $place', { timeout: 15 * MINUTES }, async setup => {
    const project = await setUp(setup)
    for (const place of furtherPackages)
      for (const command of installs(readSetup(root, place))) await project.run(command)
    const samples = samplesFor(setup, /./)
    await expectSamples(project, 'npx vitest run --reporter=json', { samples, mocks: 'vi', below: 'src' })
  })

  test.each(setupsOf(root, 'typescript'))('TypeScript: $place', { timeout: 5 * MINUTES }, async setup => {
    const project = await setUp(setup)
    const samples = samplesFor(setup, /^ts/)
    await expectSamples(project, 'npx jest --json', { samples, mocks: 'jest', below: 'tests' })
    await project.run('npx tsc --noEmit')
  })

  test.each(setupsOf(root, 'mocha'))('Mocha: $place', { timeout: 5 * MINUTES }, async setup => {
    const project = await setUp(setup)
    writeSpecs(project, setup)
    expect(await project.run('npm test')).toMatch(/\b[1-9]\d* passing/)
  })

  test.each(setupsOf(root, 'karma'))('Karma: $place', { timeout: 5 * MINUTES }, async setup => {
    const project = await setUp(setup)
    writeSpecs(project, setup)
    const browser = await karmaBrowser(project)
    expect(await project.run(`CHROME_BIN=${browser} npx karma start`)).toMatch(/TOTAL: [1-9]\d* SUCCESS/)
  })

  test.each(setupsOf(root, 'node'))('Node.js: $place', { timeout: 5 * MINUTES }, async setup => {
    const project = await setUp(setup)
    const command = setup.commands.find(line => line.startsWith('node ')) ?? 'node counter.test.js'
    await project.run(command)
  })
})
