/**
 * Adds an interface text to the schema and to every language, reading JSON from stdin:
 * `{ "name": "…", "after": "…", "comment": "…", "texts": { "ar": "…", … } }`. A language that has the text keeps its own.
 * For those who work on docsgen; the compiler and `test/unit/templates/strings.test.ts` say what is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { name, after, comment, texts } = JSON.parse(readFileSync(0, 'utf8'))

/** Puts a line behind that of `after`, where there is none of `name`. */
function insert(file, line) {
  const place = path.join(root, file)
  const lines = readFileSync(place, 'utf8').split('\n')
  const isOf = key => text => text.startsWith(`  ${key}: `)
  if (lines.some(isOf(name))) return
  const index = lines.findIndex(isOf(after))
  if (index < 0) throw new Error(`${file} has no ${after}.`)
  // A long text stands on the line below its name.
  const end = lines.findIndex((text, at) => at >= index && text.endsWith(','))
  lines.splice(end + 1, 0, line)
  writeFileSync(place, lines.join('\n'))
}

insert('src/schema/strings.ts', `${comment ? `  /** ${comment} */\n` : ''}  ${name}: z.string(),`)
const modules = [
  ...readFileSync(path.join(root, 'templates/strings/index.ts'), 'utf8').matchAll(
    /^ +'?([\w-]+)'?: async \(\) => \(await import\('\.\/([\w-]+)\.ts'\)/gm,
  ),
]
for (const [, language, file] of modules) {
  const text = texts[language]
  if (text !== undefined)
    insert(`templates/strings/${file}.ts`, `  ${name}: '${text.replace(/['\\]/g, '\\$&')}',`)
}
