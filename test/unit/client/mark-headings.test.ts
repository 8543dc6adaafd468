// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { markHeadingLinks } from '../../../src/client/scroll.ts'

test('links of outline and sidebar to the open hash are marked, in any encoding, and permalinks are not', () => {
  document.body.innerHTML = `<a id="old" href="#old" aria-current="location"></a>
    <a id="raw" href="#第二"></a><a id="encoded" href="#%E7%AC%AC%E4%BA%8C"></a>
    <a id="page" href="/x" aria-current="page"></a><a id="top" href="#"></a>
    <div data-content><a id="permalink" href="#第二"></a></div>`
  const marked = () => [...document.querySelectorAll('[aria-current]')].map(({ id }) => id)
  history.replaceState(null, '', '#第二')
  markHeadingLinks()
  expect(marked()).toEqual(['raw', 'encoded', 'page'])
  history.replaceState(null, '', '/')
  markHeadingLinks()
  expect(marked()).toEqual(['page'])
})
