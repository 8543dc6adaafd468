import type { BuildOptions, BuildResult } from 'esbuild'
import { packageRoot } from '../lib/package.ts'
import type { ThemeSource } from './theme-source.ts'

/** Runs esbuild. The options of a name are always the same, but for what the plugin finds in the present source. */
export interface Bundler {
  /** The templates that the plugin reads. */
  source: ThemeSource
  run(name: string, options: BuildOptions): Promise<BuildResult>
  /** Bundles a script of the theme, an absolute file, once; returns its name. Set while a theme is bundled (`browser.ts`). */
  bundleScript(file: string): Promise<string>
}

/** Bundles without keeping anything for the next time. */
export function bundleOnce(source: ThemeSource): Bundler {
  return {
    source,
    run: async (_name, options) => (await import('esbuild')).build(options),
    bundleScript: file => Promise.reject(new Error(`No theme is bundled that ${file} could be part of.`)),
  }
}

/** What all bundles of a theme have in common. */
export const COMMON: BuildOptions = {
  absWorkingDir: packageRoot,
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'silent',
  // Settings of folders above the package or the site must not change the output.
  tsconfigRaw: '{}',
  define: { 'process.env.NODE_ENV': '"production"' },
}
