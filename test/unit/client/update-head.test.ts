// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { updateHead } from '../../../src/client/update-document.ts'
import { localeView, pageChunk } from './fixture.ts'

describe('the head after a page change', () => {
  test('carries the tags of the new page and keeps those of the document', () => {
    document.head.innerHTML = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Old</title><link rel="icon" href="/favicon.png">
      <meta name="description" content="old" data-docsgen-head><link rel="canonical" href="/old" data-docsgen-head>`
    const { page } = pageChunk('/zh/api/', {
      meta: [
        { name: 'description', content: '"><script>alert(1)</script>' },
        { property: 'og:title', content: 'T' },
      ],
      canonical: 'https://docs.example.org/zh/api/',
      alternates: [
        { hreflang: 'en', href: 'https://docs.example.org/api/' },
        { hreflang: 'x-default', href: 'https://docs.example.org/api/' },
      ],
    })
    updateHead(page, { ...localeView('zh'), dir: 'rtl' })

    expect(document.title).toBe('Title of /zh/api/ | Site')
    expect(document.documentElement.lang).toBe('zh-CN')
    expect(document.documentElement.dir).toBe('rtl')
    const tags = [...document.head.children].map(tag => tag.getAttributeNames().join(' '))
    expect(tags).toEqual([
      'charset',
      'name content',
      '',
      'rel href',
      'name content data-docsgen-head',
      'property content data-docsgen-head',
      'rel href data-docsgen-head',
      'rel hreflang href data-docsgen-head',
      'rel hreflang href data-docsgen-head',
    ])
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
      '"><script>alert(1)</script>',
    )
    expect(document.querySelectorAll('script')).toHaveLength(0)
  })
})
