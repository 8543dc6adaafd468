import { expect, test } from 'vitest'
import { fileWriterFor } from '../../../src/render/file-writer.ts'

test('a thread has one writer for the folders of a build, which remembers what it made', () => {
  const folders = { folder: '/nowhere/dist.tmp-1', outDir: '/nowhere/dist' }
  expect(fileWriterFor(folders)).toBe(fileWriterFor(folders))
  expect(fileWriterFor({ ...folders })).not.toBe(fileWriterFor(folders))
})
