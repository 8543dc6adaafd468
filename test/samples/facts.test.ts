import { createLocalVue, enableAutoDestroy, mount, resetAutoDestroyState } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Vue, { type VueConstructor } from 'vue'

// @vitest-environment jsdom

const { config } = Vue as unknown as VueConstructor

/** Statements of pages in prose, where no sample would fail if they were wrong. */
describe('the pages are right that', () => {
  const printed: string[] = []

  beforeEach(() => {
    printed.length = 0
    vi.spyOn(console, 'error').mockImplementation((...values) => printed.push(values.join(' ')))
  })

  afterEach(() => {
    vi.restoreAllMocks()
    resetAutoDestroyState()
  })

  it('Vue reads its own configuration, not the one of a local Vue (createLocalVue)', () => {
    const localVue = createLocalVue()
    Object.assign(localVue.config, { silent: true, ignoredElements: ['unknown-element'] })
    mount({ template: '<unknown-element />' }, { localVue })
    expect(printed.join()).toContain('Unknown custom element: <unknown-element>')

    printed.length = 0
    config.ignoredElements = ['unknown-element']
    mount({ template: '<unknown-element />' }, { localVue })
    config.ignoredElements = []
    expect(printed).toEqual([])
  })

  it('what is found is tracked like what is mounted (enableAutoDestroy)', () => {
    const destroyed: string[] = []
    const Child = { template: '<i />', destroyed: () => destroyed.push('child') }
    const Parent = {
      components: { Child },
      template: '<p><Child /></p>',
      destroyed: () => destroyed.push('parent'),
    }
    const cleanups: (() => void)[] = []
    const wrapper = mount(Parent)

    enableAutoDestroy(cleanup => cleanups.push(cleanup))
    wrapper.findComponent(Child)
    wrapper.find('i')
    for (const cleanup of cleanups) cleanup()

    expect(destroyed).toEqual(['child'])
  })

  it.each([
    { place: 'outside the document', options: {}, bound: false, submitted: 0 },
    { place: 'in the document', options: { attachTo: document.body }, bound: true, submitted: 1 },
  ])('a click does so much $place (trigger)', async ({ options, bound, submitted }) => {
    const Form = {
      data: () => ({ on: false, submitted: 0 }),
      template: '<form @submit.prevent="submitted++"><input type="checkbox" v-model="on"><button /></form>',
    }
    const wrapper = mount(Form, options)
    await wrapper.get('input').trigger('click')
    await wrapper.get('button').trigger('click')

    expect(wrapper.get<HTMLInputElement>('input').element.checked).toBe(true)
    expect(wrapper.vm.$data).toEqual({ on: bound, submitted })
    wrapper.destroy()
  })

  it('$root and $parent cannot be mocked (options, mocks)', () => {
    const $root = { name: 'mocked' }
    const wrapper = mount({ template: '<p />' }, { mocks: { $root, $parent: $root } })

    expect(wrapper.vm.$root).not.toBe($root)
    expect(wrapper.vm.$parent).not.toBe($root)
    expect(printed).toEqual([])
  })

  it('components registered with Vue.component() are not compiled (installation)', () => {
    const localVue = createLocalVue()
    localVue.component('GlobalIcon', { template: '<i />' })
    mount({ template: '<p><GlobalIcon /></p>' }, { localVue })

    expect(printed.join()).toContain('You are using the runtime-only build of Vue')
  })
})
