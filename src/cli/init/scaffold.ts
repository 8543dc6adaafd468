import type { CiHost } from './workflows.ts'
import { printConfig } from '../../import/print-config.ts'
import { ownName } from '../../shared/languages.ts'
import type { UserConfig } from '../../schema/config.ts'

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

/** What the pages of a new site say in one language. */
interface ScaffoldTexts {
  tagline: string
  start: string
  /** Title and details of each feature. */
  features: readonly (readonly [string, string])[]
  guide: string
  install: string
  installText: string
  write: string
  tip: string
  list: readonly string[]
  code: string
  codeText: string
  links: string
  linksText: string
}

const en: ScaffoldTexts = {
  tagline: 'One sentence on what this is and whom it is for',
  start: 'Get started',
  features: [
    ['First reason', 'Say what readers gain, not how it is made.'],
    ['Second reason', 'Two or three features are enough.'],
    ['Third reason', 'Every page is a Markdown file in the content folder.'],
  ],
  guide: 'Getting started',
  install: 'Install',
  installText: 'Say what the reader needs, and show the command:',
  write: 'Write',
  tip: 'Save this file and look at the browser: the page changes without a reload.',
  list: [
    '**Bold**, _italic_ and `code`',
    'Lists, tables, images and footnotes',
    'Containers such as the box above',
  ],
  code: 'Code',
  codeText: 'A title stands in brackets behind the language, highlighted lines in braces:',
  links: 'Links',
  linksText:
    'Link to files, as in [the home page](../README.md): `docsgen check` tells when one leads nowhere.',
}

const fr: ScaffoldTexts = {
  tagline: 'Une phrase qui dit ce que c’est et à qui cela s’adresse',
  start: 'Commencer',
  features: [
    ['Première raison', 'Dites ce que le lecteur y gagne, pas comment c’est fait.'],
    ['Deuxième raison', 'Deux ou trois points suffisent.'],
    ['Troisième raison', 'Chaque page est un fichier Markdown du dossier de contenu.'],
  ],
  guide: 'Pour commencer',
  install: 'Installer',
  installText: 'Dites ce qu’il faut au lecteur et montrez la commande :',
  write: 'Écrire',
  tip: 'Enregistrez ce fichier et regardez le navigateur : la page change sans être rechargée.',
  list: [
    '**Gras**, _italique_ et `code`',
    'Listes, tableaux, images et notes',
    'Des encadrés comme celui du dessus',
  ],
  code: 'Le code',
  codeText: 'Un titre se met entre crochets après le langage, les lignes surlignées entre accolades :',
  links: 'Les liens',
  linksText:
    'Liez les fichiers, comme [la page d’accueil](../README.md) : `docsgen check` signale ceux qui ne mènent nulle part.',
}

const ja: ScaffoldTexts = {
  tagline: '何のためのもので、誰に役立つのかを一文で',
  start: 'はじめる',
  features: [
    ['一つ目の理由', '仕組みではなく、読者が得られるものを書きます。'],
    ['二つ目の理由', '特長は二つか三つで十分です。'],
    ['三つ目の理由', 'どのページも、コンテンツフォルダーの Markdown ファイルです。'],
  ],
  guide: 'はじめに',
  install: 'インストール',
  installText: '必要なものとコマンドを示します。',
  write: '書く',
  tip: 'このファイルを保存してブラウザーを見てください。再読み込みなしでページが変わります。',
  list: ['**太字**、_斜体_、`code`', 'リスト、表、画像、脚注', '上の枠のようなコンテナー'],
  code: 'コード',
  codeText: '言語の後ろの角括弧にはタイトルを、波括弧には強調する行を書きます。',
  links: 'リンク',
  linksText:
    '[ホームページ](../README.md)のように、ファイルへリンクします。行き先がなければ `docsgen check` が知らせます。',
}

const zh: ScaffoldTexts = {
  tagline: '用一句话说明这是什么、适合谁',
  start: '开始使用',
  features: [
    ['第一个理由', '写读者能得到什么，而不是它如何实现。'],
    ['第二个理由', '两三个特点就够了。'],
    ['第三个理由', '每个页面都是内容文件夹中的一个 Markdown 文件。'],
  ],
  guide: '快速上手',
  install: '安装',
  installText: '说明读者需要什么，并给出命令：',
  write: '写作',
  tip: '保存这个文件，再看浏览器：页面无需刷新就会改变。',
  list: ['**粗体**、_斜体_和 `code`', '列表、表格、图片和脚注', '像上面那样的容器'],
  code: '代码',
  codeText: '语言之后的方括号中写标题，花括号中写要高亮的行：',
  links: '链接',
  linksText: '链接到文件，例如[首页](../README.md)：如果目标不存在，`docsgen check` 会指出来。',
}

const pt: ScaffoldTexts = {
  tagline: 'Uma frase que diz o que isto é e a quem se destina',
  start: 'Começar',
  features: [
    ['Primeira razão', 'Diga o que o leitor ganha, não como é feito.'],
    ['Segunda razão', 'Duas ou três características bastam.'],
    ['Terceira razão', 'Cada página é um arquivo Markdown da pasta de conteúdo.'],
  ],
  guide: 'Primeiros passos',
  install: 'Instalar',
  installText: 'Diga do que o leitor precisa e mostre o comando:',
  write: 'Escrever',
  tip: 'Salve este arquivo e olhe para o navegador: a página muda sem recarregar.',
  list: ['**Negrito**, _itálico_ e `code`', 'Listas, tabelas, imagens e notas', 'Caixas como a de cima'],
  code: 'Código',
  codeText: 'O título fica entre colchetes depois da linguagem, as linhas destacadas entre chaves:',
  links: 'Ligações',
  linksText:
    'Aponte para arquivos, como [a página inicial](../README.md): `docsgen check` avisa quando um deles não existe.',
}

const ru: ScaffoldTexts = {
  tagline: 'Одно предложение о том, что это и для кого',
  start: 'Начать',
  features: [
    ['Первая причина', 'Расскажите, что получит читатель, а не как это устроено.'],
    ['Вторая причина', 'Двух или трёх достаточно.'],
    ['Третья причина', 'Каждая страница — файл Markdown в папке с содержимым.'],
  ],
  guide: 'Начало работы',
  install: 'Установка',
  installText: 'Скажите, что понадобится читателю, и покажите команду:',
  write: 'Как писать',
  tip: 'Сохраните этот файл и посмотрите в браузер: страница изменится без перезагрузки.',
  list: [
    '**Жирный**, _курсив_ и `code`',
    'Списки, таблицы, изображения и сноски',
    'Блоки, как тот, что выше',
  ],
  code: 'Примеры кода',
  codeText: 'Заголовок пишется в квадратных скобках после языка, выделенные строки — в фигурных:',
  links: 'Ссылки',
  linksText:
    'Ссылайтесь на файлы, например на [главную страницу](../README.md): `docsgen check` сообщит, если ссылка никуда не ведёт.',
}

const TEXTS: Readonly<Record<string, ScaffoldTexts>> = { en, fr, ja, pt, ru, zh }

/** The texts in a language; undefined where there are none, and it is for the author to translate. */
function textsFor(lang: string): ScaffoldTexts | undefined {
  // Readers of traditional Chinese are no readers of simplified.
  if (new Intl.Locale(lang).maximize().script === 'Hant') return undefined
  return TEXTS[lang.split('-')[0]?.toLowerCase() ?? '']
}

const SOURCE_TEXTS = en
