/**
 * A plain theme for Hugo that does what readers expect of documentation, from coloured code to search and a switch of
 * colours: it is measured with it, not as a bare renderer.
 */
import path from 'node:path/posix'

const BASE = `<!doctype html>
<html lang="{{ .Site.Language.Lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} | {{ .Site.Title }}</title>
<meta name="description" content="{{ .Summary | plainify | truncate 160 }}">
<link rel="canonical" href="{{ .Permalink }}">
{{ range .Translations }}<link rel="alternate" hreflang="{{ .Language.Lang }}" href="{{ .Permalink }}">{{ end }}
{{ with resources.Get "site.css" | minify | fingerprint }}<link rel="stylesheet" href="{{ .RelPermalink }}">{{ end }}
{{ with resources.Get "site.js" | minify | fingerprint }}<script defer src="{{ .RelPermalink }}"></script>{{ end }}
</head>
<body>
<header><a href="{{ "/" | relLangURL }}">{{ .Site.Title }}</a>
<input type="search" data-index="{{ "/index.json" | relLangURL }}"><ol></ol>
<nav>{{ range .AllTranslations }}<a href="{{ .RelPermalink }}">{{ .Language.LanguageName }}</a> {{ end }}</nav>
<button type="button" aria-label="Colours">◐</button></header>
<aside>{{ partial "sidebar.html" . }}</aside>
<main>{{ block "main" . }}{{ end }}</main>
<nav>{{ .TableOfContents }}</nav>
</body>
</html>
`

const PAGE = `{{ define "main" }}<article>{{ .Content }}</article>
<footer>{{ with .PrevInSection }}<a rel="prev" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }} {{ with .NextInSection }}<a rel="next" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</footer>{{ end }}
`

/** All pages of the language as a tree. */
const WHOLE = `{{ partial "tree.html" (dict "section" .Site.Home "here" .RelPermalink) }}`
/** The pages of the section, and a link to each other section. */
const SECTION = `<ul>{{ $here := .RelPermalink }}{{ range .CurrentSection.RegularPages }}<li><a href="{{ .RelPermalink }}"{{ if eq .RelPermalink $here }} aria-current="page"{{ end }}>{{ .Title }}</a></li>{{ end }}</ul>`

const TREE = `{{ $here := .here }}<ul>{{ range .section.RegularPages }}<li><a href="{{ .RelPermalink }}"{{ if eq .RelPermalink $here }} aria-current="page"{{ end }}>{{ .Title }}</a></li>{{ end }}
{{ range .section.Sections }}<li><a href="{{ .RelPermalink }}"{{ if eq .RelPermalink $here }} aria-current="page"{{ end }}>{{ .Title }}</a>{{ partial "tree.html" (dict "section" . "here" $here) }}</li>{{ end }}</ul>`

const SEARCH = `[{{ range $index, $page := .Site.RegularPages }}{{ if $index }},{{ end }}{{ dict "title" $page.Title "url" $page.RelPermalink "text" ($page.Plain | truncate 3000) | jsonify }}{{ end }}]
`

const CONFIG = `baseURL = "https://docs.example.org/"
title = "Docs"
disableKinds = ["taxonomy", "term", "RSS"]
defaultContentLanguage = "en"
[markup.goldmark.renderer]
unsafe = true
[markup.highlight]
noClasses = false
[outputs]
home = ["HTML", "JSON"]
section = ["HTML"]
`

const STYLE = `:root { --back: #fff; --text: #222; --code: #f6f6f7 } :root.dark { --back: #16171a; --text: #ddd; --code: #202127 } body { font: 1rem/1.6 sans-serif; display: grid; grid-template-columns: 16rem 1fr 14rem; color: var(--text); background: var(--back) } header { grid-column: 1 / -1; position: sticky; inset-block-start: 0 } aside { font-size: .9rem } pre { padding: 1rem; overflow: auto; background: var(--code) } .box { border-left: 4px solid #e0a800; padding: .5rem 1rem } header ol { position: absolute; background: var(--back) } @media (max-width: 60rem) { aside, body > nav { display: none } }
.chroma .k, .chroma .kd, .chroma .kn { color: #a626a4 } .chroma .s, .chroma .s1, .chroma .s2 { color: #3d7b22 } .chroma .c, .chroma .c1 { color: #6a737d } .chroma .nx, .chroma .nf { color: #2f5fb3 } .chroma .nt { color: #b3322f } .chroma .na { color: #8a5a00 } .chroma .mi { color: #8a5a00 }
`
const SCRIPT = `const root = document.documentElement
root.classList.toggle('dark', localStorage.colours === 'dark')
document.querySelector('header button').addEventListener('click', () => {
  localStorage.colours = root.classList.toggle('dark') ? 'dark' : 'light'
})
const field = document.querySelector('input[type=search]')
const list = document.querySelector('header ol')
let pages
field.addEventListener('input', async () => {
  pages ??= await (await fetch(field.dataset.index)).json()
  const words = field.value.toLowerCase()
  const found = words.length < 2 ? [] : pages.filter(page => (page.title + page.text).toLowerCase().includes(words))
  list.replaceChildren(...found.slice(0, 8).map(page => {
    const item = document.createElement('li')
    const link = item.appendChild(document.createElement('a'))
    Object.assign(link, { href: page.url, textContent: page.title })
    return item
  }))
})
`

/** The text with links between Markdown files as Hugo has them; those to nowhere lead to the top. */
export function hugoLinks(text, file) {
  return text.replace(/\]\((?!https?:|#|mailto:)([^)\s#]*)(#[^)\s]*)?\)/g, (_match, target, hash = '') => {
    const from = target.startsWith('/') ? target.slice(1) : path.join(path.dirname(file), target)
    const address = from.replace(/(?:(?:^|\/)README)?(?:\.md|\.html)?\/?$/, '').toLowerCase()
    return from.startsWith('..') ? '](#)' : `](/${address}${address && '/'}${hash})`
  })
}

/** Files of a Hugo site without its content; `languages` are codes, `sidebar` lists the `whole` language or the `section`. */
export function hugoFiles({ languages, sidebar }) {
  const parts = languages.map(
    (code, index) =>
      `[languages.${code}]\nlanguageName = "${code}"\ncontentDir = "content/${code}"\nweight = ${index + 1}\n`,
  )
  return {
    'config.toml': CONFIG + parts.join(''),
    'layouts/_default/baseof.html': BASE,
    'layouts/_default/single.html': PAGE,
    'layouts/_default/list.html': PAGE,
    'layouts/index.json': SEARCH,
    'layouts/partials/sidebar.html': sidebar === 'whole' ? WHOLE : SECTION,
    'layouts/partials/tree.html': TREE,
    'assets/site.css': STYLE,
    'assets/site.js': SCRIPT,
  }
}
