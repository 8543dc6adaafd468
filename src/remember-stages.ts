import type { ParsedSource } from './parse-pages.ts'
import type { ReadingStages } from './load-site.ts'
import type { SourceFile } from './schema/page.ts'

/** Stages that do again only what a change concerns; their results are those of the stages they stand for. */
export interface RememberedStages {
  stages: ReadingStages
  /** Forgets what was made from these files (POSIX paths relative to the site's root). */
  forget(changed: readonly string[]): void
  /** Forgets everything. */
  forgetAll(): void
  /** Files that the site was made from, relative to its root: configuration, and what pages include. */
  sources(): string[]
}

/** Result of one stage, kept until it is forgotten. */
interface Memory<T> {
  value: Promise<T> | undefined
}

/** Wraps the stages for a program that loads a site again and again. */
export function rememberStages(given: ReadingStages): RememberedStages {
  const config: Memory<Awaited<ReturnType<ReadingStages['loadConfig']>>> = { value: undefined }
  const theme: Memory<Awaited<ReturnType<ReadingStages['bundleTheme']>>> = { value: undefined }
  const publicFiles: Memory<string[]> = { value: undefined }
  const dates: Memory<Map<string, string>> = { value: undefined }
  const pages = new Map<string, SourceFile>()
  const seen = { configFiles: [] as string[], publicDir: '' }

  const stages: ReadingStages = {
    async loadConfig(options) {
      const loaded = await (config.value ??= given.loadConfig(options))
      if (loaded.config) seen.publicDir = loaded.config.publicDir.replace(/^\.\/|\/$/g, '')
      if (loaded.files) seen.configFiles = loaded.files
      return loaded
    },
    bundleTheme: (...folders) => (theme.value ??= given.bundleTheme(...folders)),
    async scanContent(options) {
      const scan = await given.scanContent({ ...options, unchanged: pages })
      pages.clear()
      // A page with problems may depend on files that are not there yet.
      for (const page of scan.files) if (page.findings.length === 0) pages.set(page.file, page)
      return scan
    },
    listFiles: folder => (publicFiles.value ??= given.listFiles(folder)),
    parsePages: rememberPages(given.parsePages),
    lastCommitDates: (root, folder) => (dates.value ??= given.lastCommitDates(root, folder)),
  }

  function forgetAll(): void {
    for (const memory of [config, theme, publicFiles]) memory.value = undefined
    pages.clear()
  }

  return {
    stages,
    forget(changed) {
      const files = new Set(changed)
      if (seen.configFiles.some(file => files.has(file))) return forgetAll()
      if (changed.some(file => !/\.md$/i.test(file))) theme.value = undefined
      if (changed.some(file => file.startsWith(`${seen.publicDir}/`))) publicFiles.value = undefined
      for (const page of pages.values()) {
        if ([page.file, ...page.includes].some(file => files.has(file))) pages.delete(page.file)
      }
    },
    forgetAll,
    sources: () => [...new Set([...seen.configFiles, ...[...pages.values()].flatMap(page => page.includes)])],
  }
}

/** Parses only files that were not handed over before, as long as the options stay the same. */
function rememberPages(parsePages: ReadingStages['parsePages']): ReadingStages['parsePages'] {
  const memory = { options: '', known: new WeakMap<SourceFile, ParsedSource>() }
  return async (session, files, options) => {
    const text = JSON.stringify(options)
    if (text !== memory.options) Object.assign(memory, { options: text, known: new WeakMap() })
    const { known } = memory
    const missing = files.filter(file => !known.has(file))
    const parsed = await parsePages(session, missing, options)
    missing.forEach((file, index) => {
      const source = parsed[index]
      if (source) known.set(file, source)
    })
    return files.flatMap(file => known.get(file) ?? [])
  }
}
