/**
 * Goes back to where the reader was when the router, not the browser, was in charge of this history entry and the
 * document is loaded anew.
 */
export function restoreScroll(): void {
  if (history.scrollRestoration !== 'manual') return
  try {
    const state = history.state as { docsgen?: { id?: string } } | null
    const positions = JSON.parse(sessionStorage.getItem('docsgen-scroll') ?? '[]') as [
      string,
      { y: number },
    ][]
    const saved = positions.find(([id]) => id === state?.docsgen?.id)
    if (saved) scrollTo({ top: saved[1].y, behavior: 'instant' })
  } catch {
    // Storage is denied: the page opens at its top.
  }
}
