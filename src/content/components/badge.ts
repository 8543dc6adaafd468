import * as z from 'zod'
import { element, text } from '../../lib/hast.ts'
import { defineComponent } from './component.ts'

const types = ['info', 'tip', 'warning', 'danger', 'important', 'error'] as const

/** A word beside a text: a version, a state. */
export const badge = defineComponent({
  name: 'badge',
  about: 'A word beside a text: a version, a state.',
  kinds: ['inline'],
  props: z.strictObject({
    text: z.string().optional().describe('What it says, where nothing stands in the square brackets.'),
    type: z.enum(types).default('tip').describe('Its colour; `error` is that of `danger`.'),
    vertical: z.enum(['top', 'middle', 'bottom']).optional().describe('Taken from VuePress; has no effect.'),
  }),
  texts: ['text'],
  render({ text: given, type }, children, { report }) {
    if (children.length === 0 && given === undefined)
      report({ message: 'The badge says nothing.', hint: 'Write `:badge[text]`.' })
    const look = type === 'error' ? 'danger' : type
    const content = children.length > 0 ? children : [text(given ?? '')]
    return [element('span', { className: ['badge', look] }, content)]
  },
})
