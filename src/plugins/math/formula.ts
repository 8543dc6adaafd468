import temml from 'temml'
import type { HtmlTree } from '../../schema/plugin.ts'
import { elementsOf, readMarkup } from '../read-markup.ts'
import { takeStyle } from './style-classes.ts'

/** How a formula is to be drawn. */
export interface FormulaSettings {
  /** Stands by itself, not in a line. */
  display: boolean
  /** Commands of the site: `{ '\\RR': '\\mathbb{R}' }`. */
  macros: Readonly<Record<string, string>>
}

/** A formula as MathML, or what is wrong with its TeX. */
export type Formula =
  | { tree: HtmlTree; problem?: undefined; offset?: undefined }
  | {
      tree?: undefined
      problem: string
      /** Characters of the TeX before it. */
      offset: number
    }

/** Longest TeX of one formula: drawing takes memory with its square. */
const MAX_LENGTH = 10_000

/** Draws TeX as MathML without inline styles. */
export function createFormula(tex: string, { display, macros }: FormulaSettings): Formula {
  if (tex.length > MAX_LENGTH)
    return { problem: `it has more than ${MAX_LENGTH} characters`, offset: MAX_LENGTH }
  const reference = /\\(?:eq)?ref\b/.exec(tex)
  if (reference) return { problem: `\`${reference[0]}\` leads nowhere here`, offset: reference.index }
  try {
    const markup = temml.renderToString(tex, {
      displayMode: display,
      macros: { ...macros },
      throwOnError: true,
      wrap: 'tex',
      maxSize: [50, 500],
    })
    const [tree] = readMarkup(markup)
    if (!tree) return { problem: 'it is empty', offset: 0 }
    for (const element of elementsOf([tree])) {
      takeStyle(element)
      // Ids belong to the page: a name that a formula gives could be there already.
      delete element.properties?.['id']
    }
    return { tree }
  } catch (error) {
    return readProblem(error, tex)
  }
}

function readProblem(error: unknown, tex: string): Formula {
  const { message, position } = error as Error & { position?: number }
  const [reason = ''] = message.split(/ at (?:position \d+|end of input):/)
  const text = reason.trim().replace(/\.$/, '')
  return {
    problem: text.charAt(0).toLowerCase() + text.slice(1),
    offset: Math.min(position ?? 0, tex.length),
  }
}
