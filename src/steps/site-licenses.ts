import { existsSync, readFileSync } from 'node:fs'
import { LICENSES } from '../bundle/licenses.ts'
import type { OutputFile } from '../schema/output.ts'
import { languageFile, languageLicenses } from '../search/language-of.ts'
import type { LoadedSite } from './load.ts'

type Carried = Pick<LoadedSite, 'site' | 'theme'>

/**
 * A file of the theme; the one with its licences also has those of what only some sites carry: style sheets of plugins
 * (`math.css.LEGAL.txt` beside `math.css`) and the search of languages that the theme does not have.
 */
export function withLicenses(file: OutputFile, { site, theme }: Carried): OutputFile {
  if (file.path !== LICENSES || typeof file.content !== 'string') return file
  const styles = (theme.added ?? []).flatMap(added => added.styles.map(style => `${style}.LEGAL.txt`))
  const isSearched = Object.values(site.locales).some(
    ({ search, lang }) => search.provider !== 'none' && languageFile(lang) !== undefined,
  )
  const found = [...styles.filter(name => existsSync(name)), ...(isSearched ? [languageLicenses] : [])]
  return { ...file, content: [file.content, ...found.map(name => readFileSync(name, 'utf8'))].join('\n') }
}
