import * as z from 'zod'
import { element } from '../../lib/hast.ts'
import { defineComponent } from './component.ts'

/** A small drawing in a line of text. */
export const icon = defineComponent({
  name: 'icon',
  about: 'A small drawing in a line of text, of the embedded set or of `templates/icons/`.',
  kinds: ['inline'],
  props: z.strictObject({
    name: z.string().min(1).describe('Name of the drawing.'),
    label: z
      .string()
      .optional()
      .describe('What it means, for readers who cannot see it; none for decoration.'),
  }),
  label: 'name',
  texts: ['label'],
  render({ name, label }, _children, { icon: drawing }) {
    const drawn = drawing(name, 'name')
    if (!drawn) return []
    return [
      label === undefined
        ? element('span', { className: ['glyph'], ariaHidden: 'true' }, [drawn])
        : element('span', { className: ['glyph'], role: 'img', ariaLabel: label }, [drawn]),
    ]
  },
})
