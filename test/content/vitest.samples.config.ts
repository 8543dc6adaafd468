import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { jestCalls } from './samples/jest-plugin.ts'
import { vueFiles } from './samples/vue-plugin.ts'

const moduleOf = (file: string): string =>
  fileURLToPath(new URL(`../../node_modules/${file}`, import.meta.url))

/** Executes what `samples/run.ts` has written into SAMPLES_FOLDER. One Vue, with the compiler, serves all libraries. */
export default defineConfig({
  root: process.env['SAMPLES_FOLDER'] ?? '.samples',
  plugins: [vueFiles(), jestCalls()],
  resolve: {
    alias: [
      { find: /^vue$/, replacement: moduleOf('vue/dist/vue.esm.js') },
      { find: /^vue-router$/, replacement: moduleOf('vue-router/dist/vue-router.esm.js') },
      { find: /^vuex$/, replacement: moduleOf('vuex/dist/vuex.esm.js') },
      { find: /^@vue\/test-utils$/, replacement: moduleOf('@vue/test-utils/dist/vue-test-utils.esm.js') },
    ],
  },
  test: {
    environment: 'jsdom',
    globals: true,
    isolate: false,
    include: ['**/sample.test.{js,jsx,ts,tsx}'],
    setupFiles: [new URL('samples/setup.ts', import.meta.url).pathname],
    server: { deps: { inline: [/node_modules\/(vue|vuex|vue-router|@vue\/test-utils)\//] } },
    testTimeout: 10_000,
    chaiConfig: { truncateThreshold: 0 },
  },
})
