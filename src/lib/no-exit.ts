/** In place of `process.exit` while code of the site runs: it may fail, but does not end docsgen in silence. */
function refuse(code?: number | string | null): never {
  throw new Error(
    `it called \`process.exit(${code ?? ''})\`, which only docsgen may do; throw an error instead.`,
  )
}

/** Runs what waits for nothing; whoever in it would end the process throws instead. */
export function withoutExit(run: () => void): void {
  const { exit } = process
  process.exit = refuse
  try {
    run()
  } finally {
    process.exit = exit
  }
}

/** The same for good, for a thread or a process. Returns what ends it. */
export function refuseExit(): (code?: number) => never {
  const exit = process.exit.bind(process)
  process.exit = refuse
  // Node.js itself ends a thread so when nobody has caught an error.
  process.once('uncaughtExceptionMonitor', () => (process.exit = exit))
  return exit
}
