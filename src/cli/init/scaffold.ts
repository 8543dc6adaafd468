import { stringify } from 'yaml'
import { printConfig } from '../../import/common/importer.ts'
import type { UserConfig } from '../../schema/config.ts'
import { ownName } from '../../shared/languages.ts'

export interface ScaffoldOptions {
  title: string
  /** Codes such as `fr` or `pt-BR`; the source language is English. */
  languages: readonly string[]
  /** Address of the site; its path is the base. */
  url?: URL | undefined
}

export function createScaffold({ title, languages, url }: ScaffoldOptions) {
  const base = url?.pathname.replace(/(?<!\/)\/*$/, '/') ?? '/'
  const config: UserConfig = {
    title,
    url: url?.origin,
    base: base === '/' ? undefined : base,
    locales: Object.fromEntries([
      ['/', { lang: 'en-US', label: 'English' }],
      ...languages.map(lang => [`/${lang.toLowerCase()}/`, { lang, label: ownName(lang) }]),
    ]) as NonNullable<UserConfig['locales']>,
    theme: { nav: ['/guide/start.html'], sidebar: 'auto' },
  }
  return [
    { path: 'site.config.ts', content: printConfig(config) },
    ...createPages(title, '', TEXTS.en),
    ...languages.flatMap(lang => createPages(title, `${lang.toLowerCase()}/`, textsFor(lang) ?? TEXTS.en)),
    { path: 'public/favicon.svg', content: ICON },
  ]
}

export function untranslated(languages: readonly string[]) {
  return languages.filter(lang => !textsFor(lang)).map(lang => `/${lang.toLowerCase()}/`)
}

/** The guide stays the first in the automatic sidebar. Headings of a translation keep the ids of the source. */
function createPages(title: string, folder: string, texts: string) {
  const [tagline, start, first, second, install, command, write, tip, links] = texts.split('\n')
  const home = {
    home: true,
    title,
    tagline,
    actionText: start,
    actionLink: './guide/start.md',
    features: [first, second].map(feature => {
      const [title, details] = feature?.split(' | ') ?? []
      return { title, details }
    }),
  }
  const id = (name: string) => (folder === '' ? '' : ` {#${name}}`)
  const content = `---
order: 1
---

# ${start}${id('get-started')}

## ${install}${id('install')}

${command}

\`\`\`bash
npm install example
\`\`\`

## ${write}${id('write')}

::: tip
${tip}
:::

${links}
`
  return [
    { path: `content/${folder}README.md`, content: `---\n${stringify(home, { lineWidth: 0 })}---\n` },
    { path: `content/${folder}guide/start.md`, content },
  ]
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#12734a" />
  <path d="M9 8h9l5 5v11H9z" fill="#fff" />
  <path d="M12 15h8M12 19h8" stroke="#12734a" stroke-width="2" />
</svg>
`

/** One text per line: tagline, button, two features with details, then those of the guide. */
const TEXTS = {
  en: `One sentence about what this is and who it’s for
Get started
First reason | Describe what readers gain, not how it works.
Second reason | Two or three features are enough.
Install
Say what readers need, and show the command:
Write
Save this file, and the page in your browser updates without a reload.
Link to files, as in [the home page](../README.md): \`docsgen check\` reports broken links.`,
  fr: `Une phrase qui dit ce que c’est et à qui cela s’adresse
Commencer
Première raison | Dites ce que le lecteur y gagne, pas comment c’est fait.
Deuxième raison | Deux ou trois points suffisent.
Installer
Dites ce qu’il faut au lecteur et montrez la commande :
Écrire
Enregistrez ce fichier et regardez le navigateur : la page change sans être rechargée.
Liez les fichiers, comme [la page d’accueil](../README.md) : \`docsgen check\` signale ceux qui ne mènent nulle part.`,
  ja: `何のためのもので、誰に役立つのかを一文で
はじめる
一つ目の理由 | 仕組みではなく、読者が得られるものを書きます。
二つ目の理由 | 特長は二つか三つで十分です。
インストール
必要なものとコマンドを示します。
書く
このファイルを保存してブラウザーを見てください。再読み込みなしでページが変わります。
[ホームページ](../README.md)のように、ファイルへリンクします。行き先がなければ \`docsgen check\` が知らせます。`,
  pt: `Uma frase que diz o que isto é e a quem se destina
Começar
Primeira razão | Diga o que o leitor ganha, não como é feito.
Segunda razão | Duas ou três características bastam.
Instalar
Diga do que o leitor precisa e mostre o comando:
Escrever
Salve este arquivo e olhe para o navegador: a página muda sem recarregar.
Aponte para arquivos, como [a página inicial](../README.md): \`docsgen check\` avisa quando um deles não existe.`,
  ru: `Одно предложение о том, что это и для кого
Начать
Первая причина | Расскажите, что получит читатель, а не как это устроено.
Вторая причина | Двух или трёх достаточно.
Установка
Скажите, что понадобится читателю, и покажите команду:
Как писать
Сохраните этот файл и посмотрите в браузер: страница изменится без перезагрузки.
Ссылайтесь на файлы, например на [главную страницу](../README.md): \`docsgen check\` сообщит, если ссылка никуда не ведёт.`,
  zh: `用一句话说明这是什么、适合谁
开始使用
第一个理由 | 写读者能得到什么，而不是它如何实现。
第二个理由 | 两三个特点就够了。
安装
说明读者需要什么，并给出命令：
写作
保存这个文件，再看浏览器：页面无需刷新就会改变。
链接到文件，例如[首页](../README.md)：如果目标不存在，\`docsgen check\` 会指出来。`,
}

/** Undefined if the author has to translate the texts. */
function textsFor(lang: string) {
  // Readers of traditional Chinese can't be given simplified.
  if (new Intl.Locale(lang).maximize().script === 'Hant') return undefined
  return new Map(Object.entries(TEXTS)).get(lang.split('-')[0]?.toLowerCase() ?? '')
}
