import { expect, test } from 'vitest'
import { Notes } from '../../../../src/import/common/importer.ts'
import { componentNames, reviewPages, createPage } from '../../../../src/import/common/vue-pages.ts'

test('what pages had run is named with each place, that of most pages first', () => {
  const notes = new Notes()
  const pages = [
    createPage(
      'a.md',
      '---\ntitle: A\n---\n\n# A <Badge text="1" />\n\n<Foo-Bar/>\n\nText {{ $page.title }} and `{{ code }}`.\n\n```md\n<Lost/>\n```\n',
    ),
    createPage(
      'b/b.md',
      '<Foo-Bar>\n\ntext\n\n</Foo-Bar>\n\n`<Lost/>` and Promise<App> and <https://a.example/>\n\n<OutboundLink/>\n',
    ),
    createPage(
      'c.md',
      '<p :class="x">…</p>\n\n<pre v-pre>…</pre>\n\n<!-- <Lost/> -->\n\n<script>\nlet a = 1\n</script>\n',
    ),
  ]
  notes.add('Something of every page.')
  notes.add('Something of no page.', 0)
  reviewPages(pages, componentNames(['Foo/Bar.vue', 'data.json']), notes.add)
  expect(notes.list()).toEqual([
    'Something of every page.',
    "The component `<Foo-Bar>` (`.vuepress/components/Foo/Bar.vue`) isn't imported: a.md:7, b/b.md:1.",
    '`{{ … }}` is shown as it stands, not evaluated: a.md:9.',
    'Directives of Vue (`v-…`, `:…`, `@…`) in HTML do nothing: c.md:1.',
    '`<script>` is left out: c.md:7.',
    'Something of no page.',
  ])
})

test('expressions in `::: v-pre` are meant as they stand, whatever number of colons ends it', () => {
  const notes = new Notes()
  reviewPages([createPage('a.md', '::: v-pre\n{{ a }}\n::::\n\n{{ b }}\n')], new Map(), notes.add)
  expect(notes.list()).toEqual(['`{{ … }}` is shown as it stands, not evaluated: a.md:5.'])
})
