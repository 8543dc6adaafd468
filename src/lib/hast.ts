import type { Element, ElementContent, Properties } from 'hast'

/** A hast element in one call. */
export function element(tagName: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children }
}

/** A hast text in one call. */
export function text(value: string): ElementContent {
  return { type: 'text', value }
}
