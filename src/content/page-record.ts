import path from 'node:path/posix'
import { hashContent } from '../lib/hash.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import { type Header, type Heading, type PageRecord, type SourceFile } from '../schema/page.ts'
import { MARKDOWN_FILE, type AddressForm, inForm, encodePath, pageAddress } from '../shared/addresses.ts'

const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?/
const PLACEHOLDER = /:(year|i_month|month|i_day|day|minutes|seconds|slug|regular)(?![a-z_])/g

/**
 * The decoded address that the frontmatter asks for, inside the page's locale; undefined without one.
 * `regular` is the decoded address by file name. Without an ending it is that of a folder; where addresses have none, neither has it. A date that a placeholder needs and the page lacks is a problem.
 */
function readPermalink(
  file: Pick<SourceFile, 'relativePath' | 'locale'>,
  { permalink, date }: Pick<Frontmatter, 'permalink' | 'date'>,
  regular: string,
  form: AddressForm = 'html',
): { path?: string; problem?: string } {
  if (permalink === undefined || permalink === '') return {}
  const values = placeholders(file, date, regular)
  const unknown = [...permalink.matchAll(PLACEHOLDER)].find(([, name = '']) => values[name] === undefined)
  if (unknown) return { problem: `The permalink uses \`${unknown[0]}\`, but the page has no date.` }
  const filled = permalink.replace(PLACEHOLDER, (_match, name: string) => values[name] ?? '')
  // What lies above the root does not exist: `..` ends there.
  const address = path.resolve('/', filled.replaceAll('\\', '/').replace(/^\/+/, ''))
  const local = address.startsWith(file.locale) ? address : file.locale + address.slice(1)
  if (form === 'clean') return { path: inForm(local, form) }
  return { path: /\/$|\.html$/.test(local) ? local : `${local}/` }
}

function placeholders(
  { relativePath, locale }: Pick<SourceFile, 'relativePath' | 'locale'>,
  date: string | undefined,
  regular: string,
): Record<string, string | undefined> {
  const name = path.basename(relativePath).replace(MARKDOWN_FILE, '')
  const folder = path.basename(path.dirname(relativePath))
  const stem = /^(?:readme|index)$/i.test(name) ? folder : name
  const [year, month, day, time = ''] = dateParts(date) ?? dateParts(name) ?? dateParts(folder) ?? []
  const [, minutes = '00', seconds = '00'] = time.split(':')
  const known = year !== undefined
  return {
    slug: stem.replace(/^\d{4}-\d{2}(?:-\d{2})?-/, ''),
    regular: regular.slice(locale.length),
    year,
    month,
    day,
    i_month: month && String(Number(month)),
    i_day: day && String(Number(day)),
    minutes: known ? minutes : undefined,
    seconds: known ? seconds : undefined,
  }
}

/** Year, month, day, time as written: no time zone can move them. */
function dateParts(text: string | undefined): string[] | undefined {
  const [whole, year, month, day = '01'] = DATE.exec(text ?? '') ?? []
  if (whole === undefined || year === undefined || month === undefined) return undefined
  const time = /[T ](\d{2}:\d{2}:\d{2})/.exec(text ?? '')?.[1]
  return [year, month, day, ...(time ? [time] : [])]
}

/** What is known of a page once it is rendered. */
interface RecordInput {
  title: string
  frontmatter: Frontmatter
  headings: readonly Heading[]
  /** How the addresses of the site end. */
  form: AddressForm
}

/**
 * The entry of the page index; `headers` is missing when there are none. `problem` says what
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
  const record: PageRecord = {
    title,
    frontmatter,
    regularPath,
    relativePath: file.relativePath,
    key: `v-${hashContent(file.relativePath)}`,
    path: encodePath(path),
    ...(headers.length === 0 ? {} : { headers }),
  }
  return { record, ...(problem ? { problem } : {}) }
}
