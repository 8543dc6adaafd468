import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pages, WRITTEN } from './write.ts'

test.each(pages)('the code of $page is marked, and can be parsed', ({ problems }) => {
  if (problems.length > 0) expect.fail(problems.map(problem => `content/${problem}`).join('\n\n'))
})

test('samples in TypeScript have the right types', () => {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiler = path.join(path.dirname(manifest), 'bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', WRITTEN, '--pretty', 'false'], {
    cwd: WRITTEN,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})
