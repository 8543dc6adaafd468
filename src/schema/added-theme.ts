/** What a plugin adds to the theme. */
export interface AddedTheme {
  /** Name of the plugin. */
  plugin: string
  /** Absolute folder of templates that take the place of docsgen's; those of the site take theirs. */
  templates?: string
  /** Absolute style sheets, after those of docsgen. */
  styles: readonly string[]
}
