import { expect, test } from 'vitest'
import { Notes } from '../../../../src/import/common/importer.ts'
import { createPage, reviewPages } from '../../../../src/import/common/vue.ts'

test('what pages had run is reported with each place, that of most pages first', () => {
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
    // Whatever number of colons ends it.
    createPage('d.md', '::: v-pre\n{{ a }}\n::::\n\n{{ b }}\n'),
  ]
  notes.add('Something of every page.')
  notes.add('Something of no page.', 0)
  reviewPages({ pages, components: new Map([['Foo-Bar', '.vuepress/components/Foo/Bar.vue']]) }, notes)
  expect(notes.list()).toEqual([
    'Something of every page.',
    "The component `<Foo-Bar>` (`.vuepress/components/Foo/Bar.vue`) wasn't imported: a.md:7, b/b.md:1.",
    "`{{ … }}` isn't evaluated and is shown as text: a.md:9, d.md:5.",
    'Vue directives (`v-…`, `:…`, `@…`) in HTML have no effect: c.md:1.',
    '`<script>` was removed: c.md:7.',
    'Something of no page.',
  ])
})
