import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createHttpStorage,
  decodeActionResult,
  encodeActionResult,
} from '../../../src/cache/remote-storage.ts'
import { createRandom } from '../../sites/random.ts'
import { type CacheServer, startCacheServer } from '../../support/cache-server.ts'

const state = {} as { server: CacheServer; other: CacheServer }
beforeAll(async () => {
  state.server = await startCacheServer()
  state.other = await startCacheServer()
})
afterEach(() => {
  for (const server of [state.server, state.other]) {
    server.fault = undefined
    server.files.clear()
    server.requests.length = 0
  }
})
afterAll(() => Promise.all([state.server.close(), state.other.close()]))

const never = new AbortController().signal
const storage = (timeout = 10_000, address = state.server.origin) =>
  createHttpStorage({ url: address, authorization: 'Bearer secret', timeout })
const problemOf = (action: Promise<unknown>) =>
  action.then(
    () => undefined,
    (error: { message: string; isFinal: boolean }) => ({ message: error.message, isFinal: error.isFinal }),
  )

describe('a server of a shared cache', () => {
  it('is asked for what it has, and given what it lacks', async () => {
    expect(await storage().read('ac/1', 100, never)).toBe(undefined)
    expect(await storage().has('ac/1', never)).toBe(false)
    await storage().write('ac/1', Buffer.from('one'), never)
    expect(await storage().has('ac/1', never)).toBe(true)
    expect(Buffer.from((await storage().read('ac/1', 100, never)) ?? []).toString()).toBe('one')
    expect(state.server.requests.map(({ method }) => method)).toEqual(['GET', 'HEAD', 'PUT', 'HEAD', 'GET'])
    expect(state.server.requests.every(({ authorization }) => authorization === 'Bearer secret')).toBe(true)
  })

  it('may lie below a path; a name and a password of its address are in no message', async () => {
    const { host } = new URL(state.server.origin)
    const own = createHttpStorage({ url: `http://me:secret@${host}/docs/` })
    await own.read('cas/2', 100, never)
    expect(state.server.requests).toEqual([{ method: 'GET', path: '/docs/cas/2', authorization: undefined }])
    expect(own.name).toBe(`http://${host}/docs`)
  })

  it.each([400, 401, 403, 429, 500, 503])('that answers %d has failed', async status => {
    state.server.fault = (_request, response) => Boolean(response.writeHead(status).end('x'.repeat(1000)))
    const message = `it answered ${status}`
    const isFinal = status === 401 || status === 403
    expect(await problemOf(storage().read('ac/1', 100, never))).toEqual({ message, isFinal })
    expect(await problemOf(storage().has('ac/1', never))).toEqual({ message, isFinal })
  })

  it.each([401, 403, 404, 405, 413, 429, 500, 507])('that takes nothing has failed: %d', async status => {
    state.server.fault = (request, response) => Boolean(request.resume() && response.writeHead(status).end())
    const isFinal = [401, 403, 405, 507].includes(status)
    const problem = await problemOf(storage().write('ac/1', Buffer.from('one'), never))
    expect(problem).toEqual({ message: `it answered ${status}`, isFinal })
  })

  it.each([204, 404, 410])('that answers %d lacks it', async status => {
    state.server.fault = (_request, response) => Boolean(response.writeHead(status).end())
    expect(await storage().read('ac/1', 100, never)).toBe(undefined)
    expect(await storage().has('ac/1', never)).toBe(false)
  })

  it('that never answers, or never ends, is not waited for', async () => {
    const timed = { message: 'it did not answer within 0.1 seconds', isFinal: false }
    state.server.fault = () => true
    expect(await problemOf(storage(100).read('ac/1', 100, never))).toEqual(timed)
    expect(await problemOf(storage(100).write('ac/1', Buffer.from('one'), never))).toEqual(timed)
    state.server.fault = (_request, response) => response.writeHead(200).write('a')
    expect(await problemOf(storage(100).read('ac/1', 100, never))).toEqual(timed)
    const all = { message: 'it took too long in all', isFinal: true }
    expect(await problemOf(storage().read('ac/1', 100, AbortSignal.timeout(50)))).toEqual(all)
  })

  it('that sends without end is cut off', async () => {
    state.server.fault = (_request, response) => {
      response.writeHead(200)
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more))
      return Boolean(more() ?? true)
    }
    const problem = await problemOf(storage().read('cas/1', 100_000, never))
    expect(problem).toEqual({ message: 'it sent more than it said', isFinal: true })
  })

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['before it answers', request => request.socket.destroy()],
    [
      'in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('half', () => response.destroy())
      },
    ],
  ])('that hangs up %s has failed', async (_when, hangUp) => {
    state.server.fault = (request, response) => Boolean(hangUp(request, response) ?? true)
    const problem = await problemOf(storage().read('cas/1', 1000, never))
    expect(problem?.message).toMatch(/^the connection failed \(/)
  })

  it('that is not there has failed', async () => {
    const gone = await startCacheServer()
    await gone.close()
    const problem = await problemOf(storage(1000, gone.origin).read('cas/1', 1000, never))
    expect(problem?.message).toBe('the connection failed (ECONNREFUSED)')
  })
})

describe('a redirect', () => {
  const redirect =
    (status: number, location: string) => (_request: IncomingMessage, response: ServerResponse) =>
      Boolean(response.writeHead(status, { location }).end())

  it.each([301, 302, 303, 307, 308])(
    'to another origin is followed without what is secret: %d',
    async status => {
      state.other.files.set('/elsewhere', Buffer.from('one'))
      state.server.fault = redirect(status, `${state.other.origin}/elsewhere`)
      expect(await storage().read('cas/1', 100, never)).toHaveLength(3)
      expect(state.other.requests).toEqual([{ method: 'GET', path: '/elsewhere', authorization: undefined }])
      expect(state.server.requests[0]?.authorization).toBe('Bearer secret')
    },
  )

  it('is not followed with what is put there', async () => {
    state.server.fault = redirect(307, `${state.other.origin}/elsewhere`)
    const problem = await problemOf(storage().write('cas/1', Buffer.from('one'), never))
    expect(problem?.message).toBe('it answered 307')
    expect(state.other.requests).toEqual([])
  })

  it.each(['file:///etc/passwd', 'data:,x', 'http://', ''])('to nowhere is none: %s', async location => {
    state.server.fault = redirect(302, location)
    const problem = await problemOf(storage().read('cas/1', 100, never))
    expect(problem?.message).toMatch(location === '' ? /^it redirects/ : /^it redirects to nowhere$/)
  })

  it('without end is none', async () => {
    state.server.fault = redirect(302, '/again')
    const problem = await problemOf(storage().read('cas/1', 100, never))
    expect(problem?.message).toBe('it redirects without end')
    expect(state.server.requests.length).toBe(4)
  })
})

describe('the message under `ac/`', () => {
  const hash = 'a1'.repeat(32)

  it.each([0, 1, 127, 128, 300, 2 ** 31, 2 ** 40])('names bytes by hash and size: %d', size => {
    expect(decodeActionResult(encodeActionResult({ hash, size }))).toEqual({ hash, size })
  })

  it('is the message that the remote execution API describes', () => {
    const digest = `0a40${Buffer.from(hash).toString('hex')}10ac02`
    const file = `0a057061676573` + `1245${digest}`
    expect(encodeActionResult({ hash, size: 300 }).toString('hex')).toBe(`124e${file}`)
  })

  it('fields that servers add are passed over', () => {
    const own = encodeActionResult({ hash, size: 7 })
    const worker = Buffer.from('4a060a04686f7374', 'hex')
    const numbers = Buffer.from('2000' + '5d01020304' + '610102030405060708', 'hex')
    expect(decodeActionResult(Buffer.concat([numbers, own, worker]))).toEqual({ hash, size: 7 })
  })

  it('whatever else it is given is no such message, and nothing is thrown', () => {
    const random = createRandom(17)
    const own = encodeActionResult({ hash, size: 300 })
    for (let run = 0; run < 2000; run += 1) {
      const bytes = Buffer.from(
        own.subarray(0, random.below(2) === 0 ? own.length : random.below(own.length)),
      )
      for (let change = random.below(4); change >= 0; change -= 1)
        if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
      const digest = decodeActionResult(bytes)
      if (digest) expect(digest.hash).toMatch(/^[0-9a-f]{64}$/)
      if (digest) expect(Number.isSafeInteger(digest.size)).toBe(true)
    }
    expect(decodeActionResult(Buffer.of())).toBe(undefined)
    expect(decodeActionResult(Buffer.from('<html>Not found</html>'))).toBe(undefined)
    expect(decodeActionResult(encodeActionResult({ hash: hash.toUpperCase(), size: 1 }))).toBe(undefined)
  })
})
