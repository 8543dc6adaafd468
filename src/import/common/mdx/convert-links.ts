import { maskCode } from './mask-code.ts'
import type { PageHost } from './page.ts'

const FORMS: { pattern: RegExp; kindOf: (match: RegExpMatchArray) => 'link' | 'image' }[] = [
  { pattern: /(\])\([ \t]{0,9}<?([^\s()<>]{1,2000})/g, kindOf: () => 'link' },
  { pattern: /^( {0,3})\[[^\]\n]{1,500}\]:[ \t]{1,9}<?([^\s<>]{1,2000})/gm, kindOf: () => 'link' },
  { pattern: /\b(href|src)="([^"\n]{1,2000})"/g, kindOf: match => (match[1] === 'src' ? 'image' : 'link') },
]

/** Leads the addresses of a text to where they are now. */
export function convertLinks(text: string, address: PageHost['address']): string {
  const { markup } = maskCode(text)
  const edits = FORMS.flatMap(({ pattern, kindOf }) =>
    [...markup.matchAll(pattern)].flatMap(match => {
      const url = match[2] ?? ''
      const start = match.index + match[0].lastIndexOf(url)
      const kind = isPicture(url) ? 'image' : kindOf(match)
      const moved = address(url, kind)
      return moved === undefined || moved === url ? [] : [{ start, end: start + url.length, moved }]
    }),
  )
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((kept, { start, end, moved }) => kept.slice(0, start) + moved + kept.slice(end), text)
}

function isPicture(url: string): boolean {
  return /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i.test(url)
}
