import { expect, it } from 'vitest'
import { settled } from '../../../src/lib/site-code.ts'

it('what waits for something that never comes is rejected when nothing else is to be done', async () => {
  const waiting = settled(new Promise(() => undefined))
  process.emit('beforeExit', 0)
  await expect(waiting).rejects.toThrow('waits for something that never comes')
})

it('what comes to its end does so, and leaves no listener', async () => {
  const before = process.listenerCount('beforeExit')
  await expect(settled(Promise.resolve(1))).resolves.toBe(1)
  await expect(settled(Promise.reject(new Error('own')))).rejects.toThrow('own')
  expect(process.listenerCount('beforeExit')).toBe(before)
})
