import { safeDecode, pageAddress } from '../../shared/addresses.ts'
import { listFiles } from '../../lib/files.ts'

/** The pages of a VuePress site by the addresses that it gives them, decoded (B2, B3). */
export interface PagePaths {
  /** The address of the page that an entry of nav or sidebar means; undefined when there is none (B149, B163). */
  find(reference: string): string | undefined
}

/** Source files of a VuePress site, relative to its source folder, sorted. */
export async function listSources(folder: string): Promise<string[]> {
  const files = await listFiles(folder, { skipHidden: true })
  return files.filter(file => /\.(?:md|vue)$/.test(file) && !file.split('/').includes('node_modules'))
}

/** @param permalinks addresses that pages ask for */
export function createPagePaths(files: readonly string[], permalinks: readonly string[] = []): PagePaths {
  const regular = files.filter(file => file.endsWith('.md')).map(file => pageAddress(`/${file}`))
  const paths = new Set([...regular, ...permalinks])
  return {
    find(reference) {
      const bare = safeDecode(reference.replace(/[?#].*/s, '')).replace(
        /(?:(?<=\/)(?:README|index))?\.md$/i,
        '',
      )
      const stem = bare.replace(/(?:index)?\.html$/, '')
      // VuePress led `/path/` to `/path.html` where only that is a page.
      const forms = [bare, `${stem}.html`, stem, `${stem}/`, `${stem.replace(/\/$/, '')}.html`]
      return forms.find(form => paths.has(form))
    },
  }
}
