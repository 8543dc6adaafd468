import { expect, it } from 'vitest'
import { createScaffold } from '../../../src/init/scaffold.ts'

it('lists pages that are added later by itself, behind the first guide', () => {
  const files = createScaffold({ title: 'Docs', languages: ['fr'] })
  const textOf = (path: string) => files.find(file => file.path === path)?.content
  expect(textOf('site.config.ts')).toContain("sidebar: 'auto'")
  for (const folder of ['', 'fr/'])
    expect(textOf(`content/${folder}guide/start.md`)).toMatch(/^---\norder: 1\n---\n\n# /)
})
