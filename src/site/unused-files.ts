/** Files in the content folder that seem to be for readers, although no page links to them. */
import path from 'node:path'
import { isWithin, listFiles, readText } from '../lib/files.ts'
import { type Finding, groupBy } from '../schema/finding.ts'

/** Not code, which is often that of examples and tests. */
const FOR_READERS =
  /\.(?:rst|adoc|asciidoc|org|textile|txt|html?|docx?|odt|rtf|ipynb|pdf|csv|tsv|json|ya?ml|css|scss|less|styl|png|jpe?g|gif|svg|webp|avif|bmp|ico|mp4|webm|mov|mp3|ogg|wav|vtt|zip|gz|woff2?|ttf|otf)$/i
const OF_TOOLS =
  /^(?:(?:package|package-lock|[jt]sconfig|vercel|deno|lerna|nx|typedoc)(?:\.[\w-]+)?\.json|(?:pnpm|netlify|docker)-.*|.*\.config\.\w+|licen[cs]e.*|robots\.txt)$/i

/** `used` by pages and the configuration; `code` of configuration and plugins, which may name files; `watched` by plugins. */
export async function reportUnusedFiles(input: {
  root: string
  files: readonly string[]
  used: ReadonlySet<string>
  code: readonly string[]
  watched: readonly string[]
  listIgnored(files: readonly string[]): Promise<ReadonlySet<string>>
}): Promise<Finding[]> {
  const { root, files, used, watched } = input
  const inSite = (file: string) => path.resolve(root, file)
  const isRead = (file: string) => watched.some(folder => isWithin(inSite(file), inSite(folder)))
  const unnamed = files.filter(file => {
    const name = path.basename(file)
    return FOR_READERS.test(name) && !OF_TOOLS.test(name) && !used.has(file) && !isRead(file)
  })
  if (unnamed.length === 0) return []
  const templates = (await listFiles(inSite('templates'))).map(name => `templates/${name}`)
  const code = [...input.code, ...templates].map(file => readText(inSite(file)) ?? '').join('\n')
  // Code may name a file or a folder around it, last in a path.
  const named = new Set(code.match(/(?<=['"`/])[^'"`/*?#$\n]+(?=\/?['"`*?#$])/g))
  const unused = unnamed.filter(file => {
    const [, ...names] = file.split('/')
    return !names.some(name => named.has(name))
  })
  const ignored = await input.listIgnored(unused)
  const reported = unused.filter(file => !ignored.has(file))
  return [...groupBy(reported, path.dirname).values()].map(files => {
    const shown = files.slice(0, 3).map(file => `\`${path.basename(file)}\``)
    const more = files.length > shown.length ? ` and ${files.length - shown.length} more in this folder` : ''
    const isOne = files.length === 1
    const message = `${shown.join(', ')}${more} ${isOne ? "isn't" : "aren't"} used by any page, so ${isOne ? "it isn't" : "they aren't"} published.`
    const hint =
      'docsgen only publishes `.md` pages and the files that they use. Link to these files, move them to the public folder, or add them to `exclude`.'
    const place = { file: files[0] ?? '', line: 1, column: 1 }
    return { rule: 'files/unused', severity: 'warning', place, message, hint }
  })
}
