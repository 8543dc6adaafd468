import { expect, it } from 'vitest'
import { StageMemory } from '../../../src/dev/remember-stages.ts'
import type { ReadingStages } from '../../../src/steps/load.ts'

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
