import { defineConfig } from 'vitest/config'
import { vueFiles } from './vue-plugin.ts'

/**
 * Executes what `samples/run.ts` has written into SAMPLES_FOLDER, with the settings that the page on Vitest gives. Two
 * things differ: its plugin for `.vue` files does not support the Vite of this repository, and samples share their
 * environment, which takes seconds instead of minutes.
 */
export default defineConfig({
  root: process.env['SAMPLES_FOLDER'] ?? '.written',
  plugins: [vueFiles()],
  test: {
    environment: 'jsdom',
    globals: true,
    isolate: false,
    include: ['**/sample.test.{js,jsx,ts,tsx}'],
    setupFiles: [new URL('setup.ts', import.meta.url).pathname],
    testTimeout: 10_000,
    chaiConfig: { truncateThreshold: 0 },
  },
})
