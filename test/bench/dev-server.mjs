/** Servers of a benchmark: start, wait, end with all that they started. */
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'

/** Starts a program's server in a session of its own. */
export function startServer(command, args, { site, env }) {
  return spawn(command, args, {
    cwd: site,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: 'ignore',
    detached: true,
  })
}

/** Waits until something listens on a port, at most `limit` milliseconds. */
export async function waitForPort(port, limit) {
  const start = performance.now()
  while (!(await isOpen(port))) {
    if (performance.now() - start > limit) throw new Error('The server did not start.')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** Servers listen on one of the two loopback addresses. */
async function isOpen(port) {
  const tries = ['127.0.0.1', '::1'].map(
    host =>
      new Promise(resolve => {
        const socket = connect({ port, host })
        const end = is => () => (socket.destroy(), resolve(is))
        socket.once('connect', end(true)).once('error', end(false))
      }),
  )
  return (await Promise.all(tries)).includes(true)
}

/** A port that nobody uses now. */
export function freePort() {
  return new Promise(resolve => {
    const server = createServer().listen(0, () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/** Ends the server and all that it started. */
export async function stopServer(server) {
  const ended = new Promise(resolve => server.once('exit', resolve))
  const kill = signal => {
    try {
      process.kill(-server.pid, signal)
    } catch {
      // It is gone.
    }
  }
  kill('SIGTERM')
  await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 3000))])
  kill('SIGKILL')
}
