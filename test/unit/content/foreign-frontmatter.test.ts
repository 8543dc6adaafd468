import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readFrontmatter } from '../../../src/content/frontmatter.ts'

const read = (text: string) => readFrontmatter({ file: 'content/a.md', frontmatter: { text, line: 2 } })
const said = (text: string) =>
  read(text).findings.map(({ severity, rule, place }) => `${severity} ${rule} ${place?.line}`)
const NOTE = 'info frontmatter/not-taken-over 2'

describe('frontmatter as VuePress and VitePress write it', () => {
  test.each<[text: string, frontmatter: Record<string, unknown>, findings: string[]]>([
    ['sidebarDepth: 3', { sidebarDepth: 2 }, []],
    ['sidebarDepth: 2', { sidebarDepth: 2 }, []],
    ['outline: deep', { outline: true }, [NOTE]],
    ['outline: [2, 4]', { outline: true }, [NOTE]],
    ['outline: [2, 3]', { outline: true }, []],
    ['outline: 2', { outline: 2 }, []],
    ['outline: 3', { outline: true }, [NOTE]],
    ['outline: false', { outline: false }, []],
    ['outline: { level: deep, label: Here }', { outline: true }, [NOTE, NOTE]],
    ['outline: { level: false }', { outline: false }, []],
    ['aside: false', { aside: false, outline: false }, []],
    ['aside: left', { aside: 'left' }, [NOTE]],
    ['sidebar: true', {}, []],
    ['footer: false', { footer: false }, []],
    ['footer: 2.0', { footer: '2.0' }, []],
    ['lastUpdated: 2026-01-01', { lastUpdated: true }, [NOTE]],
    ['prev: false\nnext: ./b.md', { prev: false, next: './b.md' }, []],
    ['prev: The beginning', { prev: { text: 'The beginning' } }, []],
    ["next: { text: B, link: '/b' }", { next: { text: 'B', link: '/b' } }, []],
    ["titleTemplate: ':title - C'", { titleTemplate: ':title - C' }, []],
    ['titleTemplate: false', { titleTemplate: false }, []],
    ['isHome: true', { isHome: true }, [NOTE]],
    ['layout: home', { home: true }, []],
    ['actionText: Start →', { actionText: 'Start' }, []],
    ['layout: doc', { layout: 'doc' }, []],
  ])('%s', (text, frontmatter, findings) => {
    expect(read(text).frontmatter).toEqual(frontmatter)
    expect(said(text)).toEqual(findings)
  })

  test('meta tags of `head`, behind those of `meta`; the rest is named', () => {
    const text = `head:
  - [meta, { name: keywords, content: a }]
  - [meta, { http-equiv: refresh, content: '0' }]
  - [script, {}, alert(1)]
`
    expect(read(text).frontmatter.meta).toEqual([{ name: 'keywords', content: 'a' }])
    expect(said(text)).toEqual([NOTE])
  })

  test('a nested hero, features with icons and links', () => {
    const text = `layout: home
hero:
  name: A
  text: B
  image: { src: /a.png, alt: C }
  actions:
    - { theme: brand, text: Go, link: ./guide }
features:
  - { icon: ⚡, title: Fast, details: Very, link: /fast, linkText: See, rel: help }
  - { icon: <b></b>, title: Bold }
  - { icon: { src: /i.svg, width: 20 }, title: Drawn }
`
    const { hero: _hero, ...frontmatter } = read(text).frontmatter
    expect(frontmatter).toEqual({
      home: true,
      heroText: 'A',
      heroSubtitle: 'B',
      tagline: null,
      heroImage: '/a.png',
      heroAlt: 'C',
      actions: [{ text: 'Go', link: './guide' }],
      features: [
        { icon: '⚡', title: 'Fast', details: 'Very', link: '/fast', linkText: 'See' },
        { title: 'Bold' },
        { title: 'Drawn', icon: { src: '/i.svg' } },
      ],
    })
    expect(said(text)).toEqual(['info frontmatter/not-taken-over 9'])
  })

  test('a hero with a picture for each scheme keeps both', () => {
    const text = 'hero: { name: A, image: { light: /l.png, dark: /d.png, alt: B } }'
    expect(read(text).frontmatter).toMatchObject({
      heroImage: { light: '/l.png', dark: '/d.png' },
      heroAlt: 'B',
    })
    expect(said(text)).toEqual([])
  })

  test('a hero without a name is headed by its text; a key of ours wins', () => {
    expect(read('hero: { text: B, tagline: C }\ntagline: D').frontmatter).toMatchObject({
      heroText: 'B',
      tagline: 'D',
    })
  })

  test('a key that a plugin declares is the plugin’s alone', () => {
    const plugin = { definition: { frontmatter: z.object({ hero: z.object({ name: z.string() }) }) } }
    const source = { file: 'content/a.md', frontmatter: { text: 'hero: { name: A }', line: 2 } }
    expect(readFrontmatter(source, [plugin])).toMatchObject({
      frontmatter: { hero: { name: 'A' } },
      findings: [],
    })
    expect(readFrontmatter(source, [plugin]).frontmatter.heroText).toBeUndefined()
  })

  test('what is wrong in it is reported where it stands', () => {
    const { findings, keyPlaces } = read('title: A\nhero: { image: "javascript:1" }')
    expect(findings).toMatchObject([{ rule: 'frontmatter/invalid', place: { line: 3 } }])
    expect(keyPlaces['heroImage']?.line).toBe(3)
  })
})
