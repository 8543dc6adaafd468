import { fenceAround } from '../../../content/includes.ts'

/** Text without the white space that all its lines begin with, and without blank lines around it. */
export function dedent(text: string): string {
  const lines = text.replace(/\t/g, '  ').split('\n')
  const rest = lines.slice(1).filter(line => line.trim() !== '')
  const first = lines[0]?.trim() === '' ? [] : [lines[0]?.trimStart() ?? '']
  const indent = Math.min(...rest.map(line => line.length - line.trimStart().length))
  const cut = lines.slice(1).map(line => line.slice(Math.min(indent, line.length)))
  const all = [...first, ...cut]
  while (all[0]?.trim() === '') all.shift()
  while (all.at(-1)?.trim() === '') all.pop()
  return all.join('\n')
}

/** A container around Markdown, with more colons than those within. */
export function container(name: string, opening: string, content: string): string {
  const colons = colonsAround(content)
  return `${colons} ${name}${opening}\n\n${content}\n\n${colons}`
}

/** ` {key="value"}` with what is there. */
export function attributes(given: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${value.replaceAll('"', "'")}"`],
  )
  return parts.length > 0 ? `{${parts.join(' ')}}` : ''
}

/** Code in a fence that is longer than those within. */
export function fence(code: string, info: string): string {
  const marks = fenceAround(code)
  return `${marks}${info}\n${code.replace(/^\n/, '').trimEnd()}\n${marks}`
}

/** Colons of a container around Markdown: more than those of containers within. */
function colonsAround(text: string): string {
  const within = text.match(/^[ \t]*:{3,}/gm) ?? []
  return ':'.repeat(within.reduce((most, run) => Math.max(most, run.trimStart().length + 1), 3))
}
