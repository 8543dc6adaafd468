import { readFile } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { underSystemSignals } from '../../../src/lib/signals.ts'

const heard: string[] = []
const listener = (signal: string) => heard.push(signal)

afterEach(() => {
  process.off('SIGHUP', listener)
  heard.length = 0
})

it('R-SIG-1: hands over a signal that came before the listeners go', async () => {
  process.on('SIGHUP', listener)
  // In the middle of what the event loop does, as where a file has just been read.
  await readFile(import.meta.filename)
  process.kill(process.pid, 'SIGHUP')
  const during = await underSystemSignals(() => Promise.resolve(process.listenerCount('SIGHUP')))
  expect(heard).toEqual(['SIGHUP'])
  expect(during).toBe(0)
  expect(process.listeners('SIGHUP')).toContain(listener)
})

it('gives the listeners back once, also where runs overlap and one fails', async () => {
  process.on('SIGHUP', listener)
  const failing = underSystemSignals(() => Promise.reject(new Error('It cannot be run.'))).catch(String)
  const during = await underSystemSignals(async () => {
    await failing
    return process.listenerCount('SIGHUP')
  })
  expect(await failing).toBe('Error: It cannot be run.')
  expect(during).toBe(0)
  expect(process.listeners('SIGHUP').filter(each => each === listener)).toHaveLength(1)
})
