import type { Clock } from '../lib/clock.ts'
import type { Staging } from '../render/staging.ts'
import type { Finding } from '../schema/finding.ts'
import type { LoadedSite } from './load.ts'

/** Pages that no source stands for: all of a language in one, the state of all translations. Most sites have neither. */
export async function emitPagesOnRequest(
  loaded: LoadedSite,
  { staging, clock }: { staging: Staging; clock: Clock },
): Promise<Finding[]> {
  const { print, check } = loaded.site.config
  const found: Finding[] = []
  if (print) {
    const { emitPrint } = await import('./print.ts')
    found.push(...(await emitPrint(loaded, staging)))
    clock.lap('print')
  }
  if (check.dashboard) {
    const { emitBoard } = await import('./board.ts')
    found.push(...(await emitBoard(loaded, staging)))
    clock.lap('dashboard')
  }
  return found
}
