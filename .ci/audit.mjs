/**
 * Asks npm for known weaknesses of what users get: the dependencies, and the packages that are bundled into the program,
 * which are development dependencies. Run after `npm run compile`; ends with 1 when there is one.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * One line for each weakness of a package that users get. `report` is what `npm audit --json` says, `handedOn` tells
 * whether the package in a folder such as `node_modules/zod` is handed on.
 */
export function listProblems(report, handedOn) {
  return Object.values(report.vulnerabilities).flatMap(({ name, severity, via, nodes }) => {
    const own = via.filter(cause => typeof cause === 'object')
    return nodes.some(handedOn) ? own.map(({ title, url }) => `${severity}: ${name}: ${title} ${url}`) : []
  })
}

/** `name version` of the packages in the program, from the licences that it carries. */
export function bundledPackages(licenses) {
  return new Set([...licenses.matchAll(/^(\S+ \d+\.\d+\.\d+\S*) \(.+\)$/gm)].map(([, name]) => name))
}

function readReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function main() {
  const read = file => readFileSync(path.join(root, file), 'utf8')
  const bundled = bundledPackages(read('compiled/licenses.txt'))
  const { packages } = JSON.parse(read('package-lock.json'))
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' })
  const report = readReport(stdout)
  if (!report.vulnerabilities) {
    console.error(`npm gave no report: ${report.message ?? 'its answer is none.'}`)
    process.exitCode = 1
    return
  }
  const problems = listProblems(report, folder => {
    const { version, dev } = packages[folder] ?? {}
    return !dev || bundled.has(`${folder.replace(/^.*node_modules\//, '')} ${version}`)
  })
  for (const problem of problems) console.error(problem)
  console.log(
    `${bundled.size} bundled packages and the dependencies: ${problems.length || 'no'} known weaknesses.`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
