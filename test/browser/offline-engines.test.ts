import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Engine, engines } from '../support/engines.ts'
import { buildVersions, useOfflineSuite } from '../support/offline-suite.ts'

const PAGES = ['/', '/guide/', '/guide/first.html', '/guide/second.html', '/api/mount.html', '/api/Wrapper/']
const FOOTER = "document.querySelector('footer.footer').textContent"
/** Packs whose store is complete: three languages, and what they share. */
const COMPLETE = `
  const names = (await window.caches.keys()).filter(name => name.includes(':pack:'))
  const keys = await Promise.all(names.map(async name => (await window.caches.open(name)).keys()))
  return keys.filter(all => all.some(({ url }) => url.endsWith('docsgen-complete'))).length`
const UPDATE = 'await (await navigator.serviceWorker.ready).update().catch(() => undefined)'

/** Firefox and WebKit where they are installed; like the whole corpus only with `DOCSGEN_FULL=1`. */
describe.skipIf(!process.env['DOCSGEN_FULL'])('other browsers', () => {
  const suite = useOfflineSuite<'v1' | 'v2'>(site => buildVersions(site, ['v1', 'v2']))

  describe.each(engines)('%s', (_name, start) => {
    let engine: Engine
    beforeEach(async () => {
      if (start) engine = await start()
    })
    afterEach(async () => {
      await engine?.close()
    })

    async function openSaved(): Promise<void> {
      await engine.open(`${suite.server.origin}/`)
      await expect.poll(() => engine.run<number>(COMPLETE), { timeout: 60_000, interval: 500 }).toBe(4)
    }

    test.skipIf(!start)('every page opens with the server closed', async () => {
      await openSaved()
      await suite.server.close()
      for (const page of ['', '/zh', '/fr'].flatMap(locale => PAGES.map(path => locale + path))) {
        await engine.open(suite.server.origin + page)
        const shown = await engine.run<[string, string, number]>(
          "return [location.pathname, document.querySelector('h1').textContent, document.querySelectorAll('main h1').length]",
        )
        expect(shown).toEqual([page, expect.stringMatching(/Home|Guide|First|Second|mount|Wrapper/), 1])
      }
    })

    test.skipIf(!start)('a new version is offered and takes over', async () => {
      await openSaved()
      suite.server.folder = suite.folders.v2
      await engine.run(UPDATE)
      const offered = () =>
        engine.run<number>("return document.querySelectorAll('#docsgen-update button').length")
      await expect.poll(offered, { timeout: 30_000 }).toBe(2)
      expect(await engine.run(`return ${FOOTER}`)).toBe('v1')
      await engine.run("document.querySelector('#docsgen-update button').click()")
      const footer = () => engine.run(`return ${FOOTER}`).catch(() => '')
      await expect.poll(footer, { timeout: 30_000, interval: 500 }).toBe('v2')
      await suite.server.close()
      await engine.open(`${suite.server.origin}/fr/guide/first.html`)
      expect(await engine.run(`return ${FOOTER}`)).toBe('v2')
    })

    test.skipIf(!start)('wrong bytes are refused and the old version goes on', async () => {
      await openSaved()
      suite.server.folder = suite.folders.v2
      const page = { status: 200, body: '<!DOCTYPE html><title>App</title>' }
      suite.server.trick = url => (url.startsWith('/assets/js/app.') ? page : undefined)
      await engine.run(UPDATE)
      const isAsked = () =>
        suite.server.seen.some(({ url, bytes }) => url.startsWith('/assets/js/app.') && bytes < 50)
      await expect.poll(isAsked, { timeout: 30_000 }).toBe(true)
      const busy = () => engine.run('return Boolean((await navigator.serviceWorker.ready).installing)')
      await expect.poll(busy, { timeout: 30_000 }).toBe(false)
      expect(await engine.run('return (await navigator.serviceWorker.ready).waiting === null')).toBe(true)
      await suite.server.close()
      await engine.open(`${suite.server.origin}/guide/first.html`)
      expect(await engine.run(`return ${FOOTER}`)).toBe('v1')
    })
  })
})
