import { createTestSite, inContent, type TestSite } from '../sites/site.ts'

/** Sections long enough to scroll through. */
function sections(...titles: string[]): string {
  const lines = Array.from({ length: 25 }, (_, i) => `Line ${i + 1} of the section.\n`).join('\n')
  return titles.map(title => `## ${title}\n\n${lines}`).join('\n')
}

const PAGES: Record<string, string> = {
  'README.md': `# Start\n\nGo to the [API](./api/README.md), to [mount](./api/mount.md), to a [file](/notes.txt).\n`,
  'api/README.md': `# API\n\n[mount](./mount.md) [find](./find.md#second) [guides](../guides/README.md)\n\n${sections('First', 'Second', 'Third')}`,
  'api/mount.md': `# mount\n\n[find](./find.md)\n\n\`\`\`js\nconst a = 1\n\`\`\`\n\n${sections('Example', 'Notes')}\n### Detail\n\nShort.\n`,
  'api/find.md': `# find\n\n[mount](./mount.md) [api](./README.md)\n\n${sections('First', 'Second')}`,
  'guides/README.md': `# Guides\n\n${sections('1-foo', 'a:b', 'constructor', '日本語')}`,
  'guides/two words.md': `# Two words\n\nA page with a space in its name.\n`,
  'zh/README.md': `# 开始\n\n[接口](./api/README.md)\n`,
  'zh/api/README.md': `# 接口\n\n${sections('第一', '第二')}`,
  'zh/api/mount.md': `# 挂载\n\n中文页面。\n`,
}

const CONFIG = (base: string) => `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site',
  url: 'https://docs.example.org',
  base: '${base}',
  redirects: { '/old.html': '/api/mount.html' },
  fallback: 'none',
  locales: {
    '/': { lang: 'en-US', label: 'English', title: 'Site' },
    '/zh/': { lang: 'zh-CN', label: '简体中文', title: '站点' },
  },
  theme: { nav: ['/api/', '/guides/'], sidebar: ['/', '/api/', '/api/mount', '/api/find', '/guides/'] },
})
`

/** A small site in two languages. */
export function createClientSite(base = '/'): TestSite {
  return createTestSite({
    ...inContent(PAGES),
    'site.config.ts': CONFIG(base),
    'public/notes.txt': 'A file.\n',
  })
}
