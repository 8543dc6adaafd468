import path from 'node:path'
import { packageRoot } from '../lib/package.ts'
import { hashContent } from '../lib/hash.ts'
import { type Addition, ADDITIONS, type OutputFile } from '../schema/output.ts'
import { type Bundler, COMMON } from './bundler.ts'
import { packagedScript } from './scripts.ts'
import { themePlugin } from './theme-plugin.ts'

/** What each addition adds: styles behind those of the theme, and script to the one that runs before the first paint. */
export type AdditionTexts = Partial<Record<Addition, { css: string; js?: string }>>

/** Bundles what only sites that use it get: `templates/styles/additions` and `src/client/additions`. */
export async function bundleAdditions(bundler: Bundler): Promise<AdditionTexts> {
  const names = Object.keys(ADDITIONS) as Addition[]
  const outdir = path.join(packageRoot, 'out/additions')
  const scripts = names.filter(name => ADDITIONS[name].script)
  const [styles, script] = await Promise.all([
    bundler.run('addition-styles', {
      ...COMMON,
      // Relative, so that a site may have its own.
      entryPoints: names.map(name => `./templates/styles/additions/${name}.css`),
      outdir,
      plugins: [themePlugin(() => bundler.source, 'browser')],
    }),
    bundler.run('addition-scripts', {
      ...COMMON,
      entryPoints: scripts.map(name => path.join(packageRoot, `src/client/additions/${name}.ts`)),
      format: 'iife',
      outdir,
    }),
  ])
  const textOf = (files: typeof styles.outputFiles, file: string) =>
    files?.find(output => path.basename(output.path) === file)?.text
  return Object.fromEntries(
    names.map(name => {
      const js = textOf(script.outputFiles, `${name}.js`)
      const css = `@layer components{${textOf(styles.outputFiles, `${name}.css`)?.trim() ?? ''}}\n`
      return [name, { css, ...(js === undefined ? {} : { js }) }]
    }),
  )
}

interface Extensible {
  /** Addresses of the style sheet and of the script before the first paint, without base. */
  entries: { style: string; scheme: string }
  files: OutputFile[]
  additions: AdditionTexts
}

/** The theme with additions, what their scripts need to know before them, and rules of the site's own behind them. */
export function withAdditions<T extends Extensible>(
  theme: T,
  { names, css: own, js: known = '' }: { names: readonly Addition[]; css: string; js?: string },
): T {
  if (names.length === 0) return theme
  const used = names.flatMap(name => theme.additions[name] ?? [])
  const css = used.map(addition => addition.css).join('') + own
  const js = known + used.map(addition => addition.js ?? '').join('')
  const entries = { ...theme.entries }
  const files = theme.files.map((file): OutputFile => {
    const added = `/${file.path}` === entries.style ? css : `/${file.path}` === entries.scheme ? js : ''
    if (added === '' || typeof file.content !== 'string') return file
    const content = file.content + added
    const renamed = file.path.replace(/\.\w+(?=\.\w+$)/, `.${hashContent(content).toUpperCase()}`)
    entries[file.path.endsWith('.css') ? 'style' : 'scheme'] = `/${renamed}`
    return { ...file, content, path: renamed }
  })
  return { ...theme, entries, files }
}

/** Returns the theme with the script that counts page views, for sites that want it. */
export async function withAnalytics<T extends Pick<Extensible, 'entries' | 'files'>>(theme: T): Promise<T> {
  const content = await packagedScript('analytics')
  const name = `assets/js/analytics.${hashContent(content).toUpperCase()}.js`
  return {
    ...theme,
    entries: { ...theme.entries, analytics: `/${name}` },
    files: [...theme.files, { path: name, content, immutable: true }],
  }
}
