import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const { DOCSGEN_CHROMIUM, DOCSGEN_FULL } = process.env

/** Where people and the images of CI have a browser of their own. */
const INSTALLED = ['google-chrome', 'chromium', 'chromium-browser'].map(name => `/usr/bin/${name}`)

/** Files for what a complete browser does otherwise: what it asks for, gestures, when a new service worker takes over. */
const TELLING = ['client', 'robustness', 'theme', 'specification-theme', 'offline-updates']

/** The browser of this machine; none where `DOCSGEN_CHROMIUM` says which one runs everything. */
const installed = DOCSGEN_CHROMIUM ? undefined : INSTALLED.find(starts)

/** A name can be there without its browser: some systems put a note on how to install it in its place. */
function starts(file: string): boolean {
  return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}

/**
 * Files at the same time. Those with a browser or a server wait four fifths of their time, for clocks of what they test:
 * even on two processors, where vitest would run one by one, a second file costs the first little.
 */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** One configuration: `unit` is the fast loop, the others need a compiled program, a browser or the corpus. */
const project = (name: string, include: string[], extra: object = {}) => ({
  extends: true as const,
  test: { name, include, ...extra },
})

const globalSetup = new URL('browser/unpack-chromium.ts', import.meta.url).pathname
const inBrowser = { testTimeout: 60_000, hookTimeout: 180_000, globalSetup }
const inInstalled = { ...inBrowser, env: { DOCSGEN_CHROMIUM: installed } }
const telling = DOCSGEN_FULL ? '*' : `{${TELLING.join()}}`

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    maxWorkers,
    reporters: ['default', new URL('summary-reporter.ts', import.meta.url).pathname],
    projects: [
      // Modules are loaded once for all files of a worker, which halves the time: tests keep no state in them.
      project('unit', ['test/unit/**/*.test.{ts,tsx}'], { isolate: false }),
      project('sites', ['test/sites/*.test.ts'], { testTimeout: 60_000, hookTimeout: 120_000 }),
      project('corpus', ['test/corpus/*.test.ts'], { testTimeout: 120_000, hookTimeout: 180_000 }),
      project('content', ['test/content/*.test.ts'], { testTimeout: 120_000, hookTimeout: 180_000 }),
      project('browser', ['test/browser/*.test.ts'], inBrowser),
      ...(installed ? [project('installed-browser', [`test/browser/${telling}.test.ts`], inInstalled)] : []),
    ],
  },
})
