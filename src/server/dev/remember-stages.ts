import path from 'node:path/posix'
import type { SourceFile } from '../../schema/page.ts'
import type { ReadingStages } from '../../steps/load.ts'
import { PageMemory } from './remember-pages.ts'

type ScanOptions = Parameters<ReadingStages['scanContent']>[0]

type Result<Name extends keyof ReadingStages> = ReturnType<ReadingStages[Name]>

/**
 * The stages of a program that loads a site again and again: they do again only what a change concerns; their results are
 * those of the stages they stand for.
 */
export class StageMemory {
  readonly stages: ReadingStages
  readonly #given: ReadingStages
  readonly pages: PageMemory
  #config: Result<'loadConfig'> | undefined
  #plugins: Result<'loadPlugins'> | undefined
  #pluginFiles: string[] = []
  #generated: Result<'generatePages'> | undefined
  #generatedFrom: string[] = []
  /** As they were in the last scan. */
  #generatedPages: ReadonlyMap<string, { text: string }> = new Map()
  /** By what plugins add to it. */
  readonly #themes = new Map<string, Result<'bundleTheme'>>()
  #publicFiles: Result<'listPublicFiles'> | undefined
  /** What the last scan, and the last list of public files, were asked. */
  #scanOptions: ScanOptions | undefined
  #publicOptions: Parameters<ReadingStages['listPublicFiles']> | undefined
  /** Files of all pages of the last scan. */
  #pageFiles: readonly string[] = []
  #dates: Result<'lastCommitDates'> | undefined
  /** Pages of the last scan that had no problems, by file. */
  readonly #scanned = new Map<string, SourceFile>()
  /** Whether Git ignores a file, for those that were asked for. */
  readonly #ignored = new Map<string, boolean>()
  #configFiles: string[] = []
  #publicDir = ''

  /** Wraps `given`. */
  constructor(given: ReadingStages) {
    const pages = new PageMemory(given.parsePages)
    this.#given = given
    this.pages = pages
    this.stages = {
      loadConfig: async options => {
        const loaded = await (this.#config ??= given.loadConfig(options))
        if (loaded.config) this.#publicDir = loaded.config.publicDir.replace(/^\.\/|\/$/g, '')
        if (loaded.files) this.#configFiles = loaded.files
        return loaded
      },
      loadPlugins: async options => {
        const loaded = await (this.#plugins ??= given.loadPlugins(options))
        this.#pluginFiles = loaded.files
        return loaded
      },
      generatePages: async (...site) => {
        const made = await (this.#generated ??= given.generatePages(...site))
        this.#generatedFrom = made.watch
        return made
      },
      bundleTheme: (root, cacheDir, extras = {}) => {
        const key = JSON.stringify(extras.added ?? [])
        const theme = this.#themes.get(key) ?? given.bundleTheme(root, cacheDir, extras)
        this.#themes.set(key, theme)
        return theme
      },
      scanContent: async options => {
        this.#forgetGenerated(options.generated ?? new Map())
        const scan = await given.scanContent({ ...options, unchanged: this.#scanned })
        this.#scanOptions = options
        this.#pageFiles = scan.files.map(({ file }) => file)
        this.#scanned.clear()
        // A page with problems may depend on files that are not there yet.
        for (const page of scan.files) if (page.findings.length === 0) this.#scanned.set(page.file, page)
        return scan
      },
      listPublicFiles: (...asked) => {
        this.#publicOptions = asked
        return (this.#publicFiles ??= given.listPublicFiles(...asked))
      },
      parsePages: (...given) => pages.parse(...given),
      ignoredFiles: async (root, files, folders) => {
        const unknown = files.filter(file => !this.#ignored.has(file))
        const { files: found, problem } = await given.ignoredFiles(root, unknown, folders)
        for (const file of unknown) this.#ignored.set(file, found.has(file))
        const ignored = new Set(files.filter(file => this.#ignored.get(file)))
        return { files: ignored, ...(problem === undefined ? {} : { problem }) }
      },
      lastCommitDates: (root, folder) => (this.#dates ??= given.lastCommitDates(root, folder)),
    }
  }

  /** Forgets what was made from these files (POSIX paths relative to the site's root). */
  forget(changed: readonly string[]): void {
    const files = new Set(changed)
    if (this.#configFiles.some(file => files.has(file))) return this.forgetAll()
    if (this.#pluginFiles.some(file => files.has(file))) {
      this.#plugins = undefined
      this.#generated = undefined
    }
    if (this.#generatedFrom.some(file => files.has(file))) this.#generated = undefined
    if (changed.some(file => !/\.md$/i.test(file))) this.#themes.clear()
    if (changed.some(file => file.startsWith(`${this.#publicDir}/`))) this.#publicFiles = undefined
    if (changed.some(file => path.basename(file) === '.gitignore')) this.#ignored.clear()
    this.#forgetPages(files)
  }

  /** Forgets what was made of pages that plugins make otherwise now, or no longer. */
  #forgetGenerated(pages: ReadonlyMap<string, { text: string }>): void {
    const before = this.#generatedPages
    this.#generatedPages = pages
    const changed = [...before.keys(), ...pages.keys()].filter(
      file => before.get(file)?.text !== pages.get(file)?.text,
    )
    if (changed.length > 0) this.#forgetPages(new Set(changed))
  }

  /** Forgets pages, and those that include them. */
  #forgetPages(files: ReadonlySet<string>): void {
    for (const page of this.#scanned.values()) {
      if ([page.file, ...page.includes].some(file => files.has(file))) this.#scanned.delete(page.file)
    }
  }

  /** Forgets everything but the history. */
  forgetAll(): void {
    this.#config = undefined
    this.#plugins = undefined
    this.#generated = undefined
    this.#themes.clear()
    this.#publicFiles = undefined
    this.#scanned.clear()
    this.#ignored.clear()
  }

  /**
   * Pages and public files that came or went since they were last listed, relative to the root: what is moved here keeps its
   * times, so that these do not tell.
   */
  async missed(): Promise<string[]> {
    const [options, folders] = [this.#scanOptions, this.#publicOptions]
    if (!options || !folders) return []
    const { files } = await this.#given.scanContent({ ...options, unchanged: this.#scanned })
    const { files: published } = await this.#given.listPublicFiles(...folders)
    const before = (await this.#publicFiles)?.files ?? []
    const pages = difference(
      files.map(({ file }) => file),
      this.#pageFiles,
    )
    return [...pages, ...difference(published, before).map(name => path.join(this.#publicDir, name))]
  }

  /** Files that the site was made from, relative to its root: configuration, plugins, and what pages include. */
  sources(): string[] {
    return [
      ...new Set([
        ...this.#configFiles,
        ...this.#pluginFiles,
        ...this.#generatedFrom,
        ...this.scanned().flatMap(page => page.includes),
      ]),
    ]
  }

  /** The pages of the last load. */
  scanned(): SourceFile[] {
    return [...this.#scanned.values()]
  }
}

/** What is in one list only. */
function difference(some: readonly string[], others: readonly string[]): string[] {
  const [left, right] = [new Set(some), new Set(others)]
  return [...some.filter(name => !right.has(name)), ...others.filter(name => !left.has(name))]
}
