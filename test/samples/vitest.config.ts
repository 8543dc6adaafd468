import { defineConfig } from 'vitest/config'
import { vueFiles } from './vue-plugin.ts'
import { WRITTEN, writeSamples } from './write.ts'

// Vitest looks for test files before it runs anything.
writeSamples()

/**
 * The samples run with the settings that the page on Vitest gives. Two things differ: its plugin for `.vue` files does not support the
 * Vite of this repository, and samples share their environment, which takes seconds instead of minutes.
 */
const samples = {
  name: 'samples',
  root: WRITTEN,
  environment: 'jsdom',
  globals: true,
  isolate: false,
  include: ['**/sample.test.{js,jsx,ts,tsx}'],
  setupFiles: [new URL('setup.ts', import.meta.url).pathname],
  testTimeout: 10_000,
  chaiConfig: { truncateThreshold: 0 },
}

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    reporters: ['default', new URL('../summary-reporter.ts', import.meta.url).pathname],
    projects: [
      { test: { name: 'pages', include: ['*.test.ts'], testTimeout: 120_000 } },
      { plugins: [vueFiles()], test: samples },
    ],
  },
})
