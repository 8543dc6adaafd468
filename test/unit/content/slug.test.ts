import { diacriticsMap } from 'diacritics'
import { describe, expect, test } from 'vitest'
import { slugify, uniqueSlug } from '../../../src/content/headings.ts'

describe('slugify', () => {
  test('base letters are those of diacritics 1.3.0, 847 of them', () => {
    expect(Object.keys(diacriticsMap)).toHaveLength(847)
    for (const [character, base] of Object.entries(diacriticsMap))
      expect(slugify(`x${character}x`, 'vuepress')).toBe(`x${base === ' ' ? '-' : base.toLowerCase()}x`)
  })

  test.each([
    ['Éléments à côté œuvre ß', 'elements-a-cote-oeuvre-ss'],
    ['Селекторы л Л', 'сеnекторы-n-л'],
    ['你好，世界！ 测试？', '你好，世界！-测试？'],
    ['グローバル', 'グローバル'],
    ['2 steps', '_2-steps'],
    ['--a -- b--', 'a-b'],
    ['snake_case_name', 'snake-case-name'],
    ['“quotes” – dash — …', 'quotes-dash-…'],
    ['a\u0007b', 'ab'],
    ['no\u00a0break', 'no-break'],
    ['！！！', '！！！'],
    ['???', ''],
  ])('%s becomes %s', (text, slug) => {
    expect(slugify(text, 'vuepress')).toBe(slug)
  })

  test.each([
    ['Éléments à côté œuvre ß', 'elements-a-cote-œuvre-ß'],
    ['Свойства', 'своиства'],
    ['你好，世界！', '你好-世界'],
    ['ガード', 'ガード'.normalize('NFKD')],
    ['시작하기', '시작하기'.normalize('NFKD')],
    ['½ – ² …', '_1⁄2-2'],
  ])('%s becomes %s since 1.5.4', (text, slug) => {
    expect(slugify(text, 'vuepress-nfkd')).toBe(slug)
  })

  test('VitePress leaves dashes alone', () => {
    expect(slugify('Éa – b — 2', 'vitepress')).toBe('ea-–-b-—-2')
    expect(slugify('2 steps & more', 'vitepress')).toBe('_2-steps-more')
  })

  test('a taken id gets the smallest free number from 2', () => {
    const taken = new Map<string, number>()
    expect(['a', 'a-2', 'a'].map(slug => uniqueSlug(slug, taken))).toEqual(['a', 'a-2', 'a-3'])
    expect(['', ''].map(slug => uniqueSlug(slug, taken))).toEqual(['', '-2'])
  })
})
