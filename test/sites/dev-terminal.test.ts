import { chmodSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sample } from '../support/full.ts'
import { exitCode, startServer, until } from './serve.ts'
import { createTestSite, preload, twoLanguages } from './site.ts'

/** Replaces the browser: writes its arguments down, one per line. */
const BROWSER = '#!/bin/sh\nfor argument in "$@"; do echo "$argument"; done >> "$OPENED"\n'

/** Makes the process believe that a person sits at a terminal. */
const TERMINAL = `for (const stream of [process.stdin, process.stderr]) stream.isTTY = true
process.stdin.setRawMode = on => void process.stderr.write('raw ' + on + '\\n')
`

interface Start {
  args?: readonly string[]
  config?: string
  isTerminal?: boolean
  ci?: string
}

/** Starts a server whose browser is a script. */
async function start(command: string, { args = [], config = '', isTerminal = false, ci = '' }: Start) {
  const site = createTestSite({ 'site.config.ts': twoLanguages(config), 'bin/xdg-open': BROWSER })
  chmodSync(path.join(site.root, 'bin/xdg-open'), 0o755)
  const opened = path.join(site.root, 'opened')
  const env = { PATH: `${path.join(site.root, 'bin')}:${process.env['PATH']}`, OPENED: opened, CI: ci }
  if (command === 'preview') await site.run(['build'])
  const nodeArgs = isTerminal ? preload(site, TERMINAL) : []
  const server = await startServer(site, [command, ...args], { env, nodeArgs })
  const read = () => (existsSync(opened) ? readFileSync(opened, 'utf8').split('\n').filter(Boolean) : [])
  return { site, server, opened: read }
}

describe.skipIf(process.platform !== 'linux')('--open', () => {
  it.each(['dev', 'preview'])(
    'docsgen %s hands one address to the browser, as one argument',
    async command => {
      const { server, opened } = await start(command, { args: ['--open'], config: "base: '/docs/'," })
      await until(() => opened().length > 0)
      expect(opened()).toEqual([`http://localhost:${server.port}/docs/`])
      expect((await fetch(opened()[0] ?? '')).status).toBe(200)
    },
  )

  it.each(sample(['/$(touch hacked)/', '/a;touch hacked;/', '/--help/', '/`touch hacked`/'], 0))(
    'a base of %s reaches no shell',
    async base => {
      const config = `base: ${JSON.stringify(base)},`
      const { site, server, opened } = await start('dev', { args: ['--open'], config })
      await until(() => opened().length > 0)
      // One argument, whatever is in it; a base that is refused opens the page with the error.
      expect(opened()).toHaveLength(1)
      expect(opened()[0]).toMatch(new RegExp(`^http://localhost:${server.port}/`))
      expect(existsSync(path.join(site.root, 'hacked'))).toBe(false)
    },
  )
})

describe.skipIf(process.platform !== 'linux')('keys of docsgen dev', () => {
  it('list themselves, print addresses, load again, open the browser, clear the screen, stop', async () => {
    const { server, opened } = await start('dev', { isTerminal: true })
    const press = (key: string) => server.process.stdin?.write(key)
    await server.printed(/Press h to list keyboard shortcuts/)
    press('h')
    await server.printed(/ {2}r {2}reload everything\n {2}u {2}print URLs\n[^]* {2}q {2}stop\n/)
    press('u')
    await server.printed(new RegExp(`(?:http://localhost:${server.port}/[^]*){2}`))
    press('r')
    await server.printed(/Everything loaded in \d+ ms/)
    press('o')
    await until(() => opened().length > 0)
    expect(opened()).toEqual([`http://localhost:${server.port}/`])
    press('c')
    // oxlint-disable-next-line no-control-regex
    await server.printed(/\u001b\[2J\u001b\[3J\u001b\[H/)
    const ended = exitCode(server.process)
    press('q')
    expect(await ended).toBe(0)
    expect(server.output()).toMatch(/raw true\n[^]*raw false\n$/)
    await expect(fetch(server.origin)).rejects.toThrow()
  })

  it('are not read in CI, where nobody types; nothing is opened without --open', async () => {
    const { opened, server } = await start('dev', { isTerminal: true, ci: '1' })
    await server.printed(/page ready/)
    expect(server.output()).not.toMatch(/Press h|raw true/)
    expect(opened()).toEqual([])
  })

  it('Ctrl-C in raw mode ends the process with 130 and gives the terminal back', async () => {
    const { server } = await start('dev', { isTerminal: true })
    await server.printed(/Press h to list keyboard shortcuts/)
    const ended = exitCode(server.process)
    server.process.stdin?.write('\u0003')
    expect(await ended).toBe(130)
    expect(server.output()).toMatch(/raw false\n$/)
  })
})
