import * as z from 'zod'
import { element, text } from '../../lib/hast.ts'
import { defineComponent } from './component.ts'

/** Keys to press. */
export const kbd = defineComponent({
  name: 'kbd',
  about: 'Keys to press: `:kbd[Ctrl+K]`.',
  kinds: ['inline'],
  props: z.strictObject({
    keys: z.string().min(1).describe('The keys, with `+` between those that are pressed together.'),
  }),
  label: 'keys',
  texts: ['keys'],
  isText: true,
  render({ keys }) {
    // A plus at the end is a key itself.
    const parts = keys.split(/\+(?=.)/)
    const pressed = parts.flatMap((key, index) => [
      ...(index > 0 ? [text('+')] : []),
      element('kbd', {}, [text(key)]),
    ])
    return parts.length > 1 ? [element('kbd', { className: ['keys'] }, pressed)] : pressed
  },
})
