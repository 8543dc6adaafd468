/** Formulas in Markdown: `micromark-extension-math` with the rules that keep prices and shell variables text. */
import { math } from 'micromark-extension-math'
import type { Code, Construct, Extension, State, TokenizeContext } from 'micromark-util-types'

const DOLLAR = 36

/**
 * The syntax. `single`: formulas of one dollar, too. One begins where no letter stands before it and no white space after it, and
 * ends where no white space stands before the dollar and no digit after it.
 */
export function mathSyntax(single: boolean): Extension {
  const { text, flow } = math({ singleDollarTextMath: single }) as Record<string, Record<number, Construct>>
  const formula = text?.[DOLLAR] as Construct
  const block = flow?.[DOLLAR] as Construct
  return {
    text: { [DOLLAR]: { ...formula, previous, tokenize: checked(formula) } },
    flow: {
      [DOLLAR]: {
        ...block,
        tokenize: (effects, ok, nok) => effects.check(FENCE, effects.attempt(block, ok, nok), nok),
      },
    },
  }
}

function previous(this: TokenizeContext, code: Code): boolean {
  // `\$` is no dollar of the syntax: the escape was read before.
  const isEscaped = this.events.at(-1)?.[1].type === 'characterEscape'
  const isLetter = code !== null && code > 0 && /[A-Za-z]/.test(String.fromCodePoint(code))
  return !isLetter && (code !== DOLLAR || isEscaped)
}

function checked(formula: Construct): Construct['tokenize'] {
  return function (effects, ok, nok) {
    const check: State = code => {
      const token = this.events.at(-1)?.[1]
      const [, dollars = '', tex = ''] =
        /^(\$+)([^]*?)\$+$/.exec(token ? this.sliceSerialize(token) : '') ?? []
      const isDigit = code !== null && code >= 48 && code <= 57
      const isText = /^\s|[\s\\]$|`/.test(tex) || isDigit
      return dollars.length > 2 || (dollars.length === 1 && isText) ? nok(code) : ok(code)
    }
    return formula.tokenize.call(this, effects, check, nok)
  }
}

/** A block begins with two dollars alone in their line: `$$x` is text. */
const FENCE: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let size = 0
    const next: State = code => {
      if (size === 2 && (code === null || code < -2)) {
        effects.exit('mathFlowFence')
        return ok(code)
      }
      const isSpace = code === 32 || code === -2 || code === -1
      if (code === DOLLAR ? size === 2 : size < 2 || !isSpace) return nok(code)
      if (code === DOLLAR) size += 1
      effects.consume(code)
      return next
    }
    return code => {
      effects.enter('mathFlowFence')
      return next(code)
    }
  },
}
