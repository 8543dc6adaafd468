import { resetAutoDestroyState } from '@vue/test-utils'
import { afterEach, beforeEach, vi } from 'vitest'
import Vue, { type VueConstructor } from 'vue'

// Files of one worker share the environment and the packages (starting jsdom for each costs more than the samples
// themselves): every sample has its modules loaded again, and a fresh document.
vi.resetModules()
resetAutoDestroyState()
// The package for server rendering brings a second Vue Test Utils; each objects to the handler of the other.
Object.assign((Vue as unknown as VueConstructor).config, { errorHandler: undefined })
vi.restoreAllMocks()
vi.useRealTimers()
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
