import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import math, { createFormula } from '../../../../src/plugins/math/math.ts'
import { elementsOf, nameOf } from '../../../../src/plugins/markup.ts'
import { parseWith, told } from '../parse-with.ts'

/** What is drawn as a formula in a paragraph: `M` in its place. */
function drawn(text: string, options = {}): string {
  const { html } = parseWith(math, `# T\n\n${text}\n`, options)
  return html
    .replace(/^.*<\/h1>\n/, '')
    .replace(/<(span|div) class="math-display".*?<\/math><\/\1>/g, 'D')
    .replace(/<math>.*?<\/math>/g, 'M')
    .replace(/<\/?p>|\n$/g, '')
}

describe('which dollars are formulas', () => {
  it.each([
    ['It is $x$.', 'It is M.'],
    ['是$x$的 $x$, ($x$) 3$\\sigma$', '是M的 M, (M) 3M'],
    ['$5 to $10', '$5 to $10'],
    ['$5 and $x$', '$5 and M'],
    ['US$5 or US$ 6, A$B$', 'US$5 or US$ 6, A$B$'],
    ['$ x$ and $x $', '$ x$ and $x $'],
    ['$x$5', '$x$5'],
    ['\\$x$ and \\\\$x$', '$x$ and \\M'],
    ['$a\\$b$ but $$a\\$b$$', '$a$b$ but D'],
    ['`$x$` and $`x`$', '<code>$x$</code> and $<code>x</code>$'],
    ['$HOME and $PATH', '$HOME and $PATH'],
    ['$x\n= y$', 'M'],
    ['*$x$* **a$y$**', '<em>M</em> <strong>a$y$</strong>'],
    ['$a_1$ and $b_1$', 'M and M'],
    ['see $$x$$ and $$ x $$', 'see D and D'],
    ['$$\\text{a $b$}$$', 'D'],
    ['$$$x$$$', '$$$x$$$'],
    ['$$x', '$$x'],
    ['$$\nx\n$$', 'D'],
    ['text\n$$\nx\n$$\ntext', 'text\nD\ntext'],
    ['> $$\n> x\n> $$\nlazy', '<blockquote>\nD\n</blockquote>\nlazy'],
    ['1. a\n   $$\n   x\n   $$', '<ol>\n<li>a\nD\n</li>\n</ol>'],
  ])('%s', (text, expected) => expect(drawn(text)).toBe(expected))

  it('none of one dollar with `dollars: false`', () => {
    expect(drawn('$x$ and $$x$$', { dollars: false })).toBe('$x$ and D')
  })
})

describe('what is wrong with a formula', () => {
  it.each([
    ['a $\\foo$', "3:4 error math/tex The formula can't be rendered: unsupported function name: \\foo."],
    ['a $x +\n\\foo$', "4:1 error math/tex The formula can't be rendered: unsupported function name: \\foo."],
    [
      '> - $$\n>   x\n>   \\frac{a\n>   $$',
      "5:12 error math/tex The formula can't be rendered: unexpected end of input in a macro argument, expected '}'.",
    ],
    ['```math\nx\n a^b^c\n```', "5:5 error math/tex The formula can't be rendered: double superscript."],
    [
      '$\\def\\x{\\x\\x}\\x$',
      "3:2 error math/tex The formula can't be rendered: too many expansions: infinite loop or need to increase maxExpand setting.",
    ],
    ['$$\nx', '3:1 error math/unclosed `$$` opens a formula that is never closed.'],
    [
      '$$x \\eqref{a}$$',
      "3:5 error math/tex The formula can't be rendered: `\\eqref` can't refer to other formulas here.",
    ],
  ])('%s', (text, expected) => {
    expect(told(parseWith(math, `# T\n\n${text}\n`))).toEqual([expected])
  })

  it('a formula too long to be drawn is none', () => {
    expect(createFormula('x'.repeat(10_001), { display: false, macros: {} }).problem?.message).toContain(
      '10000',
    )
  })
})

const SAMPLES = String.raw`
\frac{a}{b} \sqrt[3]{x} \vec{v} \hat{x} \widehat{xyz} \overbrace{a}^{b} \underline{x} \overline{x} \bar x
\begin{align}a&=b\\c&=d\end{align} \begin{aligned}a&=b\end{aligned} \begin{cases}a&b\\c&d\end{cases}
\begin{array}{|l|c:r||}\hline a&b&c\\\hdashline d&e&f\\\hline\hline\end{array} \begin{pmatrix}1&2\\3&4\end{pmatrix}
\begin{smallmatrix}a&b\end{smallmatrix} \begin{CD}A@>a>>B\end{CD} \begin{multline}a\\b\\c\end{multline} \begin{gather}a\tag{2}\end{gather}
\bordermatrix{a&b\cr c&d} x\tag{3} \color{red}x \textcolor{#f00}{x} \colorbox{yellow}{a} \fcolorbox{red}{blue}{a}
\cancel{x} \bcancel{x} \xcancel{x} \cancelto{0}{x} \sout{x} \fbox{a} \boxed{x} \bm{x} \boldsymbol{\alpha} \mathbb{R} \mathcal{L} \mathscr{L} \mathfrak{g}
a\!b \hspace{-1em}c \kern-3pt x \raisebox{1em}{x} \raisebox{-1em}{x} \rule{1em}{1em} \smash{x} \llap{x} \rlap{x} \clap{x} \phantom{x} \hphantom{x}
\xrightarrow[a]{bcd} \xleftrightharpoons{a} \overset{a}{b} \underset{a}{b} \stackrel{a}{b} \prescript{a}{b}{c} \dfrac12 \cfrac{1}{2+\cfrac{1}{3}}
\left(\frac{a}{b}\right. \big( \Bigg| \angl{x} \phase{x} \longdiv{3} \textcircled{a} \not\equiv \mathrm{d} \text{a \textbf{b} \textit{c}} \Huge x \tiny x
\renewcommand{\arraystretch}{2}\begin{array}{c}a\\b\end{array} \operatorname*{argmax} \lim_{x\to 0} \sum_{i=1}^n \int_a^b \oiint \pmb{x} \LaTeX \verb|x|
\ce{H2O} \mathchoice{a}{b}{c}{d} \substack{a\\b} \sideset{a}{b}\sum \ddot x \dddot x \tilde x \widetilde{abc} \overrightarrow{AB} \reflectbox{x} \bra{x} x'
`

describe('how a formula looks', () => {
  const formulas = SAMPLES.trim().split(/ (?=\\(?!right|big|text|equiv|alpha|Bigg)|a\\!)|\n/)
  const drawings = formulas.map(tex => createFormula(tex, { display: true, macros: {} }))
  const trees = drawings.flatMap(({ tree, problem }) => (problem ? [] : tree))
  const elements = elementsOf(trees)

  it('has no inline style, no id, no event and no address', () => {
    expect(trees.length).toBeGreaterThan(75)
    const names = new Set(elements.flatMap(({ properties = {} }) => Object.keys(properties)))
    expect([...names].filter(name => /^(?:style|id|on.*|href|src|class)$/.test(name))).toEqual([])
  })

  it('has only classes that a style sheet knows', () => {
    const css = readFileSync(new URL('../../../../src/plugins/math/math.css', import.meta.url), 'utf8')
    const used = new Set(
      elements.flatMap(({ properties = {} }) => (properties['className'] as string[]) ?? []),
    )
    const own = [...used].filter(name => name.startsWith('tx-'))
    expect(own.length).toBeGreaterThan(15)
    expect(own.filter(name => !css.includes(`.${name} {`))).toEqual([])
  })

  it('colours are attributes', () => {
    const { tree } = createFormula('\\textcolor{#f00}{x}', { display: false, macros: {} })
    expect(elementsOf([tree]).map(({ properties }) => properties)).toContainEqual({ mathcolor: '#f00' })
  })
})

it('readers who search find the TeX; a heading has it in its id', () => {
  const page = parseWith(math, '# T\n\n## The $x^2$ law\n\nIt is $E = mc^2$.\n\n$$\n\\sum\n$$\n')
  expect(page.sections.map(({ text }) => text)).toEqual(['', 'It is E = mc^2.\n\\sum'])
  expect(page.headings[1]?.id).toBe('the-x2-law')
})

it('commands of the site are known', () => {
  const { html } = parseWith(math, '# T\n\n$\\RR$\n', { macros: { '\\RR': '\\mathbb{R}' } })
  expect(html).toContain('ℝ')
})

it.each([
  ['de-AT', 'Formel', 'Diagramm'],
  ['zh-TW', '公式', '圖表'],
  ['nn', 'Formel', 'Diagram'],
  ['sw', 'Formula', 'Diagram'],
  [undefined, 'Formula', 'Diagram'],
])('the name of a formula and a diagram in %s', (lang, formula, diagram) => {
  expect([nameOf('formula', lang), nameOf('diagram', lang)]).toEqual([formula, diagram])
})

it.each(['$$\nx\n$$\n', 'A $$x$$\n', '```math\nx\n```\n'])('what scrolls has a role and a name: %j', text => {
  expect(parseWith(math, `# T\n\n${text}`).html).toContain(
    'class="math-display" role="group" tabindex="0" aria-label="Formula"',
  )
})
