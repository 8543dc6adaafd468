import { describe, expect, it } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { fillMarkdown } from '../../../src/render/machine-files.ts'
import type { ParseOptions } from '../../../src/schema/page.ts'
import { createOptions, createSource } from './helpers.ts'

/** The Markdown copy of a body; addresses are those that were written, in brackets. */
function copyOf(body: string, options: Partial<ParseOptions> = {}): string {
  const page = parsePage(createSource(body), createOptions({ markdown: true, ...options }))
  const addresses = page.links.map(({ url }) => `[${url}]`)
  return `${fillMarkdown(page.markdown ?? '', addresses)}\n`
}

describe('writeMarkdown', () => {
  it.each([
    ['a container', '::: tip Do `this`\nText\n:::', '> **Do this**\n>\n> Text\n'],
    ['one without a title', '::: warning\nText\n:::', '> **WARNING**\n>\n> Text\n'],
    ['an alert', '> [!NOTE]\n> Text', '> **Note**\n>\n> Text\n'],
    ['what only groups', '::: v-pre\nText\n:::', 'Text\n'],
    ['tabs', ':::: tabs\n::: tab A\n`a`\n:::\n::: tab B\n`b`\n:::\n::::', '**A**\n\n`a`\n\n**B**\n\n`b`\n'],
    [
      'a code group',
      '::: code-group\n```sh [npm]\nnpm i\n```\n```sh\nyarn\n```\n:::',
      '**npm**\n\n```sh\nnpm i\n```\n\n**sh**\n\n```sh\nyarn\n```\n',
    ],
    [
      'cards',
      '::: cards\n::link-card[One]{href=./one.md description="About it"}\n::link-card[Two]{href=./two.md}\n:::',
      '- [One]([./one.md]): About it\n- [Two]([./two.md])\n',
    ],
    ['components in a line', 'Press :kbd[Ctrl+K] :badge[new] :icon[check]', 'Press `Ctrl+K` *new*\n'],
    ['components as elements', '# Title <Badge text="beta"/>', '# Title *beta*\n'],
    ['a figure', '::figure[Below]{src=./a.png alt="Seen"}', '![Seen]([./a.png])\n\nBelow\n'],
    ['emoji', ':tada: done', '🎉 done\n'],
    [
      'emphasis',
      '**注意：**必ず *「a」*と ~~「b」~~も 2*3*4',
      '**注意：**必ず *「a」*と ~~「b」~~も 2*3*4\n',
    ],
    ['emphasis in emphasis', '*a **b *c **d** c* b** a*', '*a **b c d c b** a*\n'],
    ['the place of a table of contents', 'A\n\n[[toc]]\n\nB', 'A\n\nB\n'],
    ['an id of a heading', '# A\n\n## Install {#setup}', '# A\n\n## Install\n'],
    [
      'an address that must not be rendered',
      '[a](javascript:x) <https://example.org>',
      'a [https://example.org]([https://example.org])\n',
    ],
    ['a title below text', 'Above.\n\n# Title\n\nBelow.', '# Title\n\nAbove.\n\nBelow.\n'],
    ['code in a list', '- a\n\n  ```sh\n  $ b_c\n  ```', '- a\n\n  ```sh\n  $ b_c\n  ```\n'],
    [
      'text, escaped where it would mean something,',
      'snake_case, a[0] and [x], 2 \\* 3, \\# no, 1\\. no, \\_a\\_, \\[a](b)',
      'snake_case, a[0] and [x], 2 \\* 3, # no, 1. no, \\_a\\_, [a]\\(b)\n',
    ],
  ])('%s is plain Markdown', (_name, body, expected) => {
    expect(copyOf(body)).toBe(expected)
  })

  it('code is what readers see of it, in a fence that holds it', () => {
    const body =
      '````js {1,3} title="a.js" :line-numbers\nconst a = `</script>` // [!code ++]\n```\n  x\n````'
    expect(copyOf(body)).toBe('````js title="a.js"\nconst a = `</script>`\n```\n  x\n````\n')
  })

  it('links and pictures have the addresses of the page, those of definitions and of HTML too', () => {
    const body =
      '[a](a.md "T") [b][r] ![p](p.png) <a href="c.md">c</a> <img src=\'p.png\' srcset="p.png 2x">\n\n[r]: b.md'
    expect(copyOf(body)).toBe(
      '[a]([a.md] "T") [b]([b.md]) ![p]([p.png]) <a href="[c.md]">c</a> <img src=\'[p.png]\'>\n',
    )
  })

  it("HTML stays as it is, without what no reader sees; where it's shown as text it is text", () => {
    const body =
      '<details>\n\nA <b>b</b><!-- no -->\n\n</details>\n\n<!-- no\n\nno -->\n\n<script>\nx()\n</script>'
    expect(copyOf(body)).toBe('<details>\n\nA <b>b</b>\n\n</details>\n')
    expect(copyOf('A <b>b</b>', { html: 'escape' })).toBe('A \\<b>b\\</b>\n')
  })

  it("GitHub's additions stay what they are", () => {
    const body =
      '| a | b |\n| :- | -: |\n| x \\| y | `a\\|b` |\n\n- [x] done\n- [ ] open\n\n~~gone~~ ~/x[^n]\n\n[^n]: Note.\n\n    More.'
    expect(copyOf(body)).toBe(body.replace(' ~/x', ' \\~/x') + '\n')
  })
})
