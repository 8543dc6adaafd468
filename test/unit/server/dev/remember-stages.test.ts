import { expect, it } from 'vitest'
import { StageMemory } from '../../../../src/server/dev/remember-stages.ts'
import type { ReadingStages } from '../../../../src/steps/load.ts'

it('what Git ignores is asked for once, until a `.gitignore` changes', async () => {
  const asked: string[][] = []
  const ignoredFiles: ReadingStages['ignoredFiles'] = (_root, files) => {
    if (files.length > 0) asked.push([...files])
    return Promise.resolve({ files: new Set(files.filter(file => file === 'a')) })
  }
  const memory = new StageMemory({ ignoredFiles } as ReadingStages)
  const ask = async (...files: string[]) => [...(await memory.stages.ignoredFiles('/site', files)).files]
  expect(await ask('a', 'b')).toEqual(['a'])
  expect(await ask('b', 'a', 'c')).toEqual(['a'])
  expect(asked).toEqual([['a', 'b'], ['c']])
  memory.forget(['content/a.md'])
  await ask('a')
  expect(asked).toHaveLength(2)
  memory.forget(['content/.gitignore'])
  await ask('a')
  expect(asked).toEqual([['a', 'b'], ['c'], ['a']])
})

it('knows which pages and public files came or went since they were listed, whatever their times', async () => {
  const disk = { pages: ['content/a.md', 'content/b.md'], published: ['x.png'] }
  const memory = new StageMemory({
    loadConfig: () => Promise.resolve({ config: { publicDir: './public/' } }),
    scanContent: () =>
      Promise.resolve({ files: disk.pages.map(file => ({ file, includes: [], findings: [] })) }),
    listPublicFiles: () => Promise.resolve({ files: disk.published }),
  } as unknown as ReadingStages)
  const { stages } = memory
  expect(await memory.missed()).toEqual([])
  await stages.loadConfig({} as Parameters<ReadingStages['loadConfig']>[0])
  await stages.scanContent({} as Parameters<ReadingStages['scanContent']>[0])
  await stages.listPublicFiles('/site', 'public')
  expect(await memory.missed()).toEqual([])
  disk.pages = ['content/b.md', 'content/moved/c.md']
  disk.published = ['x.png', 'y.png']
  expect(await memory.missed()).toEqual(['content/moved/c.md', 'content/a.md', 'public/y.png'])
})
