import { readFileSync } from 'node:fs'
import path from 'node:path'
import { mustReadValue, type StoredValue } from '../segment.ts'
import { fileWriterFor, type StagingFolders } from '../../render/files/staging.ts'
import { renderMarkdownCopy, type CopyInput } from '../../render/files/markdown-copy.ts'
import type { KnownFile, WrittenFile } from '../../schema/output.ts'

/** A Markdown twin that is to be written. */
export interface TwinJob extends CopyInput {
  /** Output path. */
  name: string
  markdown: StoredValue
  /** The file in the previous output. */
  known: KnownFile | undefined
}

/** Files that are to be one, each below a text of its own. */
export interface JoinJob {
  name: string
  head: string
  parts: { text: string; file: string }[]
  known: KnownFile | undefined
}

/** Writes a twin. Runs in a thread. */
export function writeTwin(
  { name, markdown, known, ...input }: TwinJob,
  folders: StagingFolders,
): WrittenFile {
  const bytes = Buffer.from(renderMarkdownCopy(mustReadValue(markdown).toString(), input))
  return { ...fileWriterFor(folders).write(name, bytes, { known }), immutable: false }
}

/** Writes files of the new site as one. Runs in a thread. */
export function writeJoined({ name, head, parts, known }: JoinJob, folders: StagingFolders): WrittenFile {
  const pieces = parts.flatMap(({ text, file }) => [
    Buffer.from(text),
    readFileSync(path.join(folders.folder, file)),
  ])
  const bytes = Buffer.concat([Buffer.from(head), ...pieces])
  return { ...fileWriterFor(folders).write(name, bytes, { known }), immutable: false }
}
