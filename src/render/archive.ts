import * as fs from 'node:fs'
import path from 'node:path'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { makeFolder, removeLeftovers, temporaryPath } from '../lib/files.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'

/** The archive of a site: written beside its place, and put there when the site is. */
export interface Archive {
  /** Writes all of it: the same bytes for the same files, wherever and whenever. */
  write(files: AsyncIterable<OutputFile> | Iterable<OutputFile>): Promise<void>
  keep(): void
  drop(): void
}

/** The earliest time that archives know, whatever the time zone. */
const TIME = new Date(1980, 0, 1)
/** More need a form of archives that not every program reads. */
const MAX_FILES = 65_535
/** Compressed already. */
const PACKED = /\.(?:png|jpe?g|gif|webp|avif|woff2?|mp4|webm|zip|gz|br|zst)$/i

/** Prepares the archive at `zip`, relative to the root, or true for one beside the output. A finding where it can't be there. */
export function openArchive(
  { root }: { root: string },
  zip: string | true,
  outDir: string,
): { finding: Finding } | { file: string; archive: Archive } {
  const file = zip === true ? `${outDir}.zip` : path.resolve(root, zip)
  const isFolder = fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (isFolder || `${file}${path.sep}`.startsWith(outDir + path.sep)) {
    const reason = isFolder ? 'that is a folder' : 'the output folder is replaced as a whole'
    const message = `The archive cannot be \`${path.relative(process.cwd(), file)}\`: ${reason}.`
    const hint = 'Name another file, such as `--zip docs.zip`.'
    return { finding: { rule: 'output/write', severity: 'error', message, hint } }
  }
  const temporary = temporaryPath(file)
  const remove = () => fs.rmSync(temporary, { force: true })
  process.once('exit', remove)
  const archive: Archive = {
    async write(files) {
      makeFolder(path.dirname(file))
      removeLeftovers(path.dirname(file))
      const target = fs.openSync(temporary, 'w')
      try {
        await writeEntries(files, chunk => fs.writeSync(target, chunk))
        fs.fsyncSync(target)
      } finally {
        fs.closeSync(target)
      }
    },
    keep: () => fs.renameSync(temporary, file),
    drop() {
      process.off('exit', remove)
      remove()
    },
  }
  return { file, archive }
}

async function writeEntries(
  files: AsyncIterable<OutputFile> | Iterable<OutputFile>,
  write: (chunk: Uint8Array) => void,
): Promise<void> {
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    write(chunk)
  })
  let count = 0
  for await (const { path: name, content } of files) {
    count += 1
    if (count > MAX_FILES) throw new Error(`An archive holds ${MAX_FILES} files, and the site has more.`)
    const entry = PACKED.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    entry.mtime = TIME
    zip.add(entry)
    const isCopy = typeof content === 'object' && 'copy' in content
    entry.push(isCopy ? fs.readFileSync(content.copy) : Buffer.from(content), true)
  }
  zip.end()
}
