import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { beforeEach } from 'vitest'
import { type Scan, scanContent } from '../../../src/content/scan.ts'
import { configSchema } from '../../../src/schema/config.ts'
import type { SourceFile } from '../../../src/schema/page.ts'
import { createFolder, type TestSite } from '../../sites/site.ts'

/** A folder for each test of a file, to write a site into and to scan it. */
export function useFolder() {
  let site: TestSite
  beforeEach(() => void (site = createFolder()))

  /** Absolute path of a file of the site. */
  const folder = (name: string) => path.join(site.root, name)

  function write(files: Record<string, string | Uint8Array>): void {
    for (const [name, content] of Object.entries(files)) site.write(name, content)
  }

  function link(links: Record<string, string>): void {
    for (const [name, target] of Object.entries(links)) symlinkSync(target, folder(name))
  }

  function scan(options: object = {}, below = '.'): Promise<Scan> {
    const config = configSchema.parse({ locales: { '/': { lang: 'en' } }, ...options })
    return scanContent({ root: folder(below), config })
  }

  /** The pages by path below the content folder. */
  async function pages(): Promise<Record<string, SourceFile>> {
    const { files } = await scan()
    return Object.fromEntries(files.map(file => [file.relativePath, file]))
  }

  return { folder, write, link, scan, pages }
}

/** Rule, line and column of each finding of a page. */
export function problems(file: SourceFile | undefined): string[] | undefined {
  return file?.findings.map(({ rule, place }) => `${rule} ${place?.file}:${place?.line}:${place?.column}`)
}
