import { defineConfig } from 'vitest/config'

/** One configuration, five projects: `unit` is the fast loop, the others need a compiled program, a browser or the corpus. */
const project = (name: string, include: string[], extra: object = {}) => ({
  extends: true as const,
  test: { name, include, ...extra },
})

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    reporters: ['default', new URL('summary-reporter.ts', import.meta.url).pathname],
    // A browser or a server on a busy machine now and then loses a race with its test: only what fails again has failed.
    projects: [
      project('unit', ['test/unit/**/*.test.{ts,tsx}']),
      project('sites', ['test/sites/*.test.ts'], { testTimeout: 60_000, hookTimeout: 120_000, retry: 1 }),
      project('corpus', ['test/corpus/*.test.ts'], { testTimeout: 120_000, hookTimeout: 180_000 }),
      project('content', ['test/content/*.test.ts'], { testTimeout: 120_000, hookTimeout: 180_000 }),
      project('browser', ['test/browser/*.test.ts'], { testTimeout: 60_000, hookTimeout: 180_000, retry: 2 }),
    ],
  },
})
