// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
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

test('a new version is offered once, also where it was being installed already; another one is offered again', async () => {
  vi.useFakeTimers()
  const offered = vi.fn()
  document.addEventListener('docsgen:sw-updated', offered)
  const registration = new FakeRegistration()
  watchUpdates({ registration } as unknown as UpdateControl, {} as BootData)
  for (const count of [1, 2]) {
    registration.installing ??= new FakeWorker()
    registration.announce()
    registration.install()
    await vi.advanceTimersByTimeAsync(1000)
    expect(offered).toHaveBeenCalledTimes(count)
  }
})
