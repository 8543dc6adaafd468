/** Pages of 100 kB that are made to be hard: a construct of Markdown again and again, something before it, something after. */

/** Parts are apart by a sign that none of them has. */
const split = (lines: readonly string[]) => lines.join('').split('§')

const INLINE = split([
  '*§**a§*a_§_§`§` §~§~~a§[§[a](§](§[a][§![§[^a]§<§<a §<!--§<?§&§&#§\\§:a:§:§a@b§a.b§http://a',
  '§http://a.b §www.a§{#a}§{{§[[toc]]§|§|-§|a§ §\t§\0§\u00e9§\u4e2d§a§a §1§"§\'§=§-§- §#§# §+ §1. ',
  '§> §>§- > § a§\r§<div>§</div>§<div a="§<div =§<b><i>§<svg>§<style>§<pre>§<a href="x">§<a href=x ',
  '§<img src="x">§<img srcset="a 1x,§<b §</§<![CDATA[§!!!include(§!!!include(x.md)!!!',
  '§<!-- @include: x -->§<!--@include:§1-99999,§{1}§{§}§[x]§&amp;§- - §* ',
])

const LINES = split([
  '§ §a§# a§#§## a {#a}§===§---§***§a\n===§- a§-§1. a§> a§>§> > a§- [ ] a§a  §```§```js§~~~ {1-9}',
  '§    a§::: tip§:::§::: tip\na\n:::§::: code-group§::: details a§:::: a§| a | b |§|-|-|§|§a | b',
  '§<div>§</div>§<!--§-->§<b>§<script>§</script>§<a name="x">§[a]: b§[^a]: b§[a](b.md)§![a](b.png)',
  '§<img src=x>§> [!NOTE]§\\§<<< x§<<< x {1} [a]§!!!include(x.md)!!!§a: b§a:§- a: b§"a": [§? a§&a b',
  '§- *a§a: |§# b',
]).map(line => `${line}\n`)

const BEFORE = split([
  '§# a\n\n§# §- §> §a\n§    §| a |\n|-|\n§```js {§```\n§~~~ §<div\n§<div>§<div>\n\n§<!--§<a href="',
  '§<a title=§::: tip\n§::: tip §[§![§[a]: §[a]: b "§{§---\n§---\na: §---\n- §---\na: "',
])

const AFTER = split(['§\n§\n\na§]§)§](b)§>§}§-->§\n```§\n---\n\n# a§\n:::§\n===§"§)!!!§*'])

export interface HardPage {
  name: string
  text: string
}

/** So many of the pages, spread evenly over all of them, always the same. */
export function hardPages(count: number, size = 100_000): HardPage[] {
  const repeats = [...INLINE, ...LINES]
  const all = repeats.length * BEFORE.length * AFTER.length
  // A step that has no factor in common with any length meets every repeat, beginning and end.
  const step = 7919
  return Array.from({ length: Math.min(count, all) }, (_, index) => {
    let rest = (index * step) % all
    const take = (list: readonly string[]) => {
      const one = list[rest % list.length] ?? ''
      rest = Math.floor(rest / list.length)
      return one
    }
    const [repeat, before, after] = [take(repeats), take(BEFORE), take(AFTER)]
    const text = before + repeat.repeat(Math.ceil(size / repeat.length)).slice(0, size) + after
    return { name: JSON.stringify([before, repeat, after]), text }
  })
}
