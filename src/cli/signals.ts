import { SIGNALS } from '../lib/signals.ts'

/** Ends the process on a signal with the conventional exit code; `exit` listeners remove what is temporary (R-SIG-1). */
export function onSignals(end: (code: number) => void): void {
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => end(code))
  // A reader that goes away (`docsgen routes | head -1`) is no error (R-SIG-2).
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
