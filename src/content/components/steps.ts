import * as z from 'zod'
import { element } from '../../lib/hast.ts'
import { defineComponent } from './component.ts'

/** A numbered list as steps. */
export const steps = defineComponent({
  name: 'steps',
  about: 'A numbered list whose items are steps, one after the other.',
  kinds: ['container'],
  props: z.strictObject({}),
  render(_props, children, { report }) {
    if (!children.some(child => child.type === 'element' && child.tagName === 'ol'))
      report({ message: 'The steps are no numbered list.', hint: 'Write `1.` before each of them.' })
    return [element('div', { className: ['steps'] }, children)]
  },
})
