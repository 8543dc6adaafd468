import { transformSync, type Loader } from 'esbuild'
import { parse } from 'vue/compiler-sfc'
import { compile } from 'vue-template-compiler'
import type { Fence } from './fences.ts'

/** What an excerpt may be a part of; the first wrapping that parses is enough. */
export const wrappings: ((code: string) => string)[] = [
  code => code,
  code => `(\n${code}\n)`,
  code => `({\n${code}\n})`,
  code => `class Excerpt {\n${code}\n}`,
  code => `async function excerpt() {\n${code}\n}`,
]

/** Parses a fence that does not run by itself. Returns what is wrong with it, undefined when nothing is. */
export function checkFragment(fence: Fence): string | undefined {
  if (fence.lang === 'json') return checkJson(fence.code)
  if (fence.lang === 'vue') return checkVue(fence.code)
  if (fence.lang === 'html') return checkHtml(fence.code)
  if (/^[jt]sx?$/.test(fence.lang)) return checkScript(fence.code, fence.lang)
  return undefined
}

function checkJson(code: string): string | undefined {
  try {
    JSON.parse(code)
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

function checkScript(code: string, lang: string): string | undefined {
  const loaders: Loader[] = lang.startsWith('ts') ? ['ts', 'tsx'] : ['jsx', 'ts']
  const failures = loaders.flatMap(loader => wrappings.map(wrap => parseScript(wrap(code), loader)))
  return failures.includes(undefined) ? undefined : failures[0]
}

function parseScript(code: string, loader: Loader): string | undefined {
  try {
    transformSync(code, { loader, format: 'esm', target: 'esnext', logLevel: 'silent' })
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

// The errors of `parse` itself are not used: it does not know that <input> has no end tag. The template compiler does.
function checkVue(code: string): string | undefined {
  const { template, script, scriptSetup } = parse({ source: code, filename: 'Excerpt.vue' })
  if (template === null && script === null && scriptSetup === null) return checkTemplate(code)
  for (const block of [script, scriptSetup]) {
    const problem = block === null ? undefined : checkScript(block.content, block.lang ?? 'js')
    if (problem !== undefined) return problem
  }
  return template === null ? undefined : checkTemplate(template.content)
}

/** A template holds no doctype and no script, a whole document does: the template compiler sees the rest. */
function checkHtml(code: string): string | undefined {
  const markup = code.replace(/<!doctype[^>]*>/i, '').replace(/<(script|style)\b[^]*?<\/\1>/gi, '')
  return checkTemplate(`<div>${markup}</div>`)
}

function checkTemplate(template: string): string | undefined {
  return compile(template).errors[0]
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines.find(line => line.startsWith('<stdin>')) ?? lines[0] ?? 'unknown error'
}
