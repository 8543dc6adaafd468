/** A plain theme for Hugo that does what readers expect of documentation: it is measured with it, not as a bare renderer. */

const BASE = `<!doctype html>
<html lang="{{ .Site.Language.Lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} | {{ .Site.Title }}</title>
<meta name="description" content="{{ .Plain | truncate 160 }}">
<link rel="canonical" href="{{ .Permalink }}">
{{ range .Translations }}<link rel="alternate" hreflang="{{ .Language.Lang }}" href="{{ .Permalink }}">{{ end }}
{{ with resources.Get "site.css" | minify | fingerprint }}<link rel="stylesheet" href="{{ .RelPermalink }}">{{ end }}
{{ with resources.Get "site.js" | minify | fingerprint }}<script defer src="{{ .RelPermalink }}"></script>{{ end }}
</head>
<body>
<header><a href="{{ "/" | relLangURL }}">{{ .Site.Title }}</a> <input type="search" data-index="{{ "/index.json" | relLangURL }}">
<nav>{{ range .AllTranslations }}<a href="{{ .RelPermalink }}">{{ .Language.LanguageName }}</a> {{ end }}</nav></header>
<aside>{{ partial "sidebar.html" . }}</aside>
<main>{{ .Content }}
<footer>{{ with .PrevInSection }}<a rel="prev" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }} {{ with .NextInSection }}<a rel="next" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</footer></main>
<nav>{{ .TableOfContents }}</nav>
</body>
</html>
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

const STYLE = `body { font: 1rem/1.6 sans-serif; display: grid; grid-template-columns: 16rem 1fr 14rem } header { grid-column: 1 / -1 } aside { font-size: .9rem } pre { padding: 1rem; overflow: auto; background: #f6f6f7 } .box { border-left: 4px solid #e0a800; padding: .5rem 1rem }
`
const SCRIPT = `const field = document.querySelector('input[type=search]')
let pages
field.addEventListener('input', async () => {
  pages ??= await (await fetch(field.dataset.index)).json()
  const words = field.value.toLowerCase()
  field.title = pages.filter(page => page.text.toLowerCase().includes(words)).slice(0, 8).map(page => page.title).join(', ')
})
`

/** Files of a Hugo site without its content; `languages` are codes, `sidebar` lists the `whole` language or the `section`. */
export function hugoFiles({ languages, sidebar }) {
  const parts = languages.map(
    (code, index) =>
      `[languages.${code}]\nlanguageName = "${code}"\ncontentDir = "content/${code}"\nweight = ${index + 1}\n`,
  )
  return {
    'config.toml': CONFIG + parts.join(''),
    'layouts/_default/single.html': BASE,
    'layouts/_default/list.html': BASE,
    'layouts/index.json': SEARCH,
    'layouts/partials/sidebar.html': sidebar === 'whole' ? WHOLE : SECTION,
    'layouts/partials/tree.html': TREE,
    'assets/site.css': STYLE,
    'assets/site.js': SCRIPT,
  }
}
