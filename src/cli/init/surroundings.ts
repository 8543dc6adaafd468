import { readFileSync } from 'node:fs'
import path from 'node:path'
import { folderWith, repositoryOf, posixPath } from '../../lib/paths.ts'
import { readText } from '../../lib/files.ts'
import { packageVersion } from '../../lib/package.ts'
import type { ScaffoldOptions } from './scaffold.ts'
import { type CiHost, workflowFor } from './workflows.ts'

/** What a new site needs of what is around it. Paths are relative to the site's root. */
export interface Surroundings {
  files: { path: string; content: string }[]
  notes: string[]
}

const COMMANDS = ['dev', 'build', 'preview', 'check']

/** Scripts, files that git is to ignore, a workflow: what is there already is added to, never changed. */
export function prepareSurroundings(root: string, { ci }: ScaffoldOptions): Surroundings {
  const home = folderWith('package.json', root, projectOf(root))
  const parts = [scripts(root, home), ignoredFiles(root), ci ? publishing(root, home ?? root, ci) : undefined]
  return {
    files: parts.flatMap(part => part?.file ?? []),
    notes: parts.flatMap(part => part?.note ?? []),
  }
}

type Part = { file?: { path: string; content: string }; note?: string } | undefined

/** The folder of the project that the site belongs to: of its repository, else where the command was given. */
function projectOf(root: string): string {
  const repository = repositoryOf(root)
  const isBelow = root.startsWith(process.cwd() + path.sep)
  return repository === root && isBelow ? process.cwd() : repository
}

/** The scripts of a package, with those for the site that it lacks. */
function scripts(root: string, home: string | undefined): Part {
  if (home === undefined) {
    const named = Object.fromEntries(COMMANDS.map(name => [name, `docsgen ${name}`]))
    const devDependencies = { docsgen: `^${packageVersion()}` }
    const made = { private: true, type: 'module', scripts: named, devDependencies }
    return { file: { path: 'package.json', content: `${JSON.stringify(made, undefined, 2)}\n` } }
  }
  const file = path.join(home, 'package.json')
  const text = readFileSync(file, 'utf8')
  const folder = posixPath(path.relative(home, root))
  const wanted = COMMANDS.map(
    name => [`docs:${name}`, `docsgen ${name}${folder ? ` ${folder}` : ''}`] as const,
  )
  const known = readScripts(text)
  if (!known)
    return {
      note: `Add scripts to \`package.json\`: ${wanted.map(([, command]) => `\`${command}\``).join(', ')}.`,
    }
  const missing = wanted.filter(([name]) => known.scripts[name] === undefined)
  if (missing.length === 0) return undefined
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  const merged = { ...known.all, scripts: { ...known.scripts, ...Object.fromEntries(missing) } }
  const content = JSON.stringify(merged, undefined, indent) + (text.endsWith('\n') ? '\n' : '')
  return { file: { path: posixPath(path.relative(root, file)), content } }
}

function readScripts(
  text: string,
): { all: Record<string, unknown>; scripts: Record<string, unknown> } | undefined {
  try {
    const all = JSON.parse(text) as Record<string, unknown>
    return { all, scripts: (all['scripts'] ?? {}) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

/** What the build makes is no source. */
function ignoredFiles(root: string): Part {
  const before = readText(path.join(root, '.gitignore')) ?? ''
  const names = new Set(before.split(/\r?\n/).map(line => line.trim().replace(/^\/|\/$/g, '')))
  const missing = ['dist', 'node_modules'].filter(name => !names.has(name))
  if (missing.length === 0) return undefined
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  return { file: { path: '.gitignore', content: start + missing.map(name => `${name}/\n`).join('') } }
}

/** The file that has the site published; one that is there already stays. */
function publishing(root: string, home: string, host: CiHost): Part {
  const repository = projectOf(root)
  const place = {
    home: posixPath(path.relative(repository, home)),
    site: posixPath(path.relative(home, root)),
  }
  const { path: name, content, note } = workflowFor(host, place)
  const file = path.join(repository, name)
  if (readText(file) !== undefined) return { note: `\`${name}\` is there already: it is as it was.` }
  return { file: { path: posixPath(path.relative(root, file)), content }, ...(note ? { note } : {}) }
}
