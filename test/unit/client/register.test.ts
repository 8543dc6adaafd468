// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type UpdateControl, watchUpdates } from '../../../src/client/offline/register.ts'
import type { BootData } from '../../../src/schema/view.ts'

vi.mock('docsgen:sheet/update-prompt', () => ({ default: '' }))
vi.mock('../../../src/client/fetch-json.ts', () => ({ fetchJson: () => new Promise(() => undefined) }))

afterEach(() => vi.useRealTimers())

/** A worker that is being installed. */
class FakeWorker extends EventTarget {
  state = 'installing'
}

/** A registration with an active version and a second one that is being installed. */
class FakeRegistration extends EventTarget {
  active = new FakeWorker()
  installing: FakeWorker | null = new FakeWorker()
  waiting: FakeWorker | null = null

  announce(): void {
    this.dispatchEvent(new Event('updatefound'))
  }

  install(): void {
    this.waiting = this.installing
    this.installing = null
    if (!this.waiting) return
    this.waiting.state = 'installed'
    this.waiting.dispatchEvent(new Event('statechange'))
  }
}

function watch() {
  vi.useFakeTimers()
  let updates = 0
  document.addEventListener('docsgen:sw-updated', () => (updates += 1))
  const registration = new FakeRegistration()
  watchUpdates({ registration } as unknown as UpdateControl, {} as BootData)
  return { registration, count: () => updates }
}

describe('a new version', () => {
  test('is offered once, also where it was being installed already when the browser announced it', async () => {
    const { registration, count } = watch()
    registration.announce()
    registration.install()
    await vi.advanceTimersByTimeAsync(1000)
    expect(count()).toBe(1)
  })

  test('is offered again when another one comes after it', async () => {
    const { registration, count } = watch()
    registration.install()
    await vi.advanceTimersByTimeAsync(1000)
    registration.installing = new FakeWorker()
    registration.announce()
    registration.install()
    await vi.advanceTimersByTimeAsync(1000)
    expect(count()).toBe(2)
  })
})
