import type {
  Code,
  Construct,
  Effects,
  Extension,
  Previous,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types'
import { isComponentLine, openingBlock } from '../grammar.ts'
import { isEol, lineThat } from './tokenize-line.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    component: 'component'
    componentName: 'componentName'
    componentMarker: 'componentMarker'
    componentLabel: 'componentLabel'
    componentAttributes: 'componentAttributes'
    componentBlock: 'componentBlock'
  }
}

const [COLON, OPEN, CLOSE, BACKSLASH, LESS] = [58, 91, 93, 92, 60]
const [OPEN_BRACE, CLOSE_BRACE, QUOTE, APOSTROPHE] = [123, 125, 34, 39]

/** Characters of a label or of attributes: what is longer is none, so that nobody searches for an end all over a page. */
const MOST = 500
/** Brackets in each other within a label. */
const DEEPEST = 8

/** What of the syntax is known: names by where they are written, and those of elements as `isComponentLine` takes them. */
export interface ComponentNames {
  inline: ReadonlySet<string>
  block: ReadonlySet<string>
  isElement: (name: string) => boolean
}

/** Components for micromark: `:name[…]{…}` in a line, `::name[…]{…}` as a line, and lines that are tags of components. */
export function componentSyntax({ inline, block, isElement }: ComponentNames): Extension {
  const inLine: Construct = {
    name: 'component',
    previous,
    tokenize(effects, ok, nok) {
      return new ComponentTokenizer({ context: this, effects, ok, nok, names: inline }).start
    },
  }
  const asLine = lineThat('componentBlock', line => block.has(openingBlock(line)?.name ?? ''))
  return {
    text: { [COLON]: inLine },
    flow: {
      [COLON]: { ...asLine, name: 'componentBlock', partial: false, concrete: true },
      [LESS]: tagLine(isElement),
    },
  }
}

/** No other colon and no word of an address stands before it. */
const previous: Previous = code => {
  if (code === null || code < 0 || code === BACKSLASH) return code !== BACKSLASH
  return !/[\w:/]/.test(String.fromCharCode(code))
}

/** A line of nothing but tags of components is HTML that ends with it: what follows is Markdown. */
function tagLine(isElement: (name: string) => boolean): Construct {
  const line = lineThat('htmlFlowData', text => isComponentLine(text, isElement))
  return {
    name: 'componentTags',
    concrete: true,
    tokenize(effects, ok, nok) {
      return code => {
        effects.enter('htmlFlow')
        const end: State = next => {
          effects.exit('htmlFlow')
          return ok(next)
        }
        return effects.attempt(line, end, nok)(code)
      }
    },
  }
}

interface TokenizerInput {
  context: TokenizeContext
  effects: Effects
  ok: State
  nok: State
  names: ReadonlySet<string>
}

/** Reads one component in a line; its states in the order in which they are met. */
class ComponentTokenizer {
  readonly #input: TokenizerInput
  #name = ''
  #size = 0
  #depth = 0
  #quote: Code = null
  /** The last line of the label: micromark wants them chained. */
  #previous: Token | undefined

  constructor(input: TokenizerInput) {
    this.#input = input
  }

  readonly start: State = code => {
    const { effects } = this.#input
    effects.enter('component')
    effects.enter('componentName')
    effects.consume(code)
    return this.#inName
  }

  readonly #inName: State = code => {
    const { effects, nok, names } = this.#input
    if (code !== null && code > 0 && this.#name.length < 32 && /[a-z0-9-]/.test(String.fromCharCode(code))) {
      this.#name += String.fromCharCode(code)
      effects.consume(code)
      return this.#inName
    }
    if (!names.has(this.#name)) return nok(code)
    effects.exit('componentName')
    if (code === OPEN) return this.#openLabel(code)
    return code === OPEN_BRACE ? this.#openAttributes(code) : nok(code)
  }

  readonly #openLabel: State = code => {
    this.#mark(code)
    this.#input.effects.enter('componentLabel')
    return this.#labelLine
  }

  readonly #labelLine: State = code => {
    if (code === CLOSE && this.#depth === 0) return this.#closeLabel(code)
    if (code === null) return this.#input.nok(code)
    const previousLine = this.#previous
    const fields = { contentType: 'text' as const, ...(previousLine ? { previous: previousLine } : {}) }
    const token = this.#input.effects.enter('chunkText', fields)
    if (previousLine) previousLine.next = token
    this.#previous = token
    return this.#inLabel(code)
  }

  readonly #inLabel: State = code => {
    const { effects, nok } = this.#input
    this.#size += 1
    if (code === null || this.#size > MOST) return nok(code)
    if (code === OPEN) this.#depth += 1
    if (this.#depth > DEEPEST) return nok(code)
    if (code === CLOSE) {
      if (this.#depth === 0) {
        effects.exit('chunkText')
        return this.#closeLabel(code)
      }
      this.#depth -= 1
    }
    effects.consume(code)
    if (isEol(code)) {
      effects.exit('chunkText')
      return this.#labelLine
    }
    return code === BACKSLASH ? this.#escaped : this.#inLabel
  }

  readonly #escaped: State = code => {
    if (code !== OPEN && code !== CLOSE && code !== BACKSLASH) return this.#inLabel(code)
    this.#size += 1
    this.#input.effects.consume(code)
    return this.#inLabel
  }

  readonly #closeLabel: State = code => {
    this.#input.effects.exit('componentLabel')
    this.#mark(code)
    return this.#afterLabel
  }

  readonly #afterLabel: State = code => {
    const { effects } = this.#input
    if (code !== OPEN_BRACE) return this.#end(code)
    const attributes: Construct = {
      partial: true,
      tokenize(own, ok, nok) {
        return new ComponentTokenizer({ context: this, effects: own, ok, nok, names: new Set() })
          .#openAttributes
      },
    }
    return effects.attempt(attributes, this.#end, this.#end)(code)
  }

  readonly #openAttributes: State = code => {
    const { effects } = this.#input
    effects.enter('componentAttributes')
    effects.consume(code)
    this.#size = 0
    return this.#inAttributes
  }

  readonly #inAttributes: State = code => {
    const { effects, nok } = this.#input
    this.#size += 1
    if (code === null || isEol(code) || this.#size > MOST) return nok(code)
    effects.consume(code)
    if (this.#quote !== null) {
      if (code === this.#quote) this.#quote = null
      return this.#inAttributes
    }
    if (code === QUOTE || code === APOSTROPHE) this.#quote = code
    return code === CLOSE_BRACE ? this.#closeAttributes : this.#inAttributes
  }

  readonly #closeAttributes: State = code => {
    const { effects, ok } = this.#input
    effects.exit('componentAttributes')
    // Attributes behind a label are tokenized apart, those of the name itself are not.
    return this.#name === '' ? ok(code) : this.#end(code)
  }

  readonly #end: State = code => {
    const { effects, ok } = this.#input
    effects.exit('component')
    return ok(code)
  }

  #mark(code: Code): void {
    const { effects } = this.#input
    effects.enter('componentMarker')
    effects.consume(code)
    effects.exit('componentMarker')
  }
}
