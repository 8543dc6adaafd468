import { documentPath, encodePath } from '../../shared/addresses.ts'

/**
 * Makes links that scripts add – results, offers – lead to the file of the page: in the program, addresses are those of a
 * site at `base`.
 * @param root folder of the site, seen from the document
 */
export function leadLinks(base: string, root: string): void {
  const lead = (link: Element) => {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link.getAttribute('href') ?? '') ?? []
    if (!path.startsWith(base) || path.startsWith('//')) return
    link.setAttribute('href', root + encodePath(documentPath(path.slice(base.length - 1))) + rest)
  }
  const observer = new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const link of [node, ...node.querySelectorAll('a')]) if (link.localName === 'a') lead(link)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
