import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listRegularExpressions, type Written } from '../support/regular-expressions.ts'

const FULL = Boolean(process.env['DOCSGEN_FULL'])
const PROGRAM = fileURLToPath(new URL('../support/hard-texts.mjs', import.meta.url))

/** Lines that say which of them are slow, and for what text. */
async function findSlow(patterns: readonly Written[]): Promise<string[]> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  child.stdin.end(JSON.stringify({ patterns, isFull: FULL }))
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  expect(await ended).toBe(0)
  return Buffer.concat(parts)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const { file, source, flags, hard } = JSON.parse(line) as Written & { hard: object }
      return `${file} /${source}/${flags} ${JSON.stringify(hard)}`
    })
}

describe.skipIf(!FULL)('regular expressions', () => {
  const patterns = listRegularExpressions('src', 'templates', 'bin')

  it('are found, the built ones too', () => {
    expect(patterns.length).toBeGreaterThan(300)
    expect(patterns.some(({ source }) => source.includes('region|begin'))).toBe(true)
  })

  it('a slow one is told by any of its texts', async () => {
    const slow = ['(a+)+b', '\\s+$', '<!--.*-->', '(?:a|aa)+\\)', 'x*y'].map(source => ({
      file: '',
      source,
      flags: '',
    }))
    const quick = ['a+', '(?<!\\s)\\s+$', '<!--', '^a*b'].map(source => ({ file: '', source, flags: '' }))
    const found = await findSlow([...slow, ...quick])
    expect(found.map(line => line.split(/[/] /)[0])).toEqual(slow.map(({ source }) => ` /${source}`))
  })

  it(
    'answer texts of 100 KB that are made to be hard within 50 ms, each without exception',
    { timeout: FULL ? 1_800_000 : 300_000 },
    async () => expect(await findSlow(patterns)).toEqual([]),
  )
})
