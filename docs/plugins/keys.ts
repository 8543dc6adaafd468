import { configSchema } from '../../src/schema/config.ts'
import { frontmatterSchema } from '../../src/schema/frontmatter.ts'
import configuration from '../reference/configuration.json' with { type: 'json' }
import frontmatter from '../reference/frontmatter.json' with { type: 'json' }
import { keysOf, type SchemaKey } from './schema-keys.ts'
import {
  code,
  DEFAULT,
  type Entry,
  fail,
  idOf,
  type Language,
  say,
  type Text,
  writeEntries,
} from './entries.ts'

/** Description of a key. `default`: if the schema doesn't contain it. `example`: in the language of the reference. */
interface KeyText extends Text {
  default?: Text
  example?: string
}

interface Reference {
  keys: SchemaKey[]
  texts: Readonly<Record<string, KeyText>>
  /** Language of the examples. */
  language: string
}

/** Schema and descriptions of each reference, by the name that pages use. */
export const KEYS: Readonly<Record<string, Reference>> = {
  configuration: { keys: keysOf(configSchema), texts: configuration, language: 'ts' },
  frontmatter: { keys: keysOf(frontmatterSchema), texts: frontmatter, language: 'yaml' },
}

/** The key whose description is used: some objects occur at several keys. */
export function textKey(path: string): string {
  return path
    .replace(/^locales\.(?=(?:nav|sidebar)\.)/, 'theme.')
    .replace(/^theme\.sidebar\.(?:items\.)*(?=badge|collaps)/, 'theme.sidebar.')
    .replace(/^theme\.sidebar\.(?!badge|collaps)/, 'theme.nav.')
    .replace(/^theme\.nav(?:\.items)+\./, 'theme.nav.')
    .replace(/^theme\.nav(?:\.items)+$/, 'theme.nav.items')
    .replace(/^theme\.fonts\.code\./, 'theme.fonts.text.')
}

/** Keys that are listed on another page. */
export const isListedElsewhere = (path: string) => /^(?:theme\.colors\.\w+|locales\.strings)\./.test(path)

/** The keys that need a description, each once. */
export function describedKeys({ keys }: Reference): SchemaKey[] {
  return keys.filter(({ path }) => textKey(path) === path && !isListedElsewhere(path))
}

/**
 * Lists the named keys with their examples. `base` lists the key and those below it, `theme.*` only those below it.
 * Throws an error if there is no such key.
 */
export function describeKeys(name: string, names: readonly string[], language: Language): string {
  const reference = KEYS[name] ?? fail(`There is no reference \`${name}\`.`)
  return writeEntries(names.flatMap(each => findEntries(reference, each, language)))
}

function findEntries(reference: Reference, name: string, language: Language): Entry[] {
  const parent = name.endsWith('.*') ? name.slice(0, -1) : ''
  const found = describedKeys(reference).filter(
    ({ path }) => path === name || path.startsWith(parent || `${name}.`),
  )
  if (found.length === 0) fail(`There is no key \`${name}\`.`)
  return found.map(key => {
    const text = reference.texts[key.path] ?? fail(`\`${key.path}\` has no description.`)
    const facts = factsOf(key, text.default, language)
    const example = text.example === undefined ? '' : writeExample(text.example, reference.language)
    return {
      id: idOf('key', key.path),
      name: key.path.slice(parent.length),
      facts,
      text: say(text, language) + example,
    }
  })
}

function writeExample(example: string, language: string): string {
  return `\n\n\`\`\`${language}\n${example}\n\`\`\``
}

const REQUIRED: Text = { en: 'required', ja: '必須', zh: '必填' }

/** Type and default of a key. `said`: the default, if the schema doesn't contain it. */
export function factsOf(key: SchemaKey, said: Text | undefined, language: Language): string {
  return [code(key.type), ...defaultOf(key, said, language)].join(' · ')
}

function defaultOf(key: SchemaKey, said: Text | undefined, language: Language): string[] {
  if (said) return [say(DEFAULT, language) + say(said, language)]
  if (key.default !== undefined) return [say(DEFAULT, language) + code(key.default)]
  return key.isRequired ? [say(REQUIRED, language)] : []
}
