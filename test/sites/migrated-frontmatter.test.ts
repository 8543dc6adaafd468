import { describe, expect, it } from 'vitest'
import { createTestSite } from './site.ts'

/** Pages as VitePress and VuePress 1 have them. */
const FILES = {
  'site.config.ts': `export default { title: 'Lib', theme: { editLinks: true, repo: 'a/b', sidebar: { '/': ['/a', '/b', '/c', '/team'] } } }`,
  'content/README.md': `---
layout: home
titleTemplate: Fast docs
hero:
  name: Lib
  text: For everybody
  image: { src: /i.svg, alt: Drawing }
  actions: [{ theme: brand, text: Start, link: ./a }]
features:
  - { icon: ⚡, title: Quick, details: Very, link: ./b, linkText: See how, rel: help }
  - { icon: <i></i>, title: Small, link: 'https://size.example/' }
  - { icon: { src: /i.svg, width: 20 }, title: Drawn }
---

# Lib
`,
  'content/a.md': `---
outline: 2
contributors: false
sidebarDepth: 3
prev: { text: Source, link: 'https://git.example/' }
next: C# and CI/CD
titleTemplate: ':title of Lib'
footer: false
---

# A

## Second

### Third
`,
  'content/b.md':
    '---\nsidebarDepth: 3\ncontributors: false\nlayout: doc\nprev: false\nnext: { link: ./a.md }\n---\n\n# B\n\n## Two\n',
  'content/c.md': '---\nsidebarDepth: 4\ncontributors: false\ntitleTemplate: false\nprev: Go\n---\n\n# C\n',
  'public/i.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/team.md': '---\nlayout: page\n---\n\n# Team\n\n## Members\n',
}

describe('frontmatter as VuePress and VitePress write it', async () => {
  const site = createTestSite(FILES)
  const { code, stderr } = await site.run(['build', '--verbose'])
  const html = (file: string) => site.read(`dist/${file}`)
  const title = (file: string) => /<title>(.*?)<\/title>/.exec(html(file))?.[1]
  const pager = (file: string) =>
    Array.from(html(file).matchAll(/"(pager-\w+)" href="(.*?)".*?pager-title">(.*?)</g), all => all.slice(1))

  const notesIn = (output: string) =>
    [...output.matchAll(/^(\S+) info frontmatter\/unsupported-key (.*)$/gm)].map(
      ([, place, message]) => `${place} ${message}`,
    )

  it('builds, and notes once what has no meaning here', async () => {
    expect(code, stderr).toBe(0)
    const { stdout } = await site.run(['check', '--verbose'])
    expect(notesIn(stdout)).toEqual(notesIn(stderr))
    expect(notesIn(stderr)).toEqual([
      'content/README.md:9:1 The `icon` of a feature must be a character or an image; markup is removed.',
      "content/a.md:3:1 docsgen doesn't support `contributors`. It has no effect unless your templates read it. The same problem occurs on 2 more pages.",
    ])
    expect(stderr).not.toMatch(/ (?:error|warning) /)
  })

  it('shows hero and features, with links of this site', () => {
    const home = html('index.html')
    expect(home).toContain('<p class="hero-name">Lib</p><p class="hero-subtitle">For everybody</p>')
    expect(home).not.toContain('hero-line')
    expect(home).toMatch(/<a class="action" href="\/a.html"><span>Start/)
    expect(home).toMatch(/feature-icon" aria-hidden="true">⚡<\/p><p class="feature-title">Quick<\/p><p>Very/)
    expect(home).toContain('<a href="/b.html">See how</a>')
    expect(home).toContain('<p class="feature-title"><a href="https://size.example/">Small</a></p></li>')
    expect(home).toMatch(/<img class="hero-image" src="\/i\.svg" alt="Drawing"/)
    expect(home).toMatch(
      /feature-icon"[^>]*><img [^>]*src="\/i\.svg"[^>]*><\/p><p class="feature-title">Drawn/,
    )
    expect(home).not.toContain('class="sidebar"')
  })

  it('shows a page with its own layout without the parts that others have around their content', () => {
    const parts = ['sidebar', 'has-outline', 'pager', 'edit-link']
    const shown = (file: string) =>
      parts.filter(part => new RegExp(`class="[^"]*\\b${part}\\b`).test(html(file)))
    expect(shown('c.html')).toEqual(['sidebar', 'pager', 'edit-link'])
    expect(shown('b.html')).toEqual(parts)
    expect(shown('team.html')).toEqual(['sidebar'])
  })

  it('has titles, neighbours, headings and footers as the pages want them', () => {
    expect(['index.html', 'a.html', 'b.html', 'c.html'].map(title)).toEqual([
      'Lib | Fast docs',
      'A of Lib',
      'B | Lib',
      'C',
    ])
    expect(pager('a.html')).toEqual([
      ['pager-previous', 'https://git.example/', 'Source'],
      ['pager-next', '/b.html', 'C# and CI/CD'],
    ])
    expect(pager('b.html')).toEqual([['pager-next', '/a.html', 'A']])
    expect(pager('c.html')[0]).toEqual(['pager-previous', '/b.html', 'Go'])
    const outline = /<nav id="docsgen-outline".*?<\/nav>/.exec(html('a.html'))?.[0]
    expect(outline).toContain('#second')
    expect(outline).not.toContain('#third')
    // Without a footer, the way to offline reading is what is left of it.
    const footers = ['a.html', 'b.html'].map(name => /<footer[^>]*>(<\w+)/.exec(html(name))?.[1])
    expect(footers).toEqual(['<button', '<p'])
  })
})
