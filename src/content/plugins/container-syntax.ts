import type { Code, Construct, Effects, Extension, State, Token, TokenizeContext } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    container: 'container'
    containerFence: 'containerFence'
    containerMarker: 'containerMarker'
    containerInfo: 'containerInfo'
    containerContent: 'containerContent'
  }
}

const COLON = 58
const BACKTICK = 96
const TILDE = 126

/** What a line inside a container starts with, kept so that a `:::` line inside a fence does not end the container. */
interface CodeFence {
  marker: Code
  size: number
}

/**
 * Block containers for micromark (B94): three or more colons and one of `names`, up to a line of at least as many
 * colons or the end of the parent. The content is a document of its own, so everything nests.
 */
export function containerSyntax(names: ReadonlySet<string>): Extension {
  const construct: Construct = {
    name: 'container',
    concrete: true,
    tokenize(effects, ok, nok) {
      return tokenizeContainer({ context: this, effects, ok, nok, names })
    },
  }
  return { flow: { [COLON]: construct } }
}

interface Tokenizer {
  context: TokenizeContext
  effects: Effects
  ok: State
  nok: State
  names: ReadonlySet<string>
}

function tokenizeContainer({ context, effects, ok, nok, names }: Tokenizer): State {
  let size = 0
  let name = ''
  let nameDone = false
  let previous: Token | undefined
  let fence: CodeFence | undefined
  return start

  function start(code: Code): State | undefined {
    effects.enter('container')
    effects.enter('containerFence')
    effects.enter('containerMarker')
    return marker(code)
  }

  function marker(code: Code): State | undefined {
    if (code === COLON) {
      size += 1
      effects.consume(code)
      return marker
    }
    if (size < 3) return nok(code)
    effects.exit('containerMarker')
    return beforeInfo(code)
  }

  function beforeInfo(code: Code): State | undefined {
    if (isSpace(code)) {
      effects.enter('whitespace')
      return infoSpace(code)
    }
    if (isLineEnd(code)) return nok(code)
    effects.enter('containerInfo')
    return info(code)
  }

  function infoSpace(code: Code): State | undefined {
    if (isSpace(code)) {
      effects.consume(code)
      return infoSpace
    }
    effects.exit('whitespace')
    return beforeInfo(code)
  }

  function info(code: Code): State | undefined {
    if (isLineEnd(code)) return afterInfo(code)
    if (isSpace(code)) nameDone = true
    else if (!nameDone && code !== null) name += String.fromCodePoint(code)
    effects.consume(code)
    return info
  }

  function afterInfo(code: Code): State | undefined {
    if (!names.has(name)) return nok(code)
    effects.exit('containerInfo')
    effects.exit('containerFence')
    if (code === null || context.interrupt) return end(code)
    return effects.check(nonLazyLine(context), beforeContent, end)(code)
  }

  function beforeContent(code: Code): State | undefined {
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return firstLine
  }

  function firstLine(code: Code): State | undefined {
    if (code === null) return end(code)
    return effects.attempt(closingFence(size), end, openContent)(code)
  }

  function openContent(code: Code): State | undefined {
    effects.enter('containerContent')
    return line(code)
  }

  function line(code: Code): State | undefined {
    if (code === null) return endContent(code)
    if (fence) return effects.check(closingCode(fence), leaveCode, chunk)(code)
    return effects.check(closingFence(size), endContent, contentLine)(code)
  }

  function contentLine(code: Code): State | undefined {
    const seen: CodeFence = { marker: null, size: 0 }
    const enterCode = (next: Code) => {
      fence = seen
      return chunk(next)
    }
    return effects.check(openingCode(seen), enterCode, chunk)(code)
  }

  function leaveCode(code: Code): State | undefined {
    fence = undefined
    return chunk(code)
  }

  function chunk(code: Code): State | undefined {
    const token = effects.enter('chunkDocument', {
      contentType: 'document',
      ...(previous ? { previous } : {}),
    })
    if (previous) previous.next = token
    previous = token
    return inChunk(code)
  }

  function inChunk(code: Code): State | undefined {
    if (code === null) {
      effects.exit('chunkDocument')
      return endContent(code)
    }
    if (isEol(code)) return effects.check(nonLazyLine(context), endLine, endChunk)(code)
    effects.consume(code)
    return inChunk
  }

  function endLine(code: Code): State | undefined {
    effects.consume(code)
    effects.exit('chunkDocument')
    return line
  }

  function endChunk(code: Code): State | undefined {
    effects.exit('chunkDocument')
    return endContent(code)
  }

  function endContent(code: Code): State | undefined {
    effects.exit('containerContent')
    if (code === null || isEol(code)) return end(code)
    return effects.attempt(closingFence(size), end, end)(code)
  }

  function end(code: Code): State | undefined {
    effects.exit('container')
    return ok(code)
  }
}

/** A line of at least `size` colons and nothing else. */
function closingFence(size: number): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      return tokenizeRun({ effects, ok, nok, marker: COLON, size })
    },
  }
}

function closingCode(fence: CodeFence): Construct {
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
function openingCode(seen: CodeFence): Construct {
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
function nonLazyLine(context: TokenizeContext): Construct {
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

function isEol(code: Code): boolean {
  return code !== null && code < -2
}

function isLineEnd(code: Code): boolean {
  return code === null || isEol(code)
}

function isSpace(code: Code): boolean {
  return code === 32 || code === -2 || code === -1
}
