import { emit } from './events.ts'

interface Analytics {
  ga?: (command: 'send', type: 'exception', fields: { exDescription: string; exFatal: boolean }) => void
  gtag?: (command: 'event', name: 'exception', fields: { description: string; fatal: boolean }) => void
}

/** Emits `error`. */
export function reportError(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  emit('error', { error })
  return error
}

/** Emits `error` and tells analytics, where the site has any. */
export function reportRegistrationError(cause: unknown): void {
  const { message } = reportError(cause)
  const { ga, gtag } = globalThis as Analytics
  try {
    if (typeof gtag === 'function') gtag('event', 'exception', { description: message, fatal: false })
    else if (typeof ga === 'function') ga('send', 'exception', { exDescription: message, exFatal: false })
  } catch {
    // Analytics of the site are its own affair.
  }
}
