import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Headers that a host sends for a decoded path, as it reads them from the file that the build wrote for it. */
export type HeadersOf = (pathname: string) => Record<string, string>

/** Small models of how hosts read their files, from their documentation. Names are in lower case. */
export const HOSTS: Record<string, (output: string) => HeadersOf> = {
  Netlify: output => joined(readRules(read(output, '_headers'))),
  'Cloudflare Pages': output => joined(cloudflareRules(read(output, '_headers'))),
  Vercel: output => replaced(readVercel(read(output, 'vercel.json'))),
  nginx: output => readNginx(read(output, 'nginx-headers.conf')),
  Apache: output => replaced(readApache(read(output, '.htaccess'))),
}

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

/** It reads 100 rules, and no line of more than 2000 characters. */
function cloudflareRules(text: string): Rule[] {
  const lines = text.split('\n').filter(({ length }) => length <= 2000)
  return readRules(lines.join('\n')).slice(0, 100)
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

/** The rewrite module sets variables in order; `add_header` sends what is in them, and nothing that is empty. */
function readNginx(text: string): HeadersOf {
  const lines = text.split('\n')
  const unquote = (quoted: string) => quoted.replace(/\\(.)/g, '$1')
  return pathname => {
    const variables: Record<string, string> = {}
    const sent: Record<string, string> = {}
    for (const line of lines) {
      const condition = /^if \(\$uri ~ "((?:[^"\\]|\\.)*)"\) \{ (.*) \}$/.exec(line)
      if (condition && !new RegExp(unquote(condition[1] ?? '')).test(pathname)) continue
      for (const [, name = '', value = ''] of (condition?.[2] ?? line).matchAll(
        /set \$(\w+) "((?:[^"\\]|\\.)*)";/g,
      ))
        variables[name] = unquote(value)
      const [, header = '', variable = ''] = /^add_header (\S+) \$(\w+) always;$/.exec(line) ?? []
      if (variables[variable]) sent[header.toLowerCase()] = variables[variable]
    }
    return sent
  }
}

function readApache(text: string): Rule[] {
  const rules: Rule[] = [{ fits: /(?:)/, headers: [] }]
  const general = rules[0]
  let open = general
  for (const line of text.split('\n').map(one => one.trim())) {
    const condition = /^<If "%\{REQUEST_URI\} =~ m#(.*)#">$/.exec(line)
    if (condition) rules.push((open = { fits: new RegExp(condition[1] ?? ''), headers: [] }))
    else if (line === '</If>') open = general
    const [, name, value] = /^Header always set (\S+) "((?:[^"\\]|\\.)*)"$/.exec(line) ?? []
    if (name && value !== undefined) open?.headers.push([name, value])
  }
  return rules
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
