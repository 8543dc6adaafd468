import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { AddedTheme } from '../schema/output.ts'
import type { Plugin } from './evaluate.ts'

/** What plugins add to the theme, in their order. */
export function addedThemes(plugins: readonly Plugin[]): AddedTheme[] {
  return plugins.flatMap(({ source, definition: { name: plugin, styles = [], templates } }) => {
    if (styles.length === 0 && templates === undefined) return []
    const at = (name: string) => path.resolve(path.dirname(source.file), name)
    const folder = templates === undefined ? {} : { templates: at(templates) }
    return [{ plugin, styles: styles.map(at), ...folder }]
  })
}

/** What a theme has of a plugin: its style sheets and all of its templates, absolute. */
export function themeFiles(plugin: Plugin): string[] {
  return addedThemes([plugin]).flatMap(({ styles, templates }) => {
    const names = templates === undefined ? [] : readdirSync(templates, { recursive: true, encoding: 'utf8' })
    return [...styles, ...names.map(name => path.join(templates ?? '', name))]
  })
}

/** Style sheets and folders of templates that are not there, as the plugin names them. */
export function missingThemeFiles({ source, definition: { styles = [], templates } }: Plugin): string[] {
  const stats = (name: string) =>
    statSync(path.resolve(path.dirname(source.file), name), { throwIfNoEntry: false })
  const lost = styles.filter(name => !stats(name)?.isFile())
  return templates !== undefined && !stats(templates)?.isDirectory() ? [...lost, templates] : lost
}
