import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    reporters: ['default', new URL('../summary-reporter.ts', import.meta.url).pathname],
  },
})
