import type { UserConfig } from '../../src/schema/config.ts'
import { createFolder, type TestSite } from '../sites/site.ts'

/** A small site in three languages, built as often and as differently as a test needs. */
export interface OfflineSite extends TestSite {
  configure(config: UserConfig): void
}

const LOCALES: NonNullable<UserConfig['locales']> = {
  '/': { lang: 'en-US', label: 'English' },
  '/zh/': { lang: 'zh-CN', label: '中文' },
  '/fr/': { lang: 'fr', label: 'Français' },
}

export const CONFIG: UserConfig = {
  title: 'Fixture',
  fallback: 'none',
  locales: LOCALES,
  head: [
    { tag: 'link', attributes: { rel: 'icon', href: '/favicon.png' } },
    { tag: 'link', attributes: { rel: 'stylesheet', href: '/extra.css' } },
  ],
  redirects: { '/old.html': '/guide/first.html' },
}

/** Locale-relative sources of every language. */
const SOURCES: Record<string, string> = {
  'README.md': '# Home\n\nWelcome.\n\n[First](./guide/first.md)\n',
  'guide/README.md': '# Guide\n\n[First](./first.md), [Second](./second.md)\n',
  'guide/first.md': `# First\n\n${'A long line of text. '.repeat(400)}\n\n## Part\n\nMore.\n\n[Second](./second.md)\n`,
  'guide/second.md': '# Second\n\n![Dot](./dot.png)\n\n[First](./first.md)\n',
  'api/mount.md': '# mount\n\nMounts.\n',
  'api/Wrapper/README.md': '# Wrapper\n\n[mount](../mount.md)\n',
}

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

export function createOfflineSite(config: UserConfig = CONFIG): OfflineSite {
  const created = createFolder({
    'content/zh/guide/测试.md': '# 测试\n\n一页。\n',
    'public/favicon.png': PNG,
    'public/extra.css': 'h1 { letter-spacing: 0 }\n',
    'public/photo.png': PNG,
    'public/film.mp4': new Uint8Array(5000),
  })
  for (const locale of ['', 'zh/', 'fr/']) {
    for (const [file, text] of Object.entries(SOURCES))
      created.write(`content/${locale}${file}`, text.replace(/^# (.*)/, `# $1 ${locale.slice(0, 2)}`))
    created.write(`content/${locale}guide/dot.png`, PNG)
  }
  const configure = (next: UserConfig) =>
    created.write('site.config.ts', `export default ${JSON.stringify(next)}\n`)
  configure(config)
  return { ...created, configure }
}
