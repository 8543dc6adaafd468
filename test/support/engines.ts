/**
 * Firefox and WebKit, driven by what they bring along themselves: Marionette over TCP and a WebDriver over HTTP.
 * Just enough of both to open an address and to run a script in the page.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Engine {
  open(url: string): Promise<void>
  /** Runs the body of an async function in the page. Globals are reached through `window`. */
  run<T>(body: string): Promise<T>
  close(): Promise<void>
}

const FIREFOX = [process.env['DOCSGEN_FIREFOX'], '/usr/bin/firefox', '/usr/bin/firefox-esr']
const WEBKIT = [process.env['DOCSGEN_WEBKIT_DRIVER'], '/usr/bin/WebKitWebDriver']
const MINI_BROWSER = [
  process.env['DOCSGEN_WEBKIT'],
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
]
const SCREEN = '/usr/bin/Xvfb'

/** The engines of this machine; undefined for one that is not installed. */
export const engines: [name: string, start: (() => Promise<Engine>) | undefined][] = [
  ['Firefox', startable(FIREFOX) ? startFirefox : undefined],
  ['WebKit', startable(WEBKIT) && startable(MINI_BROWSER) && existsSync(SCREEN) ? startWebKit : undefined],
]

function startable(candidates: (string | undefined)[]): string | undefined {
  return candidates.find(file => file && existsSync(file))
}

/** `body` as a script that reports by the callback which WebDriver appends. */
function asyncScript(body: string): string {
  return (
    'const done = arguments[arguments.length - 1];' +
    `(async () => { ${body} })().then(value => done({ value }), error => done({ error: String(error) }))`
  )
}

function unwrap<T>(answer: { value?: T; error?: string } | null): T {
  if (answer?.error !== undefined) throw new Error(answer.error)
  return answer?.value as T
}

async function startFirefox(): Promise<Engine> {
  const port = await freePort()
  const profile = mkdtempSync(path.join(tmpdir(), 'docsgen-firefox-'))
  writeFileSync(path.join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`)
  const options = ['--headless', '--marionette', '--no-remote', '--profile', profile]
  const child = spawn(startable(FIREFOX) ?? '', options, { stdio: 'ignore' })
  const socket = await retry(() => openSocket(port)).catch(async (error: unknown) => {
    await stop(child)
    throw error
  })
  const call = speakMarionette(socket)
  await call('WebDriver:NewSession', {})
  await call('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 60_000 })
  return {
    open: async url => void (await call('WebDriver:Navigate', { url })),
    async run<T>(body: string) {
      const script = asyncScript(body)
      const answer = await call('WebDriver:ExecuteAsyncScript', { script, args: [] })
      return unwrap((answer as { value: { value?: T; error?: string } }).value)
    },
    async close() {
      // Firefox may have started itself anew, so that the process we know is not the last one.
      await Promise.race([
        call('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined),
        pause(5000),
      ])
      socket.destroy()
      await stop(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Call = (name: string, parameters: object) => Promise<unknown>
type Message = [type: number, id: number, error: { message: string } | null, result: unknown]

/** Messages are `length:json`; each command has one answer, in order. */
function speakMarionette(socket: Socket): Call {
  const waiting = new Map<number, (message: Message) => void>()
  let rest = Buffer.alloc(0)
  let last = 0
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    for (;;) {
      const colon = rest.indexOf(':')
      const end = colon + 1 + Number(rest.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || rest.length < end) return
      const message = JSON.parse(rest.subarray(colon + 1, end).toString()) as Message
      rest = rest.subarray(end)
      waiting.get(message[1])?.(message)
    }
  })
  return (name, parameters) => {
    const id = ++last
    const text = JSON.stringify([0, id, name, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return new Promise((resolve, reject) => {
      waiting.set(id, ([, , error, result]) => (error ? reject(new Error(error.message)) : resolve(result)))
    })
  }
}

async function startWebKit(): Promise<Engine> {
  const port = await freePort()
  const display = `:${90 + (port % 900)}`
  const screen = spawn(SCREEN, [display, '-screen', '0', '1280x800x24'], { stdio: 'ignore' })
  await pause(1500)
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const driver = spawn(startable(WEBKIT) ?? '', [`--port=${port}`], { stdio: 'ignore', env })
  const call = async (method: string, address: string, body?: object): Promise<unknown> => {
    const options = { method, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`http://127.0.0.1:${port}/session${address}`, options)
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(JSON.stringify(value))
    return value
  }
  const browserOptions = { binary: startable(MINI_BROWSER), args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } }
  const session = (await retry(() => call('POST', '', { capabilities }))) as { sessionId: string }
  const own = `/${session.sessionId}`
  await call('POST', `${own}/timeouts`, { script: 60_000, pageLoad: 60_000 })
  return {
    open: async url => void (await call('POST', `${own}/url`, { url })),
    async run<T>(body: string) {
      const answer = await call('POST', `${own}/execute/async`, { script: asyncScript(body), args: [] })
      return unwrap(answer as { value?: T; error?: string })
    },
    async close() {
      await call('DELETE', own).catch(() => undefined)
      await Promise.all([stop(driver), stop(screen)])
    },
  }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** A browser takes a while before it listens. */
async function retry<T>(work: () => Promise<T>, tries = 100): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (count === tries) throw error
      await pause(500)
    }
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
}
