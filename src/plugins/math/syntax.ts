/**
 * `$…$` and `$$…$$` as micromark reads them. A dollar begins a formula only where prices and shell variables do not: no
 * letter before it, no white space after it; the next dollar ends it, with no white space before and no digit after it.
 * Code is never in a formula of one dollar.
 */
import { factorySpace } from 'micromark-factory-space'
import type {
  Code,
  Construct,
  Effects,
  Extension,
  Previous,
  State,
  Token,
  Tokenizer,
} from 'micromark-util-types'

const DOLLAR = 36
const BACKSLASH = 92
const BACKTICK = 96

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText'
    mathTextSequence: 'mathTextSequence'
    mathTextData: 'mathTextData'
    mathFlow: 'mathFlow'
    mathFlowFence: 'mathFlowFence'
    mathFlowValue: 'mathFlowValue'
  }
}

/** The syntax; `single`: formulas of one dollar, too. */
export function mathSyntax(single: boolean): Extension {
  const text: Construct = { name: 'mathText', tokenize: textTokenizer(single), previous: opensAfter }
  const flow: Construct = { name: 'mathFlow', tokenize: tokenizeFlow, concrete: true }
  return { text: { [DOLLAR]: text }, flow: { [DOLLAR]: flow } }
}

const isEnd = (code: Code): boolean => code === null || code < -2
const isSpace = (code: Code): boolean => code === null || code < 0 || code === 32
const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57
const isLetter = (code: Code): boolean =>
  code !== null && /^[A-Za-z]$/.test(String.fromCodePoint(Math.max(code, 0)))

const opensAfter: Previous = function (code) {
  // `\$` is no dollar of the syntax: the escape was read before.
  const isEscaped = this.events.at(-1)?.[1].type === 'characterEscape'
  return !isLetter(code) && (code !== DOLLAR || isEscaped)
}

/** A formula in a line while it is read. */
interface Reading {
  effects: Effects
  ok: State
  nok: State
  /** Dollars that opened it. */
  size: number
  /** The character read last. */
  previous: Code
}

function textTokenizer(single: boolean): Tokenizer {
  return (effects, ok, nok) => {
    const reading: Reading = { effects, ok, nok, size: 0, previous: null }
    return code => {
      effects.enter('mathText')
      effects.enter('mathTextSequence')
      return opening(reading, single)(code)
    }
  }
}

function opening(reading: Reading, single: boolean): State {
  const { effects, nok } = reading
  const open: State = code => {
    if (code === DOLLAR && reading.size < 3) {
      effects.consume(code)
      reading.size += 1
      return open
    }
    effects.exit('mathTextSequence')
    const { size } = reading
    return size > 2 || (size === 1 && (!single || isSpace(code))) ? nok(code) : content(reading)(code)
  }
  return open
}

/** What a formula says, up to the dollars that may end it. */
function content(reading: Reading): State {
  const { effects, nok, size } = reading
  const isCode = (code: Code) => code === BACKTICK && size === 1
  const consume = (code: Code, next: State): State => {
    effects.consume(code)
    reading.previous = code
    return next
  }
  const between: State = code => {
    if (code === null || isCode(code)) return nok(code)
    if (code === DOLLAR) return closing(reading, data)(code)
    if (!isEnd(code)) {
      effects.enter('mathTextData')
      return data(code)
    }
    effects.enter('lineEnding')
    consume(code, between)
    effects.exit('lineEnding')
    return between
  }
  const data: State = code => {
    if (!isEnd(code) && code !== DOLLAR && !isCode(code))
      return consume(code, code === BACKSLASH ? escaped : data)
    effects.exit('mathTextData')
    return between(code)
  }
  const escaped: State = code => (isEnd(code) ? data(code) : consume(code, data))
  return between
}

/** Dollars that end a formula, or are a part of one with two. */
function closing(reading: Reading, data: State): State {
  const { effects, ok, nok, size, previous } = reading
  let count = 0
  let token: Token
  const close: State = code => {
    if (code === DOLLAR && count < 3) {
      effects.consume(code)
      count += 1
      return close
    }
    if (count === size && (size === 2 || !(isSpace(previous) || isDigit(code)))) {
      effects.exit('mathTextSequence')
      effects.exit('mathText')
      return ok(code)
    }
    if (size === 1) return nok(code)
    token.type = 'mathTextData'
    reading.previous = DOLLAR
    return data(code)
  }
  return code => {
    token = effects.enter('mathTextSequence')
    return close(code)
  }
}

/** A block: `$$` alone in a line, up to the next such line, else to the end of what it stands in. */
const tokenizeFlow: Tokenizer = function (effects, ok, nok) {
  const { parser, now, interrupt } = this
  const before = this.events.at(-1)
  const indent = before?.[1].type === 'linePrefix' ? before[2].sliceSerialize(before[1], true).length : 0
  const continuation = continuationOf(() => parser.lazy[now().line] ?? false)

  const start: State = code => {
    effects.enter('mathFlow')
    return fence(effects, opened, nok)(code)
  }
  const opened: State = code => (interrupt ? ok(code) : next(code))
  const next: State = code =>
    code === null ? after(code) : effects.attempt(continuation, beginning, after)(code)
  const beginning: State = code => effects.attempt(CLOSING, after, content)(code)
  const content: State = code =>
    indent > 0 ? factorySpace(effects, value, 'linePrefix', indent + 1)(code) : value(code)
  const value: State = code => {
    if (isEnd(code)) return next(code)
    effects.enter('mathFlowValue')
    return inside(code)
  }
  const inside: State = code => {
    if (isEnd(code)) {
      effects.exit('mathFlowValue')
      return next(code)
    }
    effects.consume(code)
    return inside
  }
  const after: State = code => {
    effects.exit('mathFlow')
    return ok(code)
  }
  return start
}

/** Two dollars alone in a line. */
function fence(effects: Effects, ok: State, nok: State): State {
  let size = 0
  const sequence: State = code => {
    if (code !== DOLLAR) return size === 2 ? factorySpace(effects, end, 'whitespace')(code) : nok(code)
    effects.consume(code)
    size += 1
    return size > 2 ? nok : sequence
  }
  const end: State = code => {
    if (!isEnd(code)) return nok(code)
    effects.exit('mathFlowFence')
    return ok(code)
  }
  return code => {
    if (code !== DOLLAR) return nok(code)
    effects.enter('mathFlowFence')
    return sequence(code)
  }
}

const CLOSING: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => factorySpace(effects, fence(effects, ok, nok), 'linePrefix', 4),
}

/** The end of a line, where the block goes on in the next: not where that is in no container of the block. */
function continuationOf(isLazy: () => boolean): Construct {
  return {
    partial: true,
    tokenize: (effects, ok, nok) => code => {
      if (code === null) return nok(code)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return following => (isLazy() ? nok(following) : ok(following))
    },
  }
}
