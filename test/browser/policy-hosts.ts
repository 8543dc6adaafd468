import { readFileSync } from 'node:fs'
import path from 'node:path'
import { escapePattern } from '../../src/lib/text.ts'

/** Headers that a host sends for a decoded path, as it reads them from the file that the build wrote for it. */
type HeadersOf = (pathname: string) => Record<string, string>

/** Small models of hosts that can't be started here, from their documentation. Names are in lower case. */
export const HOSTS: Record<string, (output: string) => HeadersOf> = {
  // Every rule that fits adds to the values of those before it.
  Netlify: output => headersOfRules(readRules(read(output, '_headers')), (old, value) => `${old}, ${value}`),
  Vercel: output => headersOfRules(readVercel(read(output, 'vercel.json')), (_old, value) => value),
}

export function headersOf(host: string, output: string): HeadersOf {
  const all = HOSTS[host]?.(output)
  return pathname =>
    Object.fromEntries(
      Object.entries(all?.(pathname) ?? {}).map(([name, value]) => [name, value.replaceAll(UPGRADE, '')]),
    )
}
export const UPGRADE = '; upgrade-insecure-requests'

interface Rule {
  fits: RegExp
  headers: [name: string, value: string][]
}

function read(output: string, name: string): string {
  return readFileSync(path.join(output, name), 'utf8')
}

function headersOfRules(rules: readonly Rule[], merge: (old: string, value: string) => string): HeadersOf {
  return pathname => {
    const found: Record<string, string> = {}
    for (const [given, value] of rules.flatMap(({ fits, headers }) => (fits.test(pathname) ? headers : []))) {
      const name = given.toLowerCase()
      found[name] = found[name] === undefined ? value : merge(found[name], value)
    }
    return found
  }
}

function readRules(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n').filter(one => one.trim() && !one.startsWith('#'))) {
    const [, name, value] = /^\s+([^:\s]+):\s*(.*)$/.exec(line) ?? []
    if (name && value !== undefined) rules.at(-1)?.headers.push([name, value])
    else {
      const pattern = line.trim().split('*').map(escapePattern).join('.*')
      rules.push({ fits: new RegExp(`^${pattern}$`), headers: [] })
    }
  }
  return rules
}

function readVercel(text: string): Rule[] {
  const { headers } = JSON.parse(text) as {
    headers: { source: string; headers: { key: string; value: string }[] }[]
  }
  return headers.map(({ source, headers: given }) => ({
    fits: new RegExp(`^${source}$`),
    headers: given.map(({ key, value }) => [key, value]),
  }))
}
