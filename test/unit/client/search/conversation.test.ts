import { expect, it } from 'vitest'
import { countText } from '../../../../src/client/search/conversation.ts'
import { stringsFor } from '../../../strings-for.ts'

it.each([
  ['en', { 1: '1 result', 2: '2 results', 21: '21 results' }],
  ['ru', { 1: '1 результат', 2: 'Результатов: 2', 21: 'Результатов: 21' }],
  ['pl', { 1: '1 wynik', 2: '2 wyniki', 5: '5 wyników', 22: '22 wyniki' }],
  ['uk', { 1: '1 результат', 3: '3 результати', 11: '11 результатів', 21: '21 результат' }],
  ['cs', { 1: '1 výsledek', 4: '4 výsledky', 5: '5 výsledků' }],
  ['ro', { 2: '2 rezultate', 20: '20 de rezultate', 102: '102 rezultate' }],
  ['he', { 1: 'תוצאה אחת', 2: 'שתי תוצאות', 3: '3 תוצאות' }],
  ['fr', { 1: '1 résultat', 2: '2 résultats' }],
])('results are counted in %s', (lang, texts) => {
  const counted = Object.fromEntries(
    Object.keys(texts).map(count => [count, countText(stringsFor(lang), Number(count), lang)]),
  )
  expect(counted).toEqual(texts)
})

it('numbers are written as the language writes them', () => {
  expect(countText(stringsFor('ar'), 1, 'ar')).toBe('نتيجة واحدة')
  expect(countText(stringsFor('ar'), 2, 'ar')).toBe('نتيجتان')
  expect(countText(stringsFor('ar'), 7, 'ar-EG')).toBe('٧ نتائج')
  expect(countText(stringsFor('fa'), 12, 'fa')).toBe('۱۲ نتیجه')
})
