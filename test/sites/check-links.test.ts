import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

const sites: TestSite[] = []
function site(files: Record<string, string>): TestSite {
  const created = createTestSite(files)
  sites.push(created)
  return created
}
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

interface Finding {
  rule: string
  message: string
  place?: { file: string; line: number; column: number }
}

async function findings(created: TestSite, ...args: string[]): Promise<Finding[]> {
  const { stdout } = await created.run(['check', '--format', 'json', ...args])
  const { findings: all } = JSON.parse(stdout) as { findings: Finding[] }
  return all.filter(({ rule }) => rule.startsWith('links/'))
}

const describeFinding = ({ rule, place }: Finding) => `${place?.file}:${place?.line}:${place?.column} ${rule}`

describe('links and images written as HTML', () => {
  const FILES = {
    'content/README.md':
      '# Home\n\n## Part\n\n<p>\n  <a href="./no.md">a</a> <a href="./a.md#no">b</a>\n  <img src="./no.png" alt="">\n</p>\n',
    'content/a.md':
      '# A\n\n<a href="./README.md#part">home</a> and <a name="old">here</a>, <a href="#old">there</a>\n',
    'content/fr/README.md': '# Accueil\n\n## Partie\n\n<p><a href="/a.html">a</a></p>\n',
    'content/fr/a.md': '# A\n\nTexte.\n',
  }

  it('are checked at their place, and kept in their language by --fix', async () => {
    const created = site(FILES)
    const expected = [
      'content/README.md:6:6 links/page',
      'content/README.md:6:30 links/anchor',
      'content/README.md:7:8 links/asset',
      'content/fr/README.md:5:7 links/locale-leak',
    ]
    expect((await findings(created)).map(describeFinding)).toEqual(expected)
    expect((await findings(created, '--fix')).map(describeFinding)).toEqual(expected.slice(0, 3))
    expect(created.read('content/fr/README.md')).toContain('<a href="/fr/a.html">')
  })

  it('lead to the routes of the pages, with the base of the site once', async () => {
    const created = site({
      'site.config.ts': twoLanguages("base: '/docs/',"),
      'content/README.md':
        '# Home\n\n<a href="a.md">1</a> <a href="/a.html">2</a> <a href="/docs/a.html">3</a>\n',
      'content/a.md': '# A\n',
    })
    await created.run(['build'])
    expect(created.read('dist/index.html').match(/<a href="[^"]*">\d/g)).toEqual([
      '<a href="/docs/a.html">1',
      '<a href="/docs/a.html">2',
      '<a href="/docs/a.html">3',
    ])
    expect(await findings(created)).toEqual([])
  })
})

describe('links to other sites', () => {
  it('are asked for only when links/external is named', async () => {
    const asked: string[] = []
    const server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(url === '/gone' ? 404 : 200).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const body = `# Home\n\n[a](${origin}/here#x), <a href="${origin}/gone">b</a>\n`
    const created = site({ 'content/README.md': body })
    try {
      await created.run(['build'])
      expect(await findings(created)).toEqual([])
      expect(await findings(created, '--rule', 'links/*=error')).toEqual([])
      expect(asked).toEqual([])
      const found = await findings(created, '--rule', 'links/external=warning')
      const column = body.split('\n')[2]!.indexOf('href') + 1
      expect(found.map(describeFinding)).toEqual([`content/README.md:3:${column} links/external`])
      expect(found[0]?.message).toBe(`\`${origin}/gone\` answers 404.`)
      expect([...new Set(asked)].toSorted()).toEqual(['/gone', '/here'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
