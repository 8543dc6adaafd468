import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** How many missing packages an installation may be helped with. */
const REPAIRS = 10

/** Installs packages into a folder, unless it has them. */
export function installPackages(folder, packages) {
  if (existsSync(path.join(folder, '.installed'))) return
  mkdirSync(folder, { recursive: true })
  const overrides = {}
  for (let round = 0; ; round += 1) {
    const missing = tryInstall(folder, packages, overrides)
    if (!missing) break
    if (round === REPAIRS || overrides[missing]) throw new Error(`${missing} cannot be installed.`)
    overrides[missing] = newestVersion(missing)
  }
  writeFileSync(path.join(folder, '.installed'), `${packages.join('\n')}\n`)
}

/** Runs npm; returns the name of a package whose wanted version the registry does not have (yet). */
function tryInstall(folder, packages, overrides) {
  const manifest = { private: true, type: 'module', overrides }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  const options = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages]
  try {
    execFileSync('npm', options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000 })
    return undefined
  } catch (error) {
    const missing = /No matching version found for (@?[^@\s]+)@/.exec(String(error.stderr))?.[1]
    if (!missing)
      throw new Error(`npm install failed: ${String(error.stderr).slice(-1000)}`, { cause: error })
    return missing
  }
}

function newestVersion(name) {
  const listed = execFileSync('npm', ['view', name, 'versions', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  return [JSON.parse(listed)].flat().at(-1)
}

/** Version of a package in a folder. */
export function packageVersion(folder, name) {
  const file = path.join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

/** Debian's packages of Hugo and of what it needs. */
const HUGO = ['hugo', 'libsass1', 'libwebp7']
const START_HUGO = `#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH=$(echo "$here"/usr/lib/*-linux-gnu) exec "$here/usr/bin/hugo" "$@"
`

/**
 * Where Hugo is: the one on the path, or the system's packages, unpacked into the folder without installing them.
 * Nothing when there is neither.
 */
export function findHugo(folder) {
  const unpacked = path.join(folder, 'start-hugo')
  for (const command of ['hugo', unpacked]) if (hugoVersion(command)) return command
  mkdirSync(folder, { recursive: true })
  try {
    const script = `apt-get download ${HUGO.join(' ')} && for file in *.deb; do dpkg-deb -x "$file" .; done`
    execFileSync('sh', ['-c', script], { cwd: folder, stdio: 'ignore', timeout: 300_000 })
    writeFileSync(unpacked, START_HUGO, { mode: 0o755 })
  } catch {
    return undefined
  }
  return hugoVersion(unpacked) ? unpacked : undefined
}

export function hugoVersion(command) {
  try {
    return /v(\d[\d.]*)/.exec(execFileSync(command, ['version'], { encoding: 'utf8', stdio: 'pipe' }))?.[1]
  } catch {
    return undefined
  }
}
