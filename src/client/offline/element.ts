/** Creates an element; texts are put in as text, never as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value)
  created.append(...children)
  return created
}

/** Creates a button. */
export function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button', class: className }, text)
  created.addEventListener('click', onClick)
  return created
}
