import { expect, test } from 'vitest'
import { noteMissing, noteReserved, Notes } from '../../../../src/import/common/importer.ts'

test('what a configuration could not load, and files in the way, are named', () => {
  const notes = new Notes()
  noteMissing(['yaml', './made.json'], notes.add)
  noteReserved('docs/public', ['/logo.svg', '/service-worker.js'], notes.add)
  expect(notes.list()).toEqual([
    'The package `yaml` is not installed; what it adds is unknown.',
    'The file `./made.json` that the configuration reads is not there (is it made before a build?); what it adds is unknown.',
    'Remove `docs/public/service-worker.js` before you build: docsgen writes a file of its own there.',
  ])
})
