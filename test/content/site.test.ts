import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const matrix = fileURLToPath(new URL('../../../shared/spec/oracle/matrix.json', import.meta.url))

function docsgen(...args: string[]): Promise<{ code: number; stdout: string }> {
  const settings = { cwd: root, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, GITHUB_ACTIONS: '' } }
  return new Promise(resolve => {
    execFile(process.execPath, ['bin/docsgen.js', ...args], settings, (error, stdout) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout }),
    )
  })
}

interface RouteList {
  pages: { path: string; title: string; frontmatter: { description?: string } }[]
}

describe('the documentation in content/', () => {
  it('passes `docsgen check` without a single warning', async () => {
    const { code, stdout } = await docsgen('check', '--format', 'json', '--max-warnings', '0')
    const { findings } = JSON.parse(stdout) as {
      findings: { rule: string; severity: string; message: string }[]
    }
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(code).toBe(0)
  })

  it('has 429 pages in six languages, each with a title and a description', async () => {
    const { stdout } = await docsgen('routes', '--json')
    const { pages } = JSON.parse(stdout) as RouteList
    expect(pages).toHaveLength(429)
    expect(pages.filter(page => page.title === '').map(page => page.path)).toEqual([])
    const lacking = pages.filter(page => !page.frontmatter.description)
    expect(lacking.map(page => page.path)).toEqual([])
  })

  it.skipIf(!existsSync(matrix))(
    'has exactly the pages of the matrix (skipped where ../shared is absent)',
    async () => {
      const { fullPaths } = JSON.parse(readFileSync(matrix, 'utf8')) as {
        fullPaths: Record<string, string[]>
      }
      const { stdout } = await docsgen('routes', '--json')
      const { pages } = JSON.parse(stdout) as RouteList
      expect(pages.map(page => page.path).toSorted()).toEqual(Object.values(fullPaths).flat().toSorted())
    },
  )
})
