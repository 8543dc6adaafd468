import type { Project } from './project.ts'
import type { Setup } from './read-setup.ts'

const component = `<template>
  <button class="counter" @click="count++">{{ count }}</button>
</template>

<script>
export default {
  data() {
    return { count: 0 }
  }
}
</script>

<style>
.counter { min-width: 3em }
</style>
`

const spec = `import { expect } from 'chai'
import { mount } from '@vue/test-utils'
import Counter from '../src/Counter.vue'

describe('Counter', () => {
  it('starts at zero', () => {
    expect(mount(Counter).text()).to.equal('0')
  })
})
`

/**
 * Writes what Mocha and Karma are to run: the spec that the page shows with its file name, else its samples, which then
 * use the same functions, else a test of a counter.
 */
export function writeSpecs(project: Project, { files, samples }: Setup): void {
  project.write('src/Counter.vue', component)
  for (const { kind, name, code } of samples)
    if (kind === 'file') for (const folder of ['src', 'test']) project.write(`${folder}/${name}`, code)
  if ([...files.keys()].some(name => name.endsWith('.spec.js'))) return
  const tests = samples.filter(({ kind }) => kind === 'test')
  for (const [index, { code }] of tests.entries()) project.write(`test/sample-${index}.spec.js`, code)
  if (tests.length === 0) project.write('test/Counter.spec.js', spec)
}
