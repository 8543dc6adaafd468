/** `docsgen/plugins/typedoc`: a page for everything that TypeDoc's JSON tells of a package. */
import * as z from 'zod'
import type { PluginDefinition } from '../../schema/plugin.ts'
import { placesOf } from './page-places.ts'
import { readProject } from './read-project.ts'
import { textsOf } from './texts.ts'
import { pagesOf, writePage } from './write-page.ts'

const options = z.strictObject({
  /** File that `typedoc --json` writes, relative to the site's folder. */
  json: z.string().min(1),
  /** Folder of the pages in that of the content. */
  folder: z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*$/, 'must be a folder such as `api`')
    .default('api'),
  /** Title of the first page; that of the package by default. */
  title: z.string().optional(),
  /** `all`: pages in each language of the site, with headings in it; what comments say stays as it is. */
  locales: z.enum(['source', 'all']).default('source'),
})

type Options = z.output<typeof options>

const plugin: PluginDefinition<Options> = {
  name: 'typedoc',
  options,
  pages({ root, locales, watch, report, options: { json, folder, title, locales: wanted } }) {
    watch(json)
    const { project, problem } = readProject(root, json)
    if (problem) {
      report(problem)
      return []
    }
    const places = placesOf(project)
    const languages = wanted === 'all' ? locales : locales.slice(0, 1)
    return languages.flatMap(({ path, lang }) =>
      pagesOf(project).flatMap(reflection => {
        const file = places.get(reflection.id)?.file
        if (file === undefined) return []
        const standing = { places, file, texts: textsOf(lang) }
        const name = reflection === project ? (title ?? project.name) : reflection.name
        return [
          { path: `${path}${folder}/${file}`.slice(1), markdown: writePage(reflection, standing, name) },
        ]
      }),
    )
  },
}

export default plugin
