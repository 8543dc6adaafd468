/** Languages whose samples every translation shares; Markdown, YAML and plain text are legitimately translated. */
const LANGUAGES: Record<string, CodeLanguage> = {
  js: 'js',
  javascript: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'js',
  ts: 'js',
  typescript: 'js',
  tsx: 'js',
  mts: 'js',
  vue: 'vue',
  json: 'json',
  json5: 'json',
  jsonc: 'json',
  sh: 'sh',
  bash: 'sh',
  shell: 'sh',
  zsh: 'sh',
}

export type CodeLanguage = 'js' | 'vue' | 'json' | 'sh'

/** The family of a fence's language; undefined for languages that are not compared. */
export function comparedLanguage(lang: string): CodeLanguage | undefined {
  return LANGUAGES[lang.toLowerCase()]
}

/** What code means for the comparison, and where each character of it stands. */
export interface CodeMeaning {
  text: string
  /** By character of `text`: line of the code, from 0. */
  lines: readonly number[]
}

/**
 * What code means for the comparison: without comments, texts of strings, words that are not ASCII, white space,
 * semicolons and trailing commas. Object keys of JSON stay. Never fails: code that is no code is compared as text.
 */
export function normalizeCode(code: string, language: CodeLanguage): CodeMeaning {
  const text: string[] = []
  const lines: number[] = []
  for (const [line, content] of strip(code, language).split('\n').entries()) {
    for (const character of content.replace(/[^\0-\x7f]|[\s;]/g, '')) {
      if (')]}'.includes(character) && text.at(-1) === ',') {
        text.pop()
        lines.pop()
      }
      text.push(character)
      lines.push(line)
    }
  }
  return { text: text.join(''), lines }
}

function strip(code: string, language: CodeLanguage): string {
  if (language === 'sh') return stripShell(code)
  if (language === 'json') return stripJson(code)
  return language === 'vue' ? stripVue(code) : stripScript(code)
}

/** Takes the place of a part of the code: as many lines, so that what follows keeps its own. */
function inPlaceOf(part: string, text: string): string {
  return text + part.replace(/[^\n]/g, '')
}

/** Comments and strings of JavaScript and TypeScript; a template's `${…}` counts as part of its text. */
const SCRIPT =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/g

function stripScript(code: string): string {
  return code.replace(SCRIPT, part => inPlaceOf(part, part.startsWith('/') ? '' : '""'))
}

/** Keys are structure and stay, values that are strings are text. */
function stripJson(code: string): string {
  return code.replace(
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|("(?:\\.|[^"\\\n])*"?)(\s*:)?/g,
    (part: string, text?: string, colon?: string) => {
      if (text === undefined) return inPlaceOf(part, '')
      return colon === undefined ? '""' : part
    },
  )
}

/** What a backslash stands before is no mark. */
function stripShell(code: string): string {
  return code.replace(/\\.|(^|\s)#.*|"(?:\\.|[^"\\])*"|'[^']*'/g, part => {
    if (part.startsWith('\\')) return part
    return inPlaceOf(part, /^\s*#/.test(part) ? ' ' : '""')
  })
}

/** Script blocks as script; of a template the tags and the expressions in braces, not the words between them. */
function stripVue(code: string): string {
  return code
    .replace(/<!--[\s\S]*?(?:-->|$)/g, part => inPlaceOf(part, ''))
    .split(/(<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>)/)
    .map(part => (/^<(?:script|style)\b/.test(part) ? stripScript(part) : stripTemplate(part)))
    .join('')
}

/** Attributes whose value is read by people. */
const TEXT_ATTRIBUTE = /(\s(?:title|alt|placeholder|label|aria-label)=)("[^"]*"|'[^']*')/g

function stripTemplate(markup: string): string {
  return markup
    .replace(TEXT_ATTRIBUTE, (_part, name: string, value: string) => name + inPlaceOf(value, '""'))
    .replace(
      />([^<]*)(?=<|$)/g,
      (_part, text: string) => '>' + (text.match(/\{\{[^{}]*(?:[{}](?![{}])[^{}]*)*\}\}|\n/g) ?? []).join(''),
    )
}
