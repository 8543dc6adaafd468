import * as z from 'zod'

/** A plugin in the configuration: a file of the site, a package, or one of docsgen's own; options are data, no functions. */
export const pluginEntry = z.union([
  z.string().min(1).meta({ form: 'the name of a plugin' }),
  z
    .tuple([z.string().min(1), z.record(z.string(), z.json())])
    .meta({ form: '`[name, { … }]` with options that are data' }),
])
