import { expect, test } from 'vitest'
import { reportUnusedFiles } from '../../../src/site/unused-files.ts'
import { useFolder } from '../content/site-folder.ts'

const { write, folder } = useFolder()

test('files of a folder that nothing uses are one finding; what pages, code and tools use, and what Git ignores, is none', async () => {
  write({
    'site.config.ts': "export default { check: { glossary: './content/terms.yml' } }",
    'templates/components/Logo.tsx': "import logo from '../../content/img/logo.svg'",
    'plugins/list.ts': "readdirSync('content/changes')",
  })
  const findings = await reportUnusedFiles({
    root: folder('.'),
    files:
      'a.txt b.png c.pdf d.html used.csv terms.yml package.json example.js img/logo.svg img/old.svg changes/1.yml data/x.json out/made.pdf'
        .split(' ')
        .map(file => `content/${file}`),
    used: new Set(['content/used.csv']),
    code: ['site.config.ts', 'plugins/list.ts'],
    watched: ['content/data'],
    listIgnored: async files => new Set(files.filter(file => file.startsWith('content/out/'))),
  })
  expect(findings.map(({ place, message }) => `${place?.file} ${message.replace(/, so.*/, '')}`)).toEqual([
    "content/a.txt `a.txt`, `b.png`, `c.pdf` and 1 more in this folder aren't used by any page",
    "content/img/old.svg `old.svg` isn't used by any page",
  ])
})
