import { describe, expect, it } from 'vitest'
import { locateKey } from '../../../src/config/locate-key.ts'

const CONFIG = `export default {
  locales: { '/': { lang: 'en' }, '/fr/': { lang: 'fr', nav: ['/', '/guide/'] } },
  theme: {
    nav: ['/', { text: 'Guide', page: '/guide/' }],
    sidebar: { '/api/': ['/api/', "/api/mount"] },
  },
}
`
const at = (path: PropertyKey[], value?: string) => {
  const { line, column } = locateKey(CONFIG, path, value)
  return `${line}:${column}`
}

describe('a place in the configuration', () => {
  it('is that of the key', () => {
    expect(at(['theme', 'nav'])).toBe('4:5')
    expect(at(['locales', '/fr/', 'nav'])).toBe('2:57')
  })

  it('is that of a text below the key, whatever its quotes', () => {
    expect(at(['theme', 'nav'], '/guide/')).toBe('4:39')
    expect(at(['locales', '/fr/', 'nav'], '/guide/')).toBe('2:68')
    expect(at(['theme', 'sidebar', '/api/'], '/api/mount')).toBe('5:35')
  })

  it('is that of the key where the text is put together by a program', () => {
    expect(at(['theme', 'sidebar'], '/elsewhere/')).toBe('5:5')
  })

  const placeIn = (text: string, path: PropertyKey[]) => {
    const { line, column } = locateKey(text, path)
    return `${line}:${column}`
  }

  it('is that of the entry of a list', () => {
    expect(at(['theme', 'nav', 1])).toBe('4:16')
    expect(at(['theme', 'nav', 1, 'page'])).toBe('4:33')
    const text = `export default defineConfig({
  // title: [ 'none', head: [
  head: [
    { tag: 'meta', attributes: { content: "a, 'b' ] }" } }, /* } */
    { tag: 'meta', attributes: { content: \`[,\` } },
    { tag: 'style' },
  ],
})`
    expect(placeIn(text, ['head', 2, 'tag'])).toBe('6:7')
    expect(placeIn(text, ['head', 1, 'attributes', 'content'])).toBe('5:34')
  })

  it('never is that of another object which has a key of the name', () => {
    expect(placeIn('const other = { url: 1 }\nexport default { theme: {}, url: 2 }', ['url'])).toBe('2:29')
    expect(placeIn('export default { a: [{ x: 1 }, { y: 2 }] }', ['a', 0, 'y'])).toBe('1:22')
  })

  it('is found where the value has a name, and is that of the list where a program puts entries together', () => {
    const text =
      "const nav = ['/', { page: 7 }]\nconst config: UserConfig = { theme: { nav } }\nexport default config\n"
    expect(placeIn(text, ['theme', 'nav', 1, 'page'])).toBe('1:21')
    expect(placeIn("export default { nav: [...a, '/'] }", ['nav', 1])).toBe('1:18')
    expect(placeIn('export default { nav: a.map(x => x) }', ['nav', 1])).toBe('1:18')
  })
})
