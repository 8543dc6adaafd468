/** What a key does. */
export interface Shortcut {
  /** For the list that `h` prints. */
  does: string
  run(): void
}

/** Runs a shortcut for each key pressed; only on a terminal, and never where a program watches (CI). */
export function watchKeys(shortcuts: Readonly<Record<string, Shortcut>>): void {
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY || process.env['CI']) return
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  process.once('exit', () => stdin.setRawMode(false))
  stderr.write('Press h for the list of keys.\n')
  stdin.on('data', (key: string) => {
    // In raw mode the terminal sends no signals of its own.
    if (key === '\u0003') return void process.kill(process.pid, 'SIGINT')
    if (key === 'h') return void stderr.write(helpText(shortcuts))
    if (Object.hasOwn(shortcuts, key)) shortcuts[key]?.run()
    if (key === 'q') stdin.pause()
  })
}

function helpText(shortcuts: Readonly<Record<string, Shortcut>>): string {
  return Object.entries(shortcuts)
    .map(([key, { does }]) => `  ${key}  ${does}\n`)
    .join('')
}
