import * as z from 'zod'

/** What names of Git may hold, as far as it can be told without Git. */
const REF = /^(?![-/])[^\s~^:?*[\\]+$/

/** `/1.x/`: names that stand in addresses as they are. */
export const FOLDER = /^\/(?:(?!\.{1,2}\/)[\w.~+-]+\/)+$/

/** Short name of a version: `2.x`. */
export const versionId = z
  .string()
  .regex(/^\w[\w.+-]*$/, 'must be made of letters, digits, dots, `+`, `-` and `_`, such as `2.x`')

const version = z.strictObject({
  id: versionId,
  /** What readers see; the id by default. */
  label: z.string().min(1).optional(),
  /** Where an old version is found, below the base of the site; `/<id>/` by default. */
  path: z
    .string()
    .regex(FOLDER, 'must start and end with a slash and name a folder, such as `/1.x/`')
    .optional(),
  /** Folder of an old version, with a configuration of its own, relative to the site. */
  from: z.string().min(1).optional(),
  /** Branch or tag that an old version is read from. */
  ref: z.string().regex(REF, 'must be the name of a branch or a tag').optional(),
  /** Asks search engines to leave an old version out. */
  noindex: z.boolean().default(false),
})

/** The versions of a site; the current one is that without `from` and `ref`. */
export const versionsSchema = z.array(version)

/** A version as the configuration has it, with what it leaves out. */
export interface Version {
  id: string
  label: string
  /** Below the base of the site; `/` for the current version. */
  path: string
  /** Where an old one comes from; absent for the current one. */
  source?: { from: string } | { ref: string }
  noindex: boolean
}

/** A version of the site in the menu of versions. */
export interface VersionLink {
  label: string
  /** Its start, in the language of the page where it has that. */
  href: string
  /** The version that pages of others lead to. */
  current?: true
  /** The version that the page is of. */
  open?: true
}

/** The versions in the order of the menu; empty for a site without any. */
export function listVersions({ versions }: { versions: z.output<typeof versionsSchema> }): Version[] {
  return versions.map(({ id, label = id, path = `/${id}/`, from, ref, noindex }) => {
    const source = from === undefined ? (ref === undefined ? undefined : { ref }) : { from }
    return source ? { id, label, path, source, noindex } : { id, label, path: '/', noindex }
  })
}
