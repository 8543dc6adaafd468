import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../content', import.meta.url))
const FENCE = /^```(\S[^\n]*)\n([^]*?)^```$/gm
const COMMENTS = /\/\*[^]*?\*\/|<!--[^]*?-->|(?<=^|\s)(?:\/\/|#) .*/g

interface Page {
  file: string
  /** Frontmatter and prose, lines in their places, without code. */
  prose: string
  /** The samples without comments. */
  code: string
}

const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.md') && !file.startsWith('.'))
  .map(file => readPage(file.split(path.sep).join('/')))
const find = (file: string): Page | undefined => pages.find(page => page.file === file)

function readPage(file: string): Page {
  const text = readFileSync(path.join(root, file), 'utf8')
  const blank = (code: string): string => code.replace(/[^\n]/g, '')
  return {
    file,
    prose: text.replace(FENCE, blank).replace(/`[^`\n]*`/g, '`'),
    code: [...text.matchAll(FENCE)].map(([, , code = '']) => code.replace(COMMENTS, '')).join('\n'),
  }
}

/** `file:line text` of every match in the prose of the pages. */
function found(pattern: RegExp, searched: readonly Page[]): string[] {
  return searched.flatMap(({ file, prose }) =>
    [...prose.matchAll(pattern)].map(
      match => `${file}:${prose.slice(0, match.index).split('\n').length} ${match[0]}`,
    ),
  )
}

describe('words of content/', () => {
  it('have dashes between them, no hyphens', () => {
    expect(found(/^(?!\|).*\S -{1,2} \S.*$/gm, pages)).toEqual([])
  })

  it('are set off in Chinese and Japanese as these scripts do: no letter of theirs is made to lean', () => {
    const asian = pages.filter(({ file }) => /^(?:zh|ja)\//.test(file))
    expect(asian).not.toEqual([])
    expect(found(/(?<!\*)\*(?![*\s])[^*\n]+\*(?!\*)|(?<!\w)_[^_\s][^_\n]*_(?!\w)/g, asian)).toEqual([])
  })

  it('are English in samples, whatever the language around them', () => {
    const translated = pages.flatMap(({ file, code }) =>
      [...code.matchAll(/.*(?=[^\p{ASCII}])\p{L}.*/gu)].map(([line]) => `${file} ${line.trim()}`),
    )
    expect(translated).toEqual([])
  })

  it('are those of the glossary', () => {
    // What the glossaries rule out, by the pages that it must not stand in.
    const avoided: [prefix: string, word: RegExp][] = [
      ['ja/guides/using-with-vuex.md', /状態/g],
      ['zh/', /浅渲染/g],
      ['ru/', /поверхностн\p{L}+ (?:рендеринг|отрисовк)/gu],
      ['fr/', /rendu superficiel/g],
      ['pt/', /renderização rasa/g],
    ]
    const used = avoided.flatMap(([prefix, word]) =>
      found(
        word,
        pages.filter(({ file }) => file.startsWith(prefix)),
      ),
    )
    expect(used).toEqual([])
  })

  it('name a guide by its title where a list leads to it', () => {
    const stale = pages.flatMap(({ file, prose }) =>
      [...prose.matchAll(/^- \[(.+)\]\(([^)#]+)\)$/gm)].flatMap(([, text, target = '']) => {
        const page = find(path.posix.join(path.posix.dirname(file), target))
        const title = /^#+ (.*?)(?: \{#.*\})?$/m.exec(page?.prose ?? '')?.[1]
        return page?.file.includes('guides/') && title !== text ? [`${file} “${text}” is “${title}”`] : []
      }),
    )
    expect(stale).toEqual([])
  })
})
