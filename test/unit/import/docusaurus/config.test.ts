import { expect, test } from 'vitest'
import { noteRest } from '../../../../src/import/docusaurus/config.ts'

test('that pages written anew lose their dates is said of sites that show them', async () => {
  const notesOf = async (docs: object) => {
    const notes: string[] = []
    const site = {
      root: import.meta.dirname,
      config: {},
      theme: {},
      preset: { docs, blog: false },
      locales: [],
      versions: [],
      missing: [],
    }
    const pages = { folder: 'src/pages', markdown: [], programs: [] }
    await noteRest({ site, pages, needsHome: false, old: [] }, note => notes.push(note))
    return notes
  }
  expect(await notesOf({ showLastUpdateTime: true })).toEqual([
    'Dates of the last change begin with the commit that adds `content/`: to Git these are new files.',
  ])
  expect(await notesOf({})).toEqual([])
})
