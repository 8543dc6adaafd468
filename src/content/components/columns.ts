import * as z from 'zod'
import { element } from '../../lib/hast.ts'
import { defineComponent } from './component.ts'

/** Texts beside each other. */
export const columns = defineComponent({
  name: 'columns',
  about: 'Texts beside each other; below each other where there is little room.',
  kinds: ['container'],
  props: z.strictObject({}),
  holds: ['column'],
  render: (_props, children) => [element('div', { className: ['columns'] }, children)],
})

/** One of them. */
export const column = defineComponent({
  name: 'column',
  about: 'One of several columns.',
  kinds: ['container'],
  props: z.strictObject({}),
  within: ['columns'],
  render: (_props, children) => [element('div', { className: ['column'] }, children)],
})
