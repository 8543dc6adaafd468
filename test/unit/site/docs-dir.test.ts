import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { configSchema, type UserConfig } from '../../../src/schema/config.ts'
import { withDocsDir } from '../../../src/site/locale-view.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'docs-dir-'))
mkdirSync(path.join(folder, 'repository/.git'), { recursive: true })
mkdirSync(path.join(folder, 'repository/docs/site'), { recursive: true })
mkdirSync(path.join(folder, 'alone'))
symlinkSync(path.join(folder, 'repository/docs'), path.join(folder, 'link'))
afterAll(() => rmSync(folder, { recursive: true }))

const docsDir = (root: string, config: UserConfig = {}) =>
  withDocsDir(configSchema.parse(config), path.join(folder, root)).theme.docsDir

test('sources are where the content folder lies in the repository', () => {
  expect(docsDir('repository')).toBe('content')
  expect(docsDir('repository/docs/site')).toBe('docs/site/content')
  expect(docsDir('repository/docs/site', { contentDir: '../pages' })).toBe('docs/pages')
  expect(docsDir('repository/docs', { contentDir: '.' })).toBe('docs')
  expect(docsDir('link')).toBe('docs/content')
})

test('without a repository they are where the site has them', () => {
  expect(docsDir('alone')).toBe('content')
  expect(docsDir('alone', { contentDir: '../repository' })).toBe('repository')
})

test('what the configuration says counts', () => {
  expect(docsDir('repository/docs', { theme: { docsDir: '' } })).toBe('')
  expect(docsDir('repository', { theme: { docsDir: 'documentation' } })).toBe('documentation')
})
