import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type KeyProcess, watchKeys } from '../../../../src/cli/commands/serve.ts'

/** A process on a terminal: keys go in, what is printed and what happens comes out. */
function createProgram({ isTTY = true, env = {} }: { isTTY?: boolean; env?: Record<string, string> } = {}) {
  const seen = { raw: [] as boolean[], signals: [] as unknown[], ran: [] as string[], printed: '' }
  const setRawMode = (on: boolean) => seen.raw.push(on)
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode, unref: () => undefined })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  stderr.on('data', (text: Buffer) => (seen.printed += text.toString()))
  const events = new EventEmitter()
  const kill = (...what: unknown[]) => seen.signals.push(what)
  const program = Object.assign(events, { stdin, stderr, env, pid: 42, kill }) as unknown as KeyProcess
  const shortcuts = {
    r: { does: 'load everything anew', run: () => seen.ran.push('r') },
    q: { does: 'stop', run: () => seen.ran.push('q') },
  }
  watchKeys(shortcuts, program)
  const press = async (key: string) => {
    stdin.write(key)
    await new Promise(resolve => setImmediate(resolve))
  }
  return { seen, events, stdin, press }
}

describe('keys', () => {
  it('run what they stand for; others do nothing', async () => {
    const { seen, press } = createProgram()
    for (const key of ['r', 'x', 'R', 'r', '__proto__', 'constructor']) await press(key)
    expect(seen.ran).toEqual(['r', 'r'])
  })

  it('are listed with what they do', async () => {
    const { seen, press } = createProgram()
    await press('h')
    expect(seen.printed).toBe('Press h for the list of keys.\n  r  load everything anew\n  q  stop\n')
  })

  it('send the signal that a terminal in raw mode does not send', async () => {
    const { seen, press } = createProgram()
    await press('\u0003')
    expect(seen.signals).toEqual([[42, 'SIGINT']])
  })

  it('are no longer read after q, and the terminal is given back at the end', async () => {
    const { seen, events, stdin, press } = createProgram()
    await press('q')
    expect(seen.ran).toEqual(['q'])
    expect(stdin.isPaused()).toBe(true)
    events.emit('exit')
    expect(seen.raw).toEqual([true, false])
  })

  it.each([{ isTTY: false }, { env: { CI: '1' } }])('are not read without a person: %j', async given => {
    const { seen, press } = createProgram(given)
    await press('r')
    expect(seen).toMatchObject({ raw: [], ran: [], printed: '' })
  })
})
