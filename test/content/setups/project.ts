import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** An empty folder outside this repository in which the commands of a page are typed. */
export interface Project {
  folder: string
  write(file: string, text: string): void
  /** Runs one line in a shell; throws with everything it printed when it fails. */
  run(command: string): Promise<string>
  remove(): void
}

/** Makes a project as the pages expect it: `npm init -y` in an empty folder. `env` is added to the environment. */
export async function createProject(env: Record<string, string> = {}): Promise<Project> {
  const folder = mkdtempSync(path.join(tmpdir(), 'documented-setup-'))
  const project: Project = {
    folder,
    write(file, text) {
      const target = path.join(folder, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
    },
    async run(command) {
      const { code, output } = await runShell(command, folder, env)
      if (code !== 0) throw new Error(`${command}\n${output}`)
      return output
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  await project.run('npm init -y')
  return project
}

/** Adds what a page shows of `package.json` to the one of the project. */
export function extendPackage(project: Project, shown: string): void {
  const file = path.join(project.folder, 'package.json')
  const current = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  const added = JSON.parse(shown) as Record<string, object>
  for (const [key, value] of Object.entries(added)) current[key] = { ...current[key], ...value }
  project.write('package.json', JSON.stringify(current, null, 2))
}

function runShell(
  command: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  // A runner would take the surrounding vitest for its own, npm the surrounding package for its project.
  const kept = Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_ENV$|CI$)/i.test(key))
  const child = spawn(command, { cwd, shell: true, env: { ...Object.fromEntries(kept), ...env } })
  const chunks: string[] = []
  child.stdout.on('data', chunk => chunks.push(String(chunk)))
  child.stderr.on('data', chunk => chunks.push(String(chunk)))
  return new Promise(resolve => child.on('close', code => resolve({ code, output: chunks.join('') })))
}
