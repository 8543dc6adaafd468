/** Finds the pages of a site, and reads them with their includes expanded. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path, { posix } from 'node:path'
import {
  contentPath,
  isReachable,
  isWithin,
  matchesAny,
  rewritePath,
  sitePath,
  sourceFolders,
  namesIn,
  spelledOnDisk,
} from '../lib/files.ts'
import type { IgnoredFiles } from '../lib/git.ts'
import { mapInTurns } from '../lib/process.ts'
import { nearest, positionAt } from '../lib/text.ts'
import { pluginError } from '../plugins/run.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { LIMITS } from '../schema/limits.ts'
import type { ParseOptions, SourceFile } from '../schema/page.ts'
import { localeOfPath, MARKDOWN_FILE } from '../shared/addresses.ts'
import { describePrivate, fileAccess, isAllowed, privateName, privateReason } from '../site/assets.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { expandIncludes, type IncludeContext, type StoredText } from './includes.ts'

export interface GeneratedText {
  text: string
  plugin: string
}

interface PageReaderOptions {
  root: string
  config: SiteConfig
  ignored?: ReadonlySet<string>
  generated?: ReadonlyMap<string, GeneratedText>
}

interface ScanOptions extends Omit<PageReaderOptions, 'ignored'> {
  /** Finds those that Git ignores, unless it ignores the whole folder. */
  ignoredFiles?: (root: string, files: readonly string[], folders: readonly string[]) => Promise<IgnoredFiles>
  unchanged?: ReadonlyMap<string, SourceFile> | undefined
}

export interface Scan {
  /** Sorted by relative path, by code unit. */
  files: SourceFile[]
  others: string[]
  findings: Finding[]
  gitProblem?: string | undefined
}

export async function scanContent(options: ScanOptions): Promise<Scan> {
  const { root, config, unchanged, generated } = options
  const { files: listed, others, findings } = listPages(root, config)
  for (const file of listed.filter(name => generated?.has(name))) {
    const message = `The plugin \`${generated?.get(file)?.plugin}\` also creates this page.`
    const hint = 'Remove the file, or change the path in the plugin.'
    findings.push(pluginError('duplicate-page', { place: { file, line: 1, column: 1 }, message, hint }))
  }
  const files = [...new Set([...listed, ...(generated?.keys() ?? [])])].toSorted()
  const pages = new Map(unchanged)
  const read = async (names: string[], ignored?: ReadonlySet<string>) => {
    const reader = createPageReader({ ...options, ...(ignored && { ignored }) })
    for (const page of await mapInTurns(names, reader)) pages.set(page.file, page)
  }
  await read(files.filter(file => !pages.has(file)))
  const included = new Set([...pages.values()].flatMap(page => page.includes))
  // A page of the site is published anyway.
  const parts = [...included].filter(file => !pages.has(file))
  const answer = await options.ignoredFiles?.(root, parts, fileAccess(config).folders)
  // Pages that include ignored files are read again, without them.
  const affected = files.filter(file => pages.get(file)?.includes.some(name => answer?.files.has(name)))
  if (affected.length > 0) await read(affected, answer?.files)
  const found = files.flatMap(file => pages.get(file) ?? [])
  return { files: found, others, findings, gitProblem: answer?.problem }
}

function tidy(folder: string) {
  return posix.normalize(folder).replace(/\/$/, '')
}

export function createPageReader(options: PageReaderOptions): (file: string) => SourceFile {
  const { config, generated, ignored } = options
  const contentDir = tidy(config.contentDir)
  const locales = Object.keys(config.locales)
  const access = fileAccess(config)
  const root = realpathSync.native(options.root)
  const sources = sourceFolders(root, [contentDir, config.publicDir])
  const readable = [...sources.all, ...access.allowed.map(name => path.resolve(root, name))]
  const isReadable = (real: string) => readable.some(folder => isWithin(real, folder))
  const content = realTarget(path.join(root, contentDir))
  // The content folder may be a link.
  const realFolder = content ? sitePath(root, content.path) : contentDir
  const real = { ...access, folders: [...access.folders, realFolder] }
  const hidden = (file: string): StoredText | undefined => {
    const reason = privateReason(file, real, ignored)
    return reason && { kind: 'private', real: file, reason }
  }
  const stored = new Map<string, StoredText>()
  const context: IncludeContext = {
    includeRoot: posix.normalize(config.markdown.includeRoot),
    locate: file =>
      !path.isAbsolute(file) && (isReachable(root, file, sources) || isAllowed(file, access))
        ? spelledOnDisk(root, file)
        : undefined,
    read(file) {
      const text = stored.get(file) ?? hidden(file) ?? readFile(file)
      stored.set(file, text)
      return text
    },
    similar(file) {
      const folder = realTarget(path.join(root, posix.dirname(file)))
      const names = folder && isReadable(folder.path) ? namesIn(folder.path) : []
      const shown = names.filter(name => !privateName(name))
      const near = nearest(posix.basename(file), shown)
      return near && posix.join(posix.dirname(file), near)
    },
  }
  return file => {
    const plugin = generated?.get(file)?.plugin
    const below = contentPath(file, contentDir) ?? file
    const relativePath = rewritePath(below.normalize('NFC'), config.rewrites)
    const page: SourceFile = {
      relativePath,
      file,
      locale: localeOfPath(`/${relativePath}`, locales),
      frontmatter: undefined,
      body: '',
      origins: [{ from: 1, file, line: 1 }],
      includes: [],
      findings: [],
      ...(plugin !== undefined && { plugin }),
    }
    const failed = (finding: Omit<Finding, 'severity'>, line = 1, column = 1): SourceFile => ({
      ...page,
      findings: [{ severity: 'error', place: { file, line, column }, ...finding }],
    })
    const text = context.read(file)
    const rule = 'files/unreadable'
    if (text.kind === 'missing') return failed({ rule, message: "The file doesn't exist." })
    if (text.kind === 'outside')
      return failed({ rule, message: 'This symbolic link points outside the repository.' })
    if (text.kind === 'invalid') return failed({ rule, message: text.message }, text.line, text.column)
    if (text.kind === 'private')
      return failed({ rule: 'files/outside', ...describePrivate(text.real, text.reason) })
    const { frontmatter, problem, ...body } = splitFrontmatter(text.text)
    return problem ? failed(problem) : { ...page, frontmatter, ...expandIncludes({ file, ...body }, context) }
  }

  /** Reads no file outside the repository, even through a symbolic link. */
  function readFile(file: string): StoredText {
    const invalid = (message: string): StoredText => ({ kind: 'invalid', message, line: 1, column: 1 })
    const made = generated?.get(file)
    if (made) return decodeText(Buffer.from(made.text))
    try {
      const target = realpathSync.native(path.join(root, file))
      if (!isReadable(target)) return { kind: 'outside' }
      const stats = statSync(target)
      if (!stats.isFile()) return { kind: 'missing' }
      if (stats.size > LIMITS.fileSize * 1024 * 1024)
        return invalid(`The file is larger than ${LIMITS.fileSize} MiB.`)
      // A link may lead to what is not for readers.
      return hidden(sitePath(root, target)) ?? decodeText(readFileSync(target))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const isMissing = /^(?:ENOENT|ENOTDIR|ELOOP|ENAMETOOLONG|ERR_INVALID_ARG_VALUE)$/.test(code)
      return isMissing ? { kind: 'missing' } : invalid(`The file can't be read: ${code}.`)
    }
  }
}

const SAMPLE = 8192

/** Decodes strict UTF-8, without a byte order mark, CRLF and CR as LF. */
export function decodeText(bytes: Uint8Array): StoredText {
  const invalid = (message: string, offset = 0): StoredText => {
    const before = normalizeLines(new TextDecoder().decode(bytes.subarray(0, Math.max(0, offset))))
    return { kind: 'invalid', message, ...positionAt(before, before.length) }
  }
  const sample = Buffer.from(bytes.subarray(0, SAMPLE)).toString('latin1')
  if (/^(?:\xff\xfe|\xfe\xff|(?:[^\0]\0){8}|(?:\0[^\0]){8})/.test(sample))
    return invalid('The file is UTF-16; save it as UTF-8.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (sample.includes('\0')) return invalid("The file isn't a text file.", sample.indexOf('\0'))
    const replaced = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    const offset = bytes.findIndex((byte, index) => byte !== replaced[index])
    const value = (bytes[offset] ?? 0).toString(16).padStart(2, '0')
    const message = `The file isn't valid UTF-8 (byte ${value} at offset ${offset}); save it as UTF-8.`
    return invalid(message, offset)
  }
  // Stray control characters are text; a file with many isn't.
  // eslint-disable-next-line no-control-regex
  const controls = text.slice(0, SAMPLE).match(/[\0-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0
  return controls > Math.min(text.length, SAMPLE) / 20 + 2
    ? invalid("The file isn't a text file.", text.indexOf('\0'))
    : { kind: 'text', text: normalizeLines(text) }
}

function normalizeLines(text: string) {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** True for hidden files, partials (`_name`), packages. */
function isLeftOut(name: string) {
  return /^[._]/.test(name) || name === 'node_modules'
}

/** False for a file that pages only include. `file` is site-relative. */
export function isPageOf(options: Pick<ParseOptions, 'contentDir' | 'exclude'>, file: string) {
  const below = contentPath(file, options.contentDir)
  const isPage = below !== undefined && MARKDOWN_FILE.test(below) && !below.split('/').some(isLeftOut)
  return isPage && !matchesAny(below, options.exclude)
}

/** Site-relative paths. Symbolic links are followed inside the repository only. */
function listPages(siteRoot: string, { exclude, outDir, publicDir, versions, ...config }: SiteConfig) {
  const root = realpathSync.native(siteRoot)
  const contentDir = tidy(config.contentDir)
  const { all: repositories } = sourceFolders(root, [contentDir, publicDir])
  const files: string[] = []
  const others: string[] = []
  const findings: Finding[] = []
  const loops = new Set<string>()
  // Pages in folders of old versions belong to those versions.
  const noPages = [outDir, publicDir, ...versions.flatMap(({ from }) => from ?? [])]
  const skipped = new Set(noPages.map(folder => path.join(root, tidy(folder))))
  const start = contentDir === '.' ? '' : contentDir
  const real = realTarget(path.join(root, start))
  const message = `There is no content folder \`${contentDir}\`.`
  if (real?.isFolder) visitFolder(start, [real.path])
  else findings.push({ rule: 'files/no-content', severity: 'error', message })
  return { files, others, findings }

  function isExcluded(file: string) {
    return matchesAny(contentPath(file, start) ?? '', exclude)
  }

  function report(file: string, rule: string, message: string, more: Partial<Finding> = {}) {
    const place = { file, line: 1, column: 1 }
    if (!isExcluded(file))
      findings.push({ rule: `files/${rule}`, severity: 'error', place, message, ...more })
  }

  /** `chain`: real paths of the open folders, to find links back to them. */
  function visitFolder(folder: string, chain: readonly string[]): void {
    try {
      for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
        const file = posix.join(folder, entry.name)
        if (isLeftOut(entry.name) || skipped.has(path.join(root, file))) continue
        if (entry.isFile()) addFile(file)
        else if (entry.isSymbolicLink()) visitLink(file, chain)
        else if (entry.isDirectory())
          visitFolder(file, [...chain, path.join(chain.at(-1) ?? root, entry.name)])
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      // It was removed while `dev` was reading.
      if (error.code === 'ENOENT' && chain.length > 1) return
      report(folder || '.', 'unreadable', `The folder can't be read: ${String(error.code)}.`)
    }
  }

  function visitLink(file: string, chain: readonly string[]): void {
    const target = realTarget(path.join(root, file))
    const isMarkdown = MARKDOWN_FILE.test(file)
    if (!target) {
      // It may have been a folder of pages; other links are reported where they are used.
      const severity = isMarkdown ? 'error' : 'warning'
      if (isMarkdown || posix.extname(file) === '')
        report(file, 'dangling-link', "The target of this symbolic link doesn't exist.", { severity })
    } else if (!repositories.some(folder => isWithin(target.path, folder))) {
      if (isMarkdown || target.isFolder)
        report(file, 'outside', 'This symbolic link points outside the repository and is skipped.')
    } else if (!target.isFolder) addFile(file)
    else if (!chain.includes(target.path)) visitFolder(file, [...chain, target.path])
    else {
      const loop = chain.slice(chain.indexOf(target.path)).toSorted().join('\n')
      const message = 'This symbolic link points to a folder that contains it and is skipped.'
      if (!loops.has(loop)) report(file, 'link-loop', message, { severity: 'warning' })
      loops.add(loop)
    }
  }

  function addFile(file: string) {
    const name = posix.basename(file)
    if (MARKDOWN_FILE.test(name)) {
      if (!isExcluded(file)) files.push(file)
      const stem = name.replace(MARKDOWN_FILE, '')
      const [, problem] = UNPORTABLE.find(([pattern]) => pattern.test(stem)) ?? []
      if (problem) report(file, 'portable-name', problem, { severity: 'warning' })
      return
    }
    const [, stem, extension] = /^(.*)\.(mdx|markdown)$/i.exec(name) ?? []
    const message = `Files that end in \`.${extension}\` aren't pages, so this one is skipped.`
    const hint = `Rename it to \`${stem}.md\`. Imports, exports and expressions don't run in Markdown. If it's a partial, start its name with \`_\`.`
    if (extension) report(file, 'unsupported-extension', message, { severity: 'warning', hint })
    else if (!isExcluded(file)) others.push(file)
  }
}

const UNPORTABLE: [stem: RegExp, message: string][] = [
  // eslint-disable-next-line no-control-regex
  [/[<>:"|\\*\0-\u001f]/, "Windows can't store a file with this name."],
  [/[. ]$/, "File names that end with a dot or a space aren't portable."],
  [/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i, 'Windows reserves this name for a device.'],
]

function realTarget(absolute: string) {
  try {
    const real = realpathSync.native(absolute)
    return { path: real, isFolder: statSync(real).isDirectory() }
  } catch {
    return undefined
  }
}

/** Moves files after those that include them, so that one thread gets both. */
export function sortByIncludes(files: readonly SourceFile[]) {
  const byName = new Map(files.map(file => [file.file, file]))
  const sorted = files
    .toSorted((a, b) => b.includes.length - a.includes.length)
    .flatMap(file => [file, ...file.includes.flatMap(name => byName.get(name) ?? [])])
  return [...new Set(sorted)]
}
