import type { Element, ElementContent } from 'hast'
import * as z from 'zod'
import { element, text } from '../../lib/html.ts'
import { defineComponent, type Tools } from './component.ts'

/** A picture with a caption. */
export const figure = defineComponent({
  name: 'figure',
  about: 'A picture, or anything else, with a caption.',
  kinds: ['block', 'container'],
  props: z.strictObject({
    caption: z.string().optional().describe('What stands below it.'),
    src: z.string().optional().describe('The picture, where none stands within.'),
    alt: z.string().optional().describe('The picture for readers who cannot see it.'),
    zoom: z.boolean().default(false).describe('A button shows the picture as large as the window.'),
  }),
  label: 'caption',
  texts: ['caption', 'alt'],
  render({ caption, src, alt, zoom }, children, tools) {
    const own = src === undefined ? [] : picture(src, alt, tools)
    const content = [...own, ...children]
    const shown = content.map(findPicture).find(found => found !== undefined)
    if (content.length === 0)
      tools.report({ message: 'The figure shows nothing.', hint: 'Give it `src`, or put a picture in it.' })
    if (zoom && !shown) tools.report({ message: 'There is no picture to zoom.', attribute: 'zoom' })
    const said = caption === undefined ? [] : [element('figcaption', {}, [text(caption)])]
    const enlarged = zoom && shown ? zoomed(shown, tools) : []
    return [element('figure', { className: ['figure'] }, [...content, ...enlarged, ...said])]
  },
})

function picture(src: string, alt: string | undefined, { address, report }: Tools): ElementContent[] {
  if (alt === undefined)
    report({ message: 'The picture has no text for readers who cannot see it.', hint: 'Add `alt="…"`.' })
  const target = address('src', src, 'image')
  if (!target) return []
  return [element('img', { src: target.address, alt: alt ?? '', loading: 'lazy', decoding: 'async' })]
}

function findPicture(node: ElementContent): Element | undefined {
  if (node.type !== 'element') return undefined
  if (node.tagName === 'img') return node
  return node.children.map(findPicture).find(found => found !== undefined)
}

/** A popover of the browser: it needs no script. */
function zoomed(shown: Element, { texts, number, icon }: Tools): ElementContent[] {
  const id = `figure-${number}`
  const sign = (name: string): ElementContent[] => {
    const drawn = icon(name)
    return drawn ? [drawn] : []
  }
  const button = (className: string, label: string | undefined, name: string) =>
    element(
      'button',
      { type: 'button', className: [className], popoverTarget: id, ariaLabel: label ?? '' },
      sign(name),
    )
  const large = element('img', { ...shown.properties })
  return [
    button('figure-zoom', texts['zoom'], 'zoom'),
    element('div', { id, className: ['figure-large'], popover: 'auto' }, [
      button('figure-close', texts['close'], 'close'),
      large,
    ]),
  ]
}
