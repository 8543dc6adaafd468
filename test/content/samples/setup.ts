import { afterEach, beforeEach, vi } from 'vitest'

// Files of one worker share the environment (starting jsdom for each costs more than the samples themselves):
// every sample gets its own Vue by loading all modules anew, and a fresh document.
vi.resetModules()
vi.restoreAllMocks()
vi.useRealTimers()
Object.assign(globalThis, { jest: vi })
document.head.innerHTML = ''
document.body.innerHTML = ''
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')

const warnings: string[] = []
const plainError = console.error

beforeEach(() => {
  warnings.length = 0
  console.error = (...values: unknown[]) => {
    if (String(values[0]).startsWith('[Vue warn]')) warnings.push(values.map(String).join(' '))
  }
})

// A warning of Vue that a sample does not expect (by replacing console.error itself) is a mistake in the sample.
afterEach(() => {
  console.error = plainError
  if (warnings.length > 0) throw new Error(`unexpected ${warnings.join('\n')}`)
})
