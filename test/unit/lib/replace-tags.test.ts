import { expect, it } from 'vitest'
import { replaceTags, replaceValues } from '../../../src/lib/replace-tags.ts'

const tagsOf = (html: string) => {
  const tags: string[] = []
  replaceTags(html, tag => {
    tags.push(tag)
    return tag
  })
  return tags
}

it('finds start tags, and texts of elements that hold nothing else, as browsers do', () => {
  const html =
    '<!DOCTYPE html><!-- <a> --><p class="a > b">1 < 2 <b>x</b><br>' +
    `<script src="x">if (a<b) "</p>"</script><title>a <b></title><i data-x='">'>`
  expect(tagsOf(html)).toEqual([
    '<p class="a > b">',
    '<b>',
    '<br>',
    '<script src="x">if (a<b) "</p>"</script>',
    '<title>a <b></title>',
    `<i data-x='">'>`,
  ])
})

it('leaves what is not replaced as it is, however it ends', () => {
  for (const html of [
    '',
    'a',
    '<',
    'a <b',
    '<a href="',
    '<!-- <a>',
    '<script>',
    '<p>x</p><a x=">',
    "<p>it's</p>",
  ])
    expect(replaceTags(html, tag => tag)).toBe(html)
  expect(replaceTags('<p>a</p><br>b', () => '')).toBe('a</p>b')
})

it('replaces values of attributes', () => {
  const tag = replaceValues('<a href="/x" title="/y" hidden>', (name, value) =>
    name === 'href' ? `.${value}` : undefined,
  )
  expect(tag).toBe('<a href="./x" title="/y" hidden>')
})
