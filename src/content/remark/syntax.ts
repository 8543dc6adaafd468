/** What syntax extensions share: how they are registered, constructs of one line, and what the codes of micromark stand for. */
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Extension, State, TokenizeContext, TokenType } from 'micromark-util-types'
import type { Processor } from 'unified'

/** Registers extensions of the tokenizer, and of what makes a tree of its tokens, with `remark-parse`. */
export function addSyntax(
  processor: Processor,
  syntax: Extension[],
  trees: (TreeExtension | TreeExtension[])[],
): void {
  const data = processor.data()
  ;(data.micromarkExtensions ??= []).push(...syntax)
  ;(data.fromMarkdownExtensions ??= []).push(...trees)
}

/** A line whose text passes the test; white space in it stands as so many spaces as it has columns. */
export function lineThat(token: TokenType, test: (line: string) => boolean): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      let text = ''
      return start

      function start(code: Code): State | undefined {
        effects.enter(token)
        return inLine(code)
      }

      function inLine(code: Code): State | undefined {
        if (isLineEnd(code)) {
          if (!test(text)) return nok(code)
          effects.exit(token)
          return ok(code)
        }
        text += textOf(code)
        effects.consume(code)
        return inLine
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

/** A tab is a code of its own and then one for each further column; these, and a tab, are negative. */
function textOf(code: Code): string {
  return code === null || code < 0 ? ' ' : String.fromCharCode(code)
}
