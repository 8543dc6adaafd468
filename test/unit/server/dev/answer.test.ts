import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createAddressTable } from '../../../../src/shared/addresses.ts'
import { answerDev, type DevState } from '../../../../src/server/dev/answer.ts'
import { startClosable } from '../../../support/closable.ts'

it('a document says which load it shows, so that one that comes while it is made is news for it', async () => {
  const state = {
    version: 3,
    reloads: 1,
    token: 't',
    session: { root: '/' },
    versions: { open: () => undefined },
    ready: Promise.resolve(),
    loaded: { site: { config: { security: { embed: [] } } } },
  } as unknown as DevState
  const make = () => {
    state.version += 1
    state.reloads += 1
    return Promise.resolve('<head></head>')
  }
  state.files = {
    base: '/',
    files: new Map([['/index.html', { type: 'made', document: true, make }]]),
    views: new Map(),
    table: createAddressTable(['/'], []),
    pages: new Map(),
  }
  const server = createServer((request, response) => void answerDev({ state, request, response }))
  const { port, close } = await startClosable(server, '127.0.0.1')
  const text = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  expect(text).toContain('data-version="3" data-reloads="1"')
  await close()
})
