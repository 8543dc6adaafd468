import { spawn } from 'node:child_process'
import { readFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { slug } from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { findChromium } from '../browser/browser.ts'
import { readFences, type Fence } from './collect.ts'

/** A set-up as a part of a page describes it: what a reader types and which files a reader creates. */
export interface Setup {
  /** Page and heading, such as `installation/using-with-jest.md#by-hand`. */
  place: string
  /** The lines of the shell, in the order of the page. */
  commands: string[]
  /** File name to text: fences that name their file in the first line, `package.json` only as what is added to it. */
  files: Map<string, string>
  /** The fences with a mark that the samples run by, and components that they import. */
  samples: Fence[]
}

/** Reads the part of a page below a heading, up to the next heading of the same level. Throws where it is missing. */
export function readSetup(root: string, place: string): Setup {
  const [page = '', id = ''] = place.split('#')
  const markdown = readFileSync(path.join(root, page), 'utf8')
  const [first, last] = findPart(markdown, id)
  const fences = readFences(page, markdown).fences.filter(({ line }) => line > first && line < last)
  if (fences.length === 0) throw new Error(`${place} has no code`)
  return {
    place,
    commands: fences.filter(({ lang }) => lang === 'bash').flatMap(({ code }) => code.split('\n')),
    files: namedFiles(fences),
    samples: fences.filter(({ kind }) => kind === 'test' || kind === 'file'),
  }
}

/** What makes two set-ups the same one, though they stand in pages of different languages: all but comments. */
export function setupKey({ commands, files, samples }: Setup): string {
  const texts = [...files].map(([name, text]) => [name, text.replace(/^\/\/.*/gm, '')])
  return JSON.stringify([commands, texts, samples.map(({ name, code }) => [name, code])])
}

function findPart(markdown: string, id: string): [number, number] {
  const lines = markdown.split('\n')
  const headings = fromMarkdown(markdown)
    .children.filter(node => node.type === 'heading')
    .map(({ depth, position }) => ({ depth, line: position?.start.line ?? 0 }))
  const start = headings.find(({ line }) => headingId(lines[line - 1] ?? '') === id)
  if (!start) throw new Error(`no heading has the id ${id}`)
  const end = headings.find(({ line, depth }) => line > start.line && depth <= start.depth)
  return [start.line, end?.line ?? Infinity]
}

function headingId(line: string): string {
  const [, text = '', id] = /^#+ (.*?)(?: \{#([\w-]+)\})?$/.exec(line) ?? []
  return id ?? slug(text)
}

function namedFiles(fences: Fence[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const { lang, code } of fences) {
    const name = lang === 'json' ? jsonName(code) : /^\/\/ (\S+\.\w+)/.exec(code)?.[1]
    // A page may return to a file later to show one more setting.
    if (name !== undefined && !files.has(name)) files.set(name, code)
  }
  return files
}

/** JSON has no comments that could name its file. */
function jsonName(code: string): string | undefined {
  if (code.includes('"compilerOptions"')) return 'tsconfig.json'
  return code.includes('"scripts"') ? 'package.json' : undefined
}

const languages = ['', 'ja/', 'zh/', 'ru/', 'fr/', 'pt/']

/** Where the pages describe each set-up; a language has one of the places, or none. */
const places = {
  jest: [
    'installation/using-with-jest.md#by-hand',
    'installation/testing-single-file-components-with-jest.md#testing-single-file-components-with-jest',
  ],
  vitest: [
    'installation/using-other-test-runners.md#vitest',
    'installation/choosing-a-test-runner.md#vitest',
  ],
  typescript: ['guides/using-with-typescript.md#using-with-typescript'],
  mocha: [
    'installation/using-other-test-runners.md#mocha-and-webpack',
    'installation/testing-single-file-components-with-mocha-webpack.md#testing-single-file-components-with-mocha-and-webpack',
  ],
  karma: [
    'installation/using-other-test-runners.md#karma',
    'installation/testing-single-file-components-with-karma.md#testing-single-file-components-with-karma',
  ],
  node: [
    'installation/using-other-test-runners.md#without-a-build-step',
    'installation/usage-without-a-build-step-node.md#usage-without-a-build-step-in-node',
  ],
}

export type SetupKind = keyof typeof places

/** The distinct set-ups of one kind in all languages below `root`, the English one first. */
export function setupsOf(root: string, kind: SetupKind): Setup[] {
  const all = languages.flatMap(language =>
    places[kind]
      .map(place => language + place)
      .filter(place => existsSync(path.join(root, place.replace(/#.*/, ''))))
      .map(place => readSetup(root, place)),
  )
  const distinct = new Map<string, Setup>()
  for (const setup of all) if (!distinct.has(setupKey(setup))) distinct.set(setupKey(setup), setup)
  return [...distinct.values()]
}

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

const component = `<template>
  <button class="counter" @click="count++">{{ count }}</button>
</template>

<script>
export default {
  data() {
    return { count: 0 }
  }
}
</script>

<style>
.counter { min-width: 3em }
</style>
`

const spec = `import { expect } from 'chai'
import { mount } from '@vue/test-utils'
import Counter from '../src/Counter.vue'

describe('Counter', () => {
  it('starts at zero', () => {
    expect(mount(Counter).text()).to.equal('0')
  })
})
`

/**
 * Writes what Mocha and Karma are to run: the spec that the page shows with its file name, else its samples, which then
 * use the same functions, else a test of a counter.
 */
export function writeSpecs(project: Project, { files, samples }: Setup): void {
  project.write('src/Counter.vue', component)
  for (const { kind, name, code } of samples)
    if (kind === 'file') for (const folder of ['src', 'test']) project.write(`${folder}/${name}`, code)
  if ([...files.keys()].some(name => name.endsWith('.spec.js'))) return
  const tests = samples.filter(({ kind }) => kind === 'test')
  for (const [index, { code }] of tests.entries()) project.write(`test/sample-${index}.spec.js`, code)
  if (tests.length === 0) project.write('test/Counter.spec.js', spec)
}

/** A command that starts Chromium for Karma without its sandbox, which containers and the user root do not have. */
export async function karmaBrowser(project: Project): Promise<string> {
  const command = `#!/bin/sh\nexec '${await findChromium()}' --no-sandbox --disable-dev-shm-usage "$@"\n`
  project.write('chromium.sh', command)
  const file = path.join(project.folder, 'chromium.sh')
  chmodSync(file, 0o755)
  return file
}
