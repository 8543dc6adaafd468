import { refractor } from 'refractor/core'
import { escapeText } from '../highlight-html.ts'

/** What refractor has of Prism besides its types: the languages themselves are written for it. */
interface Prism {
  languages: Record<string, unknown>
  tokenize(code: string, grammar: unknown): TokenStream
  hooks: { run(name: string, state: TokenState): void }
}

interface TokenState {
  code: string
  grammar: unknown
  language: string
  tokens?: TokenStream
}

interface Token {
  type: string
  alias?: string | string[]
  content: TokenStream
}

type TokenStream = string | Token | (string | Token)[]

/**
 * HTML of code in a language that is loaded. As `refractor.highlight`, which first makes a tree of the tokens. Not for
 * Markdown, whose fences get their colours while that tree is made.
 */
export function tokenHtml(code: string, language: string): string {
  const prism = refractor as unknown as Prism
  const state: TokenState = { code, grammar: prism.languages[language], language }
  prism.hooks.run('before-tokenize', state)
  state.tokens = prism.tokenize(state.code, state.grammar)
  prism.hooks.run('after-tokenize', state)
  return streamHtml(state.tokens)
}

function streamHtml(stream: TokenStream): string {
  if (typeof stream === 'string') return escapeText(stream)
  if (Array.isArray(stream)) return stream.map(streamHtml).join('')
  const classes = ['token', stream.type, ...[stream.alias ?? []].flat()].join(' ')
  return `<span class="${escapeText(classes)}">${streamHtml(stream.content)}</span>`
}
