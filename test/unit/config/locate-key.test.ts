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
const at = (path: string[], value?: string) => {
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
})
