import { createTestSite, git, type TestSite } from './site.ts'

const LOCALES = `{ '/': { lang: 'en-US', label: 'English' }, '/zh/': { lang: 'zh-CN', label: '简体中文' }, '/ar/': { lang: 'ar', label: 'العربية' } }`

/** `site.config.ts` of a version; `extra` is added to the object literal. */
export function versionConfig(extra = ''): string {
  return `export default { title: 'Example', url: 'https://docs.example.org', locales: ${LOCALES}, machines: { markdown: true }, theme: { repo: 'acme/docs', editLinks: true }, ${extra} }\n`
}

export const VERSIONS = `versions: [
  { id: '2.x', label: '2.x (current)' },
  { id: '1.x', path: '/1.x/', from: 'versions/1.x', noindex: true },
  { id: '0.x', path: '/0.x/', ref: 'v0-docs' },
],`

function page(title: string, version: string): string {
  return `# ${title}\n\nText of ${title} in ${version}.\n`
}

/**
 * A site in three languages and three versions: the current one, a folder, a tag. Chinese lacks `start` in the current version
 * and everything but its home in 0.x; Arabic has no page at all. `old` is in 0.x and 1.x, `new` in the current version only;
 * `moved` was `before` in the others.
 */
export function createVersionsSite(): TestSite {
  const site = createTestSite({
    'site.config.ts': versionConfig(),
    'content/README.md': page('Home', '0.x'),
    'content/guide/start.md': page('Start', '0.x'),
    'content/guide/old.md': page('Old', '0.x'),
    'content/guide/before.md': page('Before', '0.x'),
    'content/zh/README.md': page('首页', '0.x'),
    '.gitignore': 'node_modules\ndist\n',
    'package.json': '{ "type": "module" }\n',
  })
  const { root } = site
  git(root, 'init')
  git(root, 'add', '.')
  git(root, 'commit', '-m', 'zero')
  git(root, 'tag', 'v0-docs')
  const one = {
    'site.config.ts': versionConfig(),
    'content/README.md': page('Home', '1.x'),
    'content/guide/start.md': page('Start', '1.x') + '\n[Zero](/0.x/guide/old.html)\n',
    'content/guide/old.md': page('Old', '1.x'),
    'content/guide/before.md': page('Before', '1.x'),
    'content/zh/README.md': page('首页', '1.x'),
    'content/zh/guide/start.md': page('开始', '1.x'),
  }
  for (const [file, text] of Object.entries(one)) site.write(`versions/1.x/${file}`, text)
  git(root, 'rm', '-q', 'content/guide/old.md', 'content/guide/before.md')
  site.write('site.config.ts', versionConfig(VERSIONS))
  site.write('content/README.md', page('Home', '2.x'))
  site.write('content/guide/start.md', page('Start', '2.x') + '\n[One](/1.x/guide/old.html)\n')
  site.write('content/guide/new.md', page('New', '2.x'))
  site.write(
    'content/guide/moved.md',
    `---\nredirectFrom: [/guide/before.html]\n---\n\n${page('Moved', '2.x')}`,
  )
  site.write('content/zh/README.md', page('首页', '2.x'))
  git(root, 'add', '.')
  git(root, 'commit', '-m', 'two')
  return site
}
