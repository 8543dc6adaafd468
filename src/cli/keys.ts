/** What a key does. */
export interface Shortcut {
  /** For the list that `h` prints. */
  does: string
  run(): void
}

/** The parts of a process that keys need. */
export type KeyProcess = Pick<NodeJS.Process, 'stdin' | 'stderr' | 'env' | 'pid' | 'once' | 'kill'>

/** Runs a shortcut for each key pressed; only on a terminal, and never where a program watches (CI). */
export function watchKeys(
  shortcuts: Readonly<Record<string, Shortcut>>,
  program: KeyProcess = process,
): void {
  const { stdin, stderr, env } = program
  if (!stdin.isTTY || !stderr.isTTY || env['CI']) return
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  program.once('exit', () => stdin.setRawMode(false))
  stderr.write('Press h for the list of keys.\n')
  stdin.on('data', (key: string) => {
    // In raw mode the terminal sends no signals of its own.
    if (key === '\u0003') return void program.kill(program.pid, 'SIGINT')
    if (key === 'h') return void stderr.write(helpText(shortcuts))
    if (Object.hasOwn(shortcuts, key)) shortcuts[key]?.run()
    if (key === 'q') stopReading(stdin)
  })
}

/** Waiting for keys must not keep the process alive; pausing alone does not do for a pipe. */
function stopReading(stdin: NodeJS.ReadStream): void {
  stdin.pause()
  stdin.unref()
}

function helpText(shortcuts: Readonly<Record<string, Shortcut>>): string {
  return Object.entries(shortcuts)
    .map(([key, { does }]) => `  ${key}  ${does}\n`)
    .join('')
}
