/**
 * Prints why a server could not start when `--host` or `--port` is to blame, and returns the exit code. Any other error
 * is thrown on. A port that is taken is no error: `listen` says so itself.
 */
export function explainListening(
  error: unknown,
  { host, port }: { host?: string | true; port: number },
): number {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const isAddress = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) && typeof host === 'string'
  const isRefused = code === 'EACCES' && syscall === 'listen'
  if (!isAddress && !isRefused) throw error
  const problem = isAddress
    ? `\`--host ${host}\` is no address of this machine`
    : `Port ${port} needs rights that this process does not have`
  process.stderr.write(`${problem} (${code}).\n`)
  return 2
}
