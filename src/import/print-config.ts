import type { UserConfig } from '../schema/config.ts'

/** `site.config.ts` for a configuration, as a person would write it. */
export function printConfig(config: UserConfig): string {
  return `import { defineConfig } from 'docsgen'\n\nexport default defineConfig(${print(config, '')})\n`
}

function print(value: unknown, indent: string): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map(item => print(item, inner))
    : Object.entries(value).map(([key, item]) => `${printKey(key)}: ${print(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = Array.isArray(value) ? '' : ' '
  const line = open + space + parts.join(', ') + space + close
  const fits = !line.includes('\n') && line.length + indent.length <= 80
  return fits && indent !== ''
    ? line
    : `${open}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close}`
}

function printKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)
}

function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
