import path from 'node:path'

/** Style sheets of what scripts alone put into a document: in no style sheet of documents, but in those scripts (`adopt-sheet.ts`). */
const SHEETS = ['offline-panel', 'search', 'update-prompt']

/** Where a script names one of them. */
const PLACE = /"docsgen:sheet\/([\w-]+)"/g

/** Entries for esbuild beside the scripts: relative, so that a site may have its own. */
export const sheetEntries: Readonly<Record<string, string>> = Object.fromEntries(
  SHEETS.map(name => [`sheet-${name}`, `./templates/styles/${name}.css`]),
)

/** The bundled files, with the style sheets of those entries in the scripts that name them and no longer beside them. */
export function fillSheets<T extends { path: string; content: string }>(files: readonly T[]): T[] {
  const nameOf = (file: T) => /^sheet-([\w-]+)(?:\.\w+)?\.css$/.exec(path.basename(file.path))?.[1]
  const sheets = new Map(files.map(file => [nameOf(file), file.content.trim()]))
  const fill = (place: string, name: string) => {
    const css = sheets.get(name)
    return css === undefined ? place : JSON.stringify(`@layer components{${css}}`)
  }
  return files
    .filter(file => nameOf(file) === undefined)
    .map(file => ({ ...file, content: file.content.replace(PLACE, fill) }))
}
