/** What every hook is told besides what it works on. */
export interface PluginContext<Options> {
  /** The options of the configuration, as the schema of the plugin gives them. */
  options: Options
}
