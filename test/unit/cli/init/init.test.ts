import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as YAML from 'yaml'
import { CI_HOSTS, initWorkflow, workflowFor } from '../../../../src/cli/init/init.ts'

interface Actions {
  jobs: { deploy: { steps: { run?: string }[] } }
}

const AT_HOME = { home: '', site: '' }
const DEEP = { home: 'packages/lib', site: 'docs' }
/** What a shell is given. */
const commandsOf = (content: string): string[] => {
  const file = YAML.parse(content) as Actions & { pages?: { script: string[] } }
  return file.pages?.script ?? file.jobs.deploy.steps.flatMap(({ run }) => run ?? [])
}
const written = CI_HOSTS.filter(host => host !== 'netlify')

describe.each(written)('what publishes on %s', host => {
  it('checks and builds the site where it lies, in commands that a shell can read', () => {
    for (const place of [AT_HOME, DEEP]) {
      const { path, content } = workflowFor(host, place)
      expect(path).toBe(host === 'gitlab' ? '.gitlab-ci.yml' : '.github/workflows/docs.yml')
      const commands = commandsOf(content)
      const argument = place.site ? ' docs' : ''
      const [install, check, build] = commands.filter(command => /^(?:npm|npx docsgen)/.test(command))
      expect(install).toBe('npm install')
      expect(check).toMatch(new RegExp(`^npx docsgen check${argument} --format \\w+`))
      expect(build).toMatch(new RegExp(`^npx docsgen build${argument}(?: --base .*)?$`))
      const { status, stderr } = spawnSync('sh', ['-n'], { input: commands.join('\n'), encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
    }
  })

  it('publishes the output of the site, with the history for dates', () => {
    const { content } = workflowFor(host, DEEP)
    // Commands run in the folder of the package, actions in that of the repository.
    const isBelow = ['cloudflare', 'vercel', 'nginx'].includes(host)
    expect(content).toContain(isBelow ? ' docs/dist' : ': packages/lib/docs/dist')
    expect(content).toMatch(/fetch-depth: 0|GIT_DEPTH: 0/)
    expect(content).toMatch(/working-directory: packages\/lib|- cd packages\/lib/)
    expect(workflowFor(host, AT_HOME).content).not.toMatch(/working-directory|- cd /)
  })

  it('says which secrets it needs, and who sends no headers', () => {
    const { content, note = '' } = workflowFor(host, AT_HOME)
    const names = [...content.matchAll(/\{\{ (?:secrets|vars)\.(\w+)/g)].map(([, name = '']) => name)
    for (const name of names) expect(note).toContain(`\`${name}\``)
    expect(note.includes('security: { meta: true }')).toBe(names.length === 0)
  })
})

it('GitLab tells where the pages will be: with a path, or at a domain of their own', () => {
  const [, expression = ''] = /--base "\$\((.*)\)"/.exec(workflowFor('gitlab', AT_HOME).content) ?? []
  const base = (CI_PAGES_URL: string) => {
    const env = { ...process.env, CI_PAGES_URL }
    return spawnSync('sh', ['-c', expression], { env, encoding: 'utf8' }).stdout.trim()
  }
  expect(base('https://me.gitlab.io/group/lib')).toBe('/group/lib/')
  expect(base('https://lib-1a2b3c.gitlab.io')).toBe('/')
})

it('Netlify reads commands and output from a file of the repository', () => {
  expect(workflowFor('netlify', DEEP).content).toBe(`[build]
  base = "packages/lib"
  command = "npx docsgen check docs && npx docsgen build docs"
  publish = "docs/dist"

[build.environment]
  NODE_VERSION = "22"
`)
})

it('adds a workflow to a site that exists, once', () => {
  const root = mkdtempSync(join(tmpdir(), 'workflow-'))
  mkdirSync(join(root, '.git'))
  expect(initWorkflow(root, 'netlify')).toMatchObject({ written: ['netlify.toml'] })
  expect(initWorkflow(root, 'netlify')).toMatchObject({
    written: [],
    notes: ["`netlify.toml` already exists, so it wasn't changed."],
  })
  rmSync(root, { recursive: true })
})
