import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Files at the same time. Those with a browser or a server wait four fifths of their time, for clocks of what they test:
 * even on two processors, where vitest would run one by one, a second and a third file cost the first little.
 */
const maxWorkers = Math.max(3, availableParallelism())

/** Limits for a machine that does something else, too: what fails by them would never end. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 180_000 }

/** One configuration: `unit` is the fast loop, the others bundle, or need a compiled program, a browser or the corpus. */
const project = (name: string, include: string, extra: object = LIMITS) => ({
  extends: true as const,
  test: { name, include: [include], ...extra },
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
    reporters: ['default', new URL('summary-reporter.ts', import.meta.url).pathname],
    projects: [
      // Modules are loaded once for all files of a worker, which halves the time: tests keep no state in them.
      project('unit', 'test/unit/**/*.test.{ts,tsx}', {
        isolate: false,
        testTimeout: 60_000,
        exclude: ['test/unit/client/**'],
      }),
      // What runs in browsers listens to its document for as long as that is there.
      project('client', 'test/unit/client/**/*.test.ts', { testTimeout: 60_000 }),
      project('sites', 'test/sites/*.test.ts', { ...LIMITS, globalSetup }),
      project('corpus', 'test/corpus/*.test.ts'),
      project('content', 'test/content/*.test.ts'),
      project('browser', 'test/browser/*.test.ts', { ...LIMITS, globalSetup }),
    ],
  },
})
