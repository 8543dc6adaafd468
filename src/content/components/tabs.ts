import * as z from 'zod'
import { element, text } from '../../lib/hast.ts'
import { defineComponent } from './component.ts'

/** Tabs: all panels are in the document, each with its title; a script makes tabs of the titles. */
export const tabs = defineComponent({
  name: 'tabs',
  about: 'Alternatives of which a reader sees one at a time.',
  kinds: ['container'],
  props: z.strictObject({
    sync: z
      .string()
      .min(1)
      .optional()
      .describe('Name of the choice: all tabs of that name follow, on every page, and it is remembered.'),
  }),
  holds: ['tab'],
  parts: ['components', 'tabs'],
  render({ sync }, children, { report }) {
    if (!children.some(({ type }) => type === 'element'))
      report({ message: 'The tabs are empty.', hint: 'Write `::: tab Title` and `:::` within.' })
    return [
      element('div', { className: ['tabs'], ...(sync === undefined ? {} : { dataSync: sync }) }, children),
    ]
  },
})

/** One of them. */
export const tab = defineComponent({
  name: 'tab',
  about: 'One of several tabs.',
  kinds: ['container'],
  props: z.strictObject({
    label: z.string().min(1).describe('What stands on the tab.'),
  }),
  label: 'label',
  texts: ['label'],
  within: ['tabs'],
  render({ label }, children, { number }) {
    const title = element('p', { className: ['tab-title'] }, [text(label)])
    return [element('div', { className: ['tab'], id: `tab-${number}` }, [title, ...children])]
  },
})
