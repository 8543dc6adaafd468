import type { ParsedSource } from '../steps/page-contents.ts'
import type { ReadingStages } from '../steps/load.ts'
import type { ParseOptions, SourceFile } from '../schema/page.ts'
import type { Session } from '../threads/session.ts'

/** Stages that do again only what a change concerns; their results are those of the stages they stand for. */
export interface RememberedStages {
  stages: ReadingStages
  /** Forgets what was made from these files (POSIX paths relative to the site's root). */
  forget(changed: readonly string[]): void
  /** Forgets everything. */
  forgetAll(): void
  /** Files that the site was made from, relative to its root: configuration, and what pages include. */
  sources(): string[]
  /**
   * What the next load parses: pages that this is true for, and those that were never parsed. Others that have changed
   * stay as they were until a load without it. When it is true for none of them, all are parsed.
   */
  parseFirst(isFirst?: (page: SourceFile) => boolean): void
  /** True when the last load left pages as they were. */
  isBehind(): boolean
  /** Parses a page, of which the result is known, so that parsing it once more takes less time. */
  rehearse(page: SourceFile): Promise<void>
  /** The pages of the last load. */
  pages(): SourceFile[]
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
  const dates: Memory<Awaited<ReturnType<ReadingStages['lastCommitDates']>>> = { value: undefined }
  const pages = new Map<string, SourceFile>()
  const seen = { configFiles: [] as string[], publicDir: '' }
  const remembered = rememberPages(given.parsePages)

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
    parsePages: remembered.parsePages,
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
    parseFirst: remembered.parseFirst,
    isBehind: remembered.isBehind,
    rehearse: remembered.rehearse,
    pages: () => [...pages.values()],
  }
}

type RememberedPages = Pick<RememberedStages, 'parseFirst' | 'isBehind' | 'rehearse'> &
  Pick<ReadingStages, 'parsePages'>

interface PageMemory {
  options: string
  known: WeakMap<SourceFile, ParsedSource>
  /** What every page was when it was handed over last, by file. */
  last: Map<string, ParsedSource>
  isFirst?: ((page: SourceFile) => boolean) | undefined
  isBehind: boolean
  call?: { session: Session; options: ParseOptions }
}

/** Parses only files that were not handed over before, as long as the options stay the same. */
function rememberPages(parsePages: ReadingStages['parsePages']): RememberedPages {
  const memory: PageMemory = { options: '', known: new WeakMap(), last: new Map(), isBehind: false }
  return {
    async parsePages(session, files, options) {
      const text = JSON.stringify(options)
      if (text !== memory.options) {
        Object.assign(memory, { options: text, known: new WeakMap(), last: new Map(), call: undefined })
      }
      memory.call ??= { session, options }
      const missing = files.filter(file => !memory.known.has(file))
      const first = missing.filter(file => !memory.last.has(file.file) || memory.isFirst?.(file))
      const wanted = memory.isFirst && first.length > 0 ? first : missing
      memory.isBehind = wanted.length < missing.length
      // The same object as before: what is made from the options is kept with it.
      const parsed = await parsePages(session, wanted, memory.call.options)
      wanted.forEach((file, index) => {
        const source = parsed[index]
        if (source) memory.known.set(file, source)
      })
      const sources = files.flatMap(file => memory.known.get(file) ?? memory.last.get(file.file) ?? [])
      memory.last = new Map(sources.map(source => [source.page.file, source]))
      return sources
    },
    parseFirst(isFirst) {
      memory.isFirst = isFirst
      memory.isBehind = false
    },
    isBehind: () => memory.isBehind,
    async rehearse(page) {
      if (!memory.call) return
      const { session, options } = memory.call
      // What comes of it is known: nothing of it is kept.
      const setup = { options, segment: undefined }
      await session.map('parse', setup, [{ file: page, keys: { html: '', text: '' } }])
    },
  }
}
