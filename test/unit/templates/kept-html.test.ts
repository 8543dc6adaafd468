// @vitest-environment jsdom
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { keepHtml } from '../../../templates/components/kept-html.ts'
import { renderBody } from './render.tsx'
import { samplePage, sampleLocale } from './sample.ts'

it('a sidebar whose entries are made once is the same as one that is rendered whole', () => {
  const [page, locale] = [samplePage(), sampleLocale()]
  const sidebar = () => renderBody(page, locale).querySelector('nav.sidebar')?.outerHTML ?? ''
  const plain = sidebar()
  expect(plain).toContain('<li>')
  keepHtml(renderToString)
  // Entries are kept when they are asked for a second time, and taken from then on.
  expect([sidebar(), sidebar(), sidebar()]).toEqual([plain, plain, plain])
})
