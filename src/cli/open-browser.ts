import { spawn } from 'node:child_process'

const COMMANDS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Opens an address in the reader's browser; without a shell, and silently without a browser (D-OPEN-1). */
export function openBrowser(url: string): void {
  const { protocol } = new URL(url)
  if (protocol !== 'http:') return
  const child = spawn(COMMANDS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
