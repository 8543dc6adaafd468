import type { UserConfig } from '../../schema/config.ts'
import { ownName } from '../../lib/language-name.ts'
import { printConfig } from '../../import/print-config.ts'
import type { CiHost } from './workflows.ts'
import { type ScaffoldTexts, SOURCE_TEXTS, textsFor } from './scaffold-texts.ts'

export interface ScaffoldOptions {
  title: string
  /** Codes of further languages, such as `fr` or `pt-BR`; the source language is English. */
  languages: readonly string[]
  /** Where the site will be found; with a path, that is its base. */
  url?: URL | undefined
  /** Writes what publishes the site on this host. */
  ci?: CiHost | undefined
}

/** A file to write, relative to the site's root. */
export interface NewFile {
  path: string
  content: string
}

/** The files of a new site: configuration, icon, a home page and a first guide, in every language. */
export function createScaffold(options: ScaffoldOptions): NewFile[] {
  const { title, languages } = options
  const pages = [
    ...pagesOf(title, '', SOURCE_TEXTS, false),
    ...languages.flatMap(lang =>
      pagesOf(title, `${lang.toLowerCase()}/`, textsFor(lang) ?? SOURCE_TEXTS, true),
    ),
  ]
  return [
    { path: 'site.config.ts', content: printConfig(createConfig(options)) },
    ...pages,
    { path: 'public/favicon.svg', content: ICON },
  ]
}

function createConfig({ title, languages, url }: ScaffoldOptions): UserConfig {
  const base = url?.pathname.replace(/(?<!\/)\/*$/, '/') ?? '/'
  const folders = untranslated(languages)
  const exemption = {
    rules: ['coverage/untranslated', 'parity/frontmatter'],
    locales: folders,
    pages: ['*'],
    reason: 'The first pages wait for their translation.',
  }
  return {
    title,
    ...(url ? { url: url.origin } : {}),
    ...(base === '/' ? {} : { base }),
    locales: Object.fromEntries([
      ['/', { lang: 'en-US', label: 'English' }],
      ...languages.map(lang => [`/${lang.toLowerCase()}/`, { lang, label: ownName(lang) }]),
    ]) as NonNullable<UserConfig['locales']>,
    theme: { nav: ['/guide/start.html'], sidebar: 'auto' },
    ...(folders.length > 0 ? { check: { exemptions: [exemption] } } : {}),
  }
}

/** Locales whose first pages are in English. */
export function untranslated(languages: readonly string[]): string[] {
  return languages.filter(lang => !textsFor(lang)).map(lang => `/${lang.toLowerCase()}/`)
}

function pagesOf(title: string, folder: string, texts: ScaffoldTexts, isTranslation: boolean): NewFile[] {
  return [
    { path: `content/${folder}README.md`, content: homePage(title, texts) },
    { path: `content/${folder}guide/start.md`, content: guide(texts, isTranslation) },
  ]
}

function homePage(title: string, { tagline, start, features }: ScaffoldTexts): string {
  const list = features.map(([name, details]) => `  - title: ${yaml(name)}\n    details: ${yaml(details)}\n`)
  return `---
home: true
title: ${yaml(title)}
tagline: ${yaml(tagline)}
actionText: ${yaml(start)}
actionLink: ./guide/start.md
features:
${list.join('')}---
`
}

/** A text as a value of YAML: in quotes where it could mean something else. */
function yaml(text: string): string {
  const isPlain = /^\p{L}[^:#"\\]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text)
  return isPlain ? text : JSON.stringify(text)
}

/** The first guide, which stays the first in the automatic sidebar. Headings of a translation keep the ids of the source. */
function guide(texts: ScaffoldTexts, isTranslation: boolean): string {
  const heading = (text: string, id: string) => (isTranslation ? `${text} {#${id}}` : text)
  return `---
order: 1
---

# ${heading(texts.guide, 'getting-started')}

## ${heading(texts.install, 'install')}

${texts.installText}

\`\`\`bash
npm install example
\`\`\`

## ${heading(texts.write, 'write')}

::: tip
${texts.tip}
:::

${texts.list.map(item => `- ${item}`).join('\n')}

## ${heading(texts.code, 'code')}

${texts.codeText}

\`\`\`js {2} [greet.js]
function greet(name) {
  return \`Hello, \${name}!\`
}
\`\`\`

## ${heading(texts.links, 'links')}

${texts.linksText}
`
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#12734a" />
  <path d="M9 8h9l5 5v11H9z" fill="#fff" />
  <path d="M12 15h8M12 19h8" stroke="#12734a" stroke-width="2" />
</svg>
`
