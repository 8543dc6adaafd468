import type { Code, Construct, Effects, Extension, State, Token, TokenizeContext } from 'micromark-util-types'
import {
  closingFence,
  closingRun,
  COLON,
  type CodeFence,
  isEol,
  isLineEnd,
  isSpace,
  nonLazyLine,
  openingCode,
} from './container-lines.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    container: 'container'
    containerFence: 'containerFence'
    containerMarker: 'containerMarker'
    containerInfo: 'containerInfo'
    containerContent: 'containerContent'
  }
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
    if (isEol(code)) return effects.check(nonLazyLine(context), openContent, end)(code)
    return effects.attempt(closingFence(size), end, openContent)(code)
  }

  function openContent(code: Code): State | undefined {
    effects.enter('containerContent')
    return line(code)
  }

  function line(code: Code): State | undefined {
    if (code === null) return endContent(code)
    if (fence) return effects.check(closingRun(fence), leaveCode, chunk)(code)
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
    if (isEol(code)) return effects.check(nonLazyLine(context), openChunk, endContent)(code)
    return openChunk(code)
  }

  function openChunk(code: Code): State | undefined {
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
