import { type AddressForm, inForm, encodePath, pageAddress } from '../shared/addresses.ts'
import { hashContent } from '../lib/hash.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import {
  type Header,
  type Heading,
  type PageRecord,
  pageRecordSchema,
  type SourceFile,
} from '../schema/page.ts'
import { readPermalink } from './permalink.ts'

/** The frontmatter has passed its schema where it was read. */
const ownKeys = pageRecordSchema.omit({ frontmatter: true })

/** What is known of a page once it is rendered. */
interface RecordInput {
  title: string
  frontmatter: Frontmatter
  headings: readonly Heading[]
  /** How the addresses of the site end. */
  form: AddressForm
}

/**
 * The entry of the page index (specification 3); `headers` is missing when there are none (B60). `problem` says what
 * is wrong with its permalink.
 */
export function createRecord(
  file: SourceFile,
  { title, frontmatter, headings, form }: RecordInput,
): { record: PageRecord; problem?: string } {
  const address = pageAddress(`/${file.relativePath}`)
  const regularPath = encodePath(address)
  const own = inForm(address, form)
  const { path = own, problem } = readPermalink(file, frontmatter, own, form)
  const headers = headings.flatMap(({ depth, title: heading, id }): Header[] => {
    return depth === 2 || depth === 3 ? [{ level: depth, title: heading, slug: id }] : []
  })
  const { title: text, ...rest } = ownKeys.parse({
    title,
    regularPath,
    relativePath: file.relativePath,
    key: `v-${hashContent(file.relativePath)}`,
    path: encodePath(path),
    ...(headers.length === 0 ? {} : { headers }),
  })
  return { record: { title: text, frontmatter, ...rest }, ...(problem ? { problem } : {}) }
}
