import type { UserConfig } from '../schema/config.ts'
import { printConfig } from './print-config.ts'

export interface ScaffoldOptions {
  title: string
  /** Codes of further languages, such as `fr` or `pt-BR`; the source language is English. */
  languages: readonly string[]
}

/** A file to write, relative to the site's root. */
export interface NewFile {
  path: string
  content: string
}

/** The files of a new site: configuration, a home page and a first guide, in every language. */
export function createScaffold({ title, languages }: ScaffoldOptions): NewFile[] {
  const config: UserConfig = {
    title,
    locales: Object.fromEntries([
      ['/', { lang: 'en-US', label: 'English' }],
      ...languages.map(lang => [`/${lang.toLowerCase()}/`, { lang, label: nameOf(lang) }]),
    ]) as NonNullable<UserConfig['locales']>,
    theme: { nav: ['/guide/start.html'], sidebar: ['/', '/guide/start.html'] },
  }
  const folders = ['', ...languages.map(lang => `${lang.toLowerCase()}/`)]
  return [
    { path: 'site.config.ts', content: printConfig(config) },
    ...folders.flatMap(folder => pages(title, folder)),
  ]
}

const NAMES: Record<string, string> = {
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  pt: 'Português',
  ru: 'Русский',
  uk: 'Українська',
  zh: '简体中文',
}

/** The language's own name, as far as it is known here. */
function nameOf(lang: string): string {
  return NAMES[lang.toLowerCase()] ?? NAMES[lang.split('-')[0]?.toLowerCase() ?? ''] ?? lang
}

function pages(title: string, folder: string): NewFile[] {
  return [
    { path: `content/${folder}README.md`, content: homePage(title) },
    { path: `content/${folder}guide/start.md`, content: GUIDE },
  ]
}

function homePage(title: string): string {
  return `# ${title}\n\nOne or two sentences on what this is and whom it is for.\n\nBegin with [Getting started](./guide/start.md).\n`
}

const GUIDE = `# Getting started

## Install

Say what the reader needs, and show the command:

\`\`\`bash
npm install example
\`\`\`

## First steps

::: tip
Every Markdown file in \`content/\` becomes a page. Save this one and look at the browser.
:::
`
