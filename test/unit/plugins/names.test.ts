import { expect, it } from 'vitest'
import { nameOf } from '../../../src/plugins/markup.ts'

it.each([
  ['de-AT', 'Formel', 'Diagramm'],
  ['zh', '公式', '图表'],
  ['zh-TW', '公式', '圖表'],
  ['nn', 'Formel', 'Diagram'],
  ['he', 'נוסחה', 'תרשים'],
  ['pt-AO', 'Fórmula', 'Diagrama'],
  ['sw', 'Formula', 'Diagram'],
  [undefined, 'Formula', 'Diagram'],
])('what is scrolled has a name in the language of its page: %s', (lang, formula, diagram) => {
  expect([nameOf('formula', lang), nameOf('diagram', lang)]).toEqual([formula, diagram])
})
