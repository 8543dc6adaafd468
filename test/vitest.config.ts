import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Files at the same time. Those with a browser or a server wait half of their time, for clocks of what they test. */
const maxWorkers = availableParallelism() + 2

/** Sites of tests are in memory where there is room: the program waits for the disk before it replaces a file. */
const MEMORY = '/dev/shm'

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > 4e9
}

/** Limits for a machine that does something else, too: what fails by them would never end. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 180_000 }

/**
 * One configuration: `unit` is the fast loop, the others bundle, or need a compiled program, a browser or the corpus. Modules are
 * loaded once for all files of a worker: tests keep no state in them.
 */
const project = (name: string, include: string, extra: object = LIMITS) => ({
  extends: true as const,
  test: { name, include: [include], isolate: false, ...extra },
})

const globalSetup = new URL('browser/start-chromium.ts', import.meta.url).pathname

/** Style sheets that are bundled into scripts: nothing here shows them. */
const withoutSheets = {
  name: 'without-sheets',
  resolveId: (id: string) => (id.startsWith('docsgen:sheet/') ? id : undefined),
  load: (id: string) => (id.startsWith('docsgen:sheet/') ? "export default ''" : undefined),
}

export default defineConfig({
  plugins: [withoutSheets],
  test: {
    root: new URL('..', import.meta.url).pathname,
    maxWorkers,
    // What is waited for comes when the machine has time.
    expect: { poll: { timeout: 30_000 } },
    // What tests run of the program prints no colors and no notes for GitHub.
    env: { NO_COLOR: '1', GITHUB_ACTIONS: '', ...(hasRoom() ? { TMPDIR: MEMORY } : {}) },
    // The program is what users get.
    server: { deps: { external: [/\/compiled\//] } },
    reporters: ['default', new URL('summary-reporter.ts', import.meta.url).pathname],
    projects: [
      project('unit', 'test/unit/**/*.test.{ts,tsx}', {
        testTimeout: 60_000,
        exclude: ['test/unit/client/**'],
      }),
      // What runs in browsers listens to its document for as long as that is there.
      project('client', 'test/unit/client/**/*.test.ts', {
        isolate: true,
        testTimeout: 60_000,
        unstubGlobals: true,
        restoreMocks: true,
      }),
      project('sites', 'test/sites/*.test.ts', { ...LIMITS, globalSetup }),
      project('corpus', 'test/corpus/*.test.ts'),
      project('content', 'test/content/*.test.ts'),
      // Their sites are small: a second thread takes longer to start than it saves.
      project('browser', 'test/browser/*.test.ts', {
        ...LIMITS,
        globalSetup,
        env: { DOCSGEN_WORKERS: '1' },
      }),
    ],
  },
})
