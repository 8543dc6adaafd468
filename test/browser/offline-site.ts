import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from '../../src/build.ts'
import type { UserConfig } from '../../src/schema/config.ts'
import { openSession } from '../../src/cache/workers/session.ts'

/** A small site in three languages, built by the real program, as often and as differently as a test needs. */
export interface TestSite {
  root: string
  /** Writes (or with undefined removes) a file of the site. */
  write(file: string, content: string | Uint8Array | undefined): void
  configure(config: UserConfig): void
  /** Builds into `<root>/<name>` and returns that folder. */
  build(name: string): Promise<string>
  remove(): void
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

export function createTestSite(config: UserConfig = CONFIG): TestSite {
  const root = mkdtempSync(path.join(tmpdir(), 'docsgen-offline-'))
  const site: TestSite = {
    root,
    write(file, content) {
      const target = path.join(root, file)
      mkdirSync(path.dirname(target), { recursive: true })
      if (content === undefined) rmSync(target, { force: true })
      else writeFileSync(target, content)
    },
    configure: next => site.write('site.config.ts', `export default ${JSON.stringify(next)}\n`),
    async build(name) {
      const session = await openSession({ root, workers: 0 })
      const { exitCode, findings } = await build(session, { outDir: name })
      await session.close()
      const errors = findings.filter(finding => finding.severity === 'error')
      if (exitCode !== 0) throw new Error(`The test site does not build: ${JSON.stringify(errors)}`)
      return path.join(root, name)
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
  site.configure(config)
  for (const locale of ['', 'zh/', 'fr/']) {
    for (const [file, text] of Object.entries(SOURCES)) {
      site.write(`content/${locale}${file}`, text.replace(/^# (.*)/, `# $1 ${locale.slice(0, 2)}`))
    }
    site.write(`content/${locale}guide/dot.png`, PNG)
  }
  site.write('content/zh/guide/测试.md', '# 测试\n\n一页。\n')
  site.write('public/favicon.png', PNG)
  site.write('public/extra.css', 'h1 { letter-spacing: 0 }\n')
  site.write('public/photo.png', PNG)
  site.write('public/film.mp4', new Uint8Array(5000))
  return site
}
