import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findTarget } from '../../../src/client/router.ts'
import { createLoadedList } from '../../../src/shared/addresses.ts'
import type { IndexEntry, LocaleIndex } from '../../../src/schema/view.ts'

const file = new URL('../../../../shared/spec/oracle/routing-probes.json', import.meta.url)

interface Seen {
  browser: string
  page: string | null
}
interface Probe {
  url: string
  base?: string
  first: Seen
}

/** Where the specification asks for more than the reference does: URL → page and address. */
const DIFFERENCES: Record<string, [page: string, address: string]> = {
  // The address is corrected to the page's own letter case.
  '/API/MOUNT.HTML': ['/api/mount.html', '/api/mount.html'],
  '/api/mount.HTML': ['/api/mount.html', '/api/mount.html'],
  // Query and hash are kept.
  '/api?a=1#mount': ['/api/', '/api/?a=1#mount'],
  // Every direction, so also from `.html` to the slash.
  '/guides.html': ['/guides/', '/guides/'],
}

const PAGES = [
  '/',
  '/api/',
  '/api/mount.html',
  '/api/options.html',
  '/guides/',
  '/zh/',
  '/zh/%E4%B8%AD%E6%96%87.html',
  '/with%20space.html',
]

describe.skipIf(!existsSync(file))(
  'addresses as the reference site answers them (routing-probes.json)',
  () => {
    const probes = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Probe[]) : []
    const pages = Object.fromEntries(PAGES.map((page): [string, IndexEntry] => [page, ['', '', 0]]))
    const index = createLoadedList<LocaleIndex>({ view: '', theme: '', pages, redirects: {} })

    test.each(probes.map(probe => [probe.url, probe] as const))('%s', (url, probe) => {
      const origin = 'https://docs.example.org'
      const { path, href } = findTarget(new URL(origin + url), probe.base ?? '/', index)
      const [page, address] = DIFFERENCES[url] ?? [probe.first.page, probe.first.browser]
      expect(path ?? null).toBe(page)
      expect(href).toBe(new URL(origin + address).href)
    })
  },
)
