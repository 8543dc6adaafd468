import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Headers that a host sends for a decoded path, as it reads them from the file that the build wrote for it. */
type HeadersOf = (pathname: string) => Record<string, string>

/** Small models of hosts that can't be started here, from their documentation. Names are in lower case. */
export const HOSTS: Record<string, (output: string) => HeadersOf> = {
  Netlify: output => joined(readRules(read(output, '_headers'))),
  Vercel: output => replaced(readVercel(read(output, 'vercel.json'))),
}

/** Headers of a host for a built site, without the upgrade to https that a local server cannot follow. */
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

/** Every rule that fits adds to the values of those before it. */
function joined(rules: readonly Rule[]): HeadersOf {
  return pathname => {
    const found: Record<string, string> = {}
    for (const [name, value] of fitting(rules, pathname))
      found[name] = found[name] === undefined ? value : `${found[name]}, ${value}`
    return found
  }
}

/** The last rule that fits has the last word. */
function replaced(rules: readonly Rule[]): HeadersOf {
  return pathname => Object.fromEntries(fitting(rules, pathname))
}

function fitting(rules: readonly Rule[], pathname: string): Rule['headers'] {
  return rules
    .filter(({ fits }) => fits.test(pathname))
    .flatMap(({ headers }) => headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]))
}

function readRules(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n').filter(one => one.trim() && !one.startsWith('#'))) {
    const [, name, value] = /^\s+([^:\s]+):\s*(.*)$/.exec(line) ?? []
    if (name && value !== undefined) rules.at(-1)?.headers.push([name, value])
    else {
      const pattern = line.trim().split('*').map(escape).join('.*')
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

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
