import { interfaceLanguage, type InterfaceLanguage } from '../shared/languages.ts'

/** What a formula and a diagram are called where they can be scrolled and have no title, by language of the interface. */
const NAMES: Readonly<Partial<Record<InterfaceLanguage, readonly [formula: string, diagram: string]>>> = {
  ar: ['معادلة', 'مخطط'],
  bg: ['Формула', 'Диаграма'],
  ca: ['Fórmula', 'Diagrama'],
  cs: ['Vzorec', 'Diagram'],
  da: ['Formel', 'Diagram'],
  de: ['Formel', 'Diagramm'],
  el: ['Τύπος', 'Διάγραμμα'],
  es: ['Fórmula', 'Diagrama'],
  fa: ['فرمول', 'نمودار'],
  fi: ['Kaava', 'Kaavio'],
  fr: ['Formule', 'Diagramme'],
  he: ['נוסחה', 'תרשים'],
  hi: ['सूत्र', 'आरेख'],
  hu: ['Képlet', 'Diagram'],
  id: ['Rumus', 'Diagram'],
  it: ['Formula', 'Diagramma'],
  ja: ['数式', '図'],
  ko: ['수식', '다이어그램'],
  nb: ['Formel', 'Diagram'],
  nl: ['Formule', 'Diagram'],
  pl: ['Wzór', 'Diagram'],
  'pt-BR': ['Fórmula', 'Diagrama'],
  'pt-PT': ['Fórmula', 'Diagrama'],
  ro: ['Formulă', 'Diagramă'],
  ru: ['Формула', 'Диаграмма'],
  sv: ['Formel', 'Diagram'],
  th: ['สูตร', 'แผนภาพ'],
  tr: ['Formül', 'Diyagram'],
  uk: ['Формула', 'Діаграма'],
  vi: ['Công thức', 'Sơ đồ'],
  'zh-CN': ['公式', '图表'],
  'zh-TW': ['公式', '圖表'],
}

/** The name in the language of a page, a BCP 47 tag; English where the interface does not speak it. */
export function nameOf(what: 'formula' | 'diagram', lang = 'en'): string {
  const [formula, diagram] = NAMES[interfaceLanguage(lang) ?? 'en'] ?? ['Formula', 'Diagram']
  return what === 'formula' ? formula : diagram
}
