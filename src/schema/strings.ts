import * as z from 'zod'
import { ENGLISH } from './english.ts'

export type TextName = keyof typeof ENGLISH

export const TEXT_NAMES = Object.keys(ENGLISH) as TextName[]

/** Forms of `searchResults` for the numbers that `Intl.PluralRules` counts to their category; many languages lack them. */
const PLURAL_FORMS = ['searchResultZero', 'searchResultTwo', 'searchResultFew', 'searchResultMany'] as const

export type Strings = Record<TextName, string> & {
  [Form in (typeof PLURAL_FORMS)[number]]?: string | undefined
}

/** The texts of a language, of which some may not be translated yet. */
export type TranslatedStrings = Partial<Strings>

type Shape = Record<TextName, z.ZodString> & Record<(typeof PLURAL_FORMS)[number], z.ZodOptional<z.ZodString>>

export const stringsSchema = z.strictObject(
  Object.fromEntries([
    ...TEXT_NAMES.map(name => [name, z.string()] as const),
    ...PLURAL_FORMS.map(name => [name, z.string().optional()] as const),
  ]) as Shape,
)
