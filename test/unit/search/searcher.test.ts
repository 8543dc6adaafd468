import { expect, test } from 'vitest'
import { createAnalyser } from '../../../src/search/terms.ts'
import { excerpt, highlight, type Segment } from '../../../src/search/searcher.ts'
import { languageOf } from '../../../src/search/build/languages.ts'

const analyse = createAnalyser(await languageOf('en'))
const plain = createAnalyser(await languageOf('zh'))
const marks = (segments: Segment[]) =>
  segments.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')

test('words are marked whole, in the form that is written', () => {
  expect(marks(highlight('Mounted, mounting and mount()', new Set(['mount']), analyse))).toBe(
    '[Mounted], [mounting] and [mount]()',
  )
})

test.each([
  ['使用挂载选项。', '挂载 载选 选项', '使用[挂载选项]。'],
  ['Vue組件を使う', 'vue 組件', '[Vue][組件]を使う'],
  ['エクスポートする', 'ポー ート', 'エクスポートする'],
  ['ポートとエクスポート', 'ポー ート', '[ポート]とエクスポート'],
  ['エクスポート', 'エク クス スポ ポー ート', '[エクスポート]'],
  ['コンポーネントのポーズ', 'コン ンポ ポー ーネ ネン ント', '[コンポーネント]のポーズ'],
  ['仓库里的库', '库', '仓库里的[库]'],
  ['설치를 시작', '설치', '[설치]를 시작'],
  ['재설치', '설치', '재설치'],
  ['ติดตั้งโปรแกรม', 'ติ ิด ดต ตั ั้ ้ง', '[ติดตั้ง]โปรแกรม'],
])('of scripts without spaces, whole words are marked: %s', (text, terms, shown) => {
  expect(marks(highlight(text, new Set(terms.split(' ')), plain))).toBe(shown)
})

test('folded letters are marked where they stand', () => {
  expect(marks(highlight('Ｆｕｌｌ résumé', new Set(['resum', 'full']), analyse))).toBe('[Ｆｕｌｌ] [résumé]')
})

test('parts of identifiers are marked', () => {
  expect(marks(highlight('createLocalVue', new Set(['local']), analyse))).toBe('create[Local]Vue')
})

test('an excerpt is a text of about 160 characters around the densest matches, cut between words', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(20)
  const text = `${filler}trigger ${filler}trigger a click on the button ${filler}`
  const segments = excerpt(text, new Set(['trigger', 'click', 'button']), analyse)
  const whole = segments.map(segment => segment.text).join('')
  expect(marks(segments)).toContain('[trigger] a [click] on the [button]')
  expect(whole.length).toBeLessThanOrEqual(166)
  expect(whole).toMatch(/^… (?:lorem|ipsum|dolor|sit|amet) .* (?:lorem|ipsum|dolor|sit|amet) …$/)
})

test('a short text is shown whole, line breaks as spaces', () => {
  expect(marks(excerpt('One line.\nAnother  line.', new Set(), analyse))).toBe('One line. Another line.')
  expect(excerpt('', new Set(['a']), analyse)).toEqual([])
})

test('without a match the beginning is shown', () => {
  const segments = excerpt('word '.repeat(100), new Set(['other']), analyse)
  expect(segments[0]?.text.startsWith('word word')).toBe(true)
  expect(segments.at(-1)?.text).toBe(' …')
})

test('a text without spaces is cut between characters, never inside one', () => {
  const whole = excerpt('𠮷'.repeat(300), new Set(['測試']), plain)
    .map(segment => segment.text)
    .join('')
  expect(whole).toMatch(/^(?:𠮷| …)+$/u)
})

test('an excerpt of a script with wide characters has about 90 of them', () => {
  const text = '前后的文字没有关系。'.repeat(30) + '挂载一个组件。' + '前后的文字没有关系。'.repeat(30)
  const segments = excerpt(text, new Set(['挂载', '组件']), plain)
  expect(marks(segments)).toContain('[挂载]一个[组件]')
  const whole = segments.map(segment => segment.text).join('')
  expect(whole.length).toBeGreaterThan(80)
  expect(whole.length).toBeLessThanOrEqual(96)
})
