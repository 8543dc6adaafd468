/** Documents that look random and are the same in every run. */

/** Pieces of Markdown that documents are thrown together from. */
const PIECES = [
  '# A',
  '## A {#a}',
  '### `b` *c*',
  'Setext',
  '===',
  '---',
  '***',
  '- a',
  '  - b',
  '1. c',
  '   d',
  '> e',
  '>> f',
  '>',
  '```js',
  '```',
  '~~~',
  '````',
  '    code',
  '    ```',
  '  ```',
  '> ```',
  '```\u00a0',
  '   :::',
  '\tcode',
  '::: tip',
  ':::: details X',
  ':::',
  '::::',
  '::: code-group',
  '::: nope',
  '| a | b |',
  '| - | :-: |',
  '|',
  '[a](b.md)',
  '[a][b]',
  '[b]: c.md',
  '[^1]',
  '[^1]: note',
  '![](x.png)',
  '<div>',
  '</div>',
  '<b>x',
  '</b>',
  '<!-- c',
  '-->',
  '<script>',
  '</script>',
  '<br/>',
  '<Badge />',
  '## a :badge[b]{type=tip}',
  ':badge[c\nd]',
  ':badge[',
  '::link-card[e]{href=f.md}',
  '::: tabs',
  '::: tab g',
  '<ClientOnly>',
  '</ClientOnly>',
  '<CodeGroup>',
  '<Card title="h">',
  '</Card>',
  'Array<string>',
  '<token>',
  '</p>',
  '<pre>',
  '&amp; &#0; &nope;',
  '\\*',
  '**',
  '_a_',
  '~~d~~',
  '`e',
  '``',
  ':tada:',
  'https://a.b/c',
  'a@b.c',
  '[[toc]]',
  '> [!NOTE]',
  'a // [!code ++]',
  '# [!code word:a:9]',
  '```diff-js {2} wrap fold',
  '`a`{lang=js}',
  '```ansi :line-numbers',
  '\u001b[31m',
  '- [x] t',
  '- [ ] t',
  '<<< x',
  '!!!include(x)!!!',
  'javascript:x',
  '[x](javascript:y)',
  '中文。',
  'é\u0301',
  '\u202e',
  '\u200b',
  '\0',
  '{{ x }}',
  '$&',
  '</title>',
  ']]>',
  '',
  '',
  '',
  ' ',
  '  ',
]
const JOINS = ['\n', '\n', '\n\n', ' ', '']

/** Whole numbers from 0 to below `limit`. */
export type Random = (limit: number) => number

/** Numbers that are the same in every run. */
export function createRandom(seed: number): Random {
  let state = seed
  return limit => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % limit
  }
}

/** Pieces thrown together: mostly not what anybody would write. */
export function createDocument(random: Random): string {
  let text = ''
  for (let piece = 0; piece < 2 + random(24); piece += 1)
    text += (PIECES[random(PIECES.length)] ?? '') + (JOINS[random(JOINS.length)] ?? '')
  return text
}

const WORDS = [
  'word',
  'a',
  'Über',
  '中文',
  'x_y',
  '2 * 3',
  'e.g.',
  '👍🏽',
  'fi\u0301n',
  '&copy;',
  '\\#',
  'a@b.c',
  ':tada:',
]

/** Inline content by the grammar of CommonMark and GFM, nested `depth` deep at most. */
function inline(random: Random, depth: number): string {
  const pick = () => WORDS[random(WORDS.length)] ?? ''
  const inner = () => (depth > 0 ? inline(random, depth - 1) : pick())
  const forms: (() => string)[] = [
    pick,
    () => `*${inner()}*`,
    () => `__${inner()}__`,
    () => `~~${inner()}~~`,
    () => `\`\` ${pick()} \`\``,
    () => `[${inner()}](./${pick()}.md "${pick()}")`,
    () => `![${inner()}](<${pick()}.png>)`,
    () => `[${inner()}][${pick()}]`,
    () => `[^${pick()}]`,
    () => `<https://example.org/${pick()}>`,
    () => `<span title="${pick()}">${inner()}</span>`,
    () => `${inner()}  \n${inner()}`,
    () => `${inner()} ${inner()}`,
  ]
  return forms[random(forms.length)]?.() ?? ''
}

const indented = (text: string, first: string, others: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : others) + line)
    .join('\n')

/** A block by the grammar, nested `depth` deep at most. */
function block(random: Random, depth: number): string {
  const text = () => inline(random, 3)
  const inner = () => (depth > 0 ? blocks(random, depth - 1) : text())
  const line = () => text().replaceAll('\n', ' ')
  const forms: (() => string)[] = [
    text,
    () => `${'#'.repeat(1 + random(6))} ${line()}`,
    () => `${line()}\n${random(2) ? '---' : '==='}`,
    () => indented(inner(), '> ', '> '),
    () => indented(inner(), '- ', '  ') + '\n' + indented(inner(), '- [x] ', '  '),
    () => indented(inner(), `${random(1000)}. `, '     '),
    () => `\`\`\`js {1}\n${line()}\n\`\`\``,
    () => indented(text(), '    ', '    '),
    () => `<div>\n\n${inner()}\n\n</div>`,
    () => `<!-- ${text()} -->`,
    () => `| ${line()} | ${line()} |\n| --- | :-: |\n| ${line()} | ${line()} |`,
    () => `::: tip ${line()}\n${inner()}\n:::`,
    () => `[${line()}]: <./a b.md> '${line()}'`,
    () => indented(inner(), `[^a]: `, '    '),
    () => '***',
  ]
  return forms[random(forms.length)]?.() ?? ''
}

function blocks(random: Random, depth: number): string {
  return Array.from({ length: 1 + random(4) }, () => block(random, depth)).join('\n\n')
}

/** What goes wrong with texts: lost, doubled and moved parts, runs of one sign, characters from elsewhere. */
const MUTATIONS: ((text: string, random: Random, at: number) => string)[] = [
  (text, random, at) => text.slice(0, at) + text.slice(at + random(12)),
  (text, random, at) =>
    text.slice(0, at) + text.slice(at, at + random(80)).repeat(2 + random(20)) + text.slice(at),
  (text, random, at) => text.slice(0, at) + (text[at] ?? '*').repeat(random(300)) + text.slice(at),
  (text, random, at) => text.slice(0, at) + (PIECES[random(PIECES.length)] ?? '') + text.slice(at),
  (text, random, at) =>
    text.slice(0, at) + String.fromCodePoint(random(0x11_0000)).toWellFormed() + text.slice(at + 1),
  (text, random, at) => text.slice(at) + (JOINS[random(JOINS.length)] ?? '') + text.slice(0, at),
  (text, random) =>
    indented(text, ['> ', '- ', '1. ', '\t'][random(4)] ?? '', ['> ', '  ', '', '\t'][random(4)] ?? ''),
  (text, _random, at) => text.slice(0, at).replaceAll('\n\n', '\n') + text.slice(at),
]

/** A document by the grammar, then mutated up to seven times. */
export function createMutant(random: Random): string {
  let text = blocks(random, 1 + random(5))
  for (let count = random(8); count > 0; count -= 1) {
    const mutate = MUTATIONS[random(MUTATIONS.length)]
    if (mutate && text.length < 50_000) text = mutate(text, random, random(text.length + 1))
  }
  return text
}
