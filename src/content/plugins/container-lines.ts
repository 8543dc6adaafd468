/** Constructs of one line that decide where a container ends. */
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'

export const COLON = 58
const BACKTICK = 96
const TILDE = 126

/** What a line inside a container starts with, kept so that a `:::` line inside a fence does not end the container. */
export interface CodeFence {
  marker: Code
  size: number
}

/** A line of at least `size` colons and nothing else. */
export function closingFence(size: number): Construct {
  return closingRun({ marker: COLON, size })
}

/** A line that ends what `fence` opened. */
export function closingRun(fence: CodeFence): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      return tokenizeRun({ effects, ok, nok, marker: fence.marker, size: fence.size })
    },
  }
}

interface Run {
  effects: Effects
  ok: State
  nok: State
  marker: Code
  size: number
}

/** At most three spaces, at least `size` markers, then only whitespace. */
function tokenizeRun({ effects, ok, nok, marker, size }: Run): State {
  let indent = 0
  let count = 0
  return start

  function start(code: Code): State | undefined {
    effects.enter('containerFence')
    return run(code)
  }

  function run(code: Code): State | undefined {
    if (code === marker) {
      count += 1
      effects.consume(code)
      return run
    }
    if (count === 0 && isSpace(code) && indent < 3) {
      indent += 1
      effects.consume(code)
      return run
    }
    return count >= size ? rest(code) : nok(code)
  }

  function rest(code: Code): State | undefined {
    if (isSpace(code)) {
      effects.consume(code)
      return rest
    }
    if (!isLineEnd(code)) return nok(code)
    effects.exit('containerFence')
    return ok(code)
  }
}

/** The opening line of a code fence; writes what it found to `seen`. */
export function openingCode(seen: CodeFence): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      let indent = 0
      return start

      function start(code: Code): State | undefined {
        effects.enter('containerFence')
        return run(code)
      }

      function run(code: Code): State | undefined {
        if (seen.size === 0 && isSpace(code) && indent < 3) {
          indent += 1
          effects.consume(code)
          return run
        }
        const isMarker = code === BACKTICK || code === TILDE
        if (isMarker && (seen.size === 0 || code === seen.marker)) {
          seen.marker = code
          seen.size += 1
          effects.consume(code)
          return run
        }
        return seen.size < 3 ? nok(code) : info(code)
      }

      function info(code: Code): State | undefined {
        if (code === BACKTICK && seen.marker === BACKTICK) return nok(code)
        if (isLineEnd(code)) {
          effects.exit('containerFence')
          return ok(code)
        }
        effects.consume(code)
        return info
      }
    },
  }
}

/** The next line belongs to the same parent. */
export function nonLazyLine(context: TokenizeContext): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      return start

      function start(code: Code): State | undefined {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        return lineStart
      }

      function lineStart(code: Code): State | undefined {
        return context.parser.lazy[context.now().line] ? nok(code) : ok(code)
      }
    },
  }
}

export function isEol(code: Code): boolean {
  return code !== null && code < -2
}

export function isLineEnd(code: Code): boolean {
  return code === null || isEol(code)
}

export function isSpace(code: Code): boolean {
  return code === 32 || code === -2 || code === -1
}
