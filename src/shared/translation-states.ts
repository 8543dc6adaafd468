import type { TodoItem, TranslationState } from '../schema/translation.ts'

/** States in the order in which they are shown. */
export const STATES: readonly TranslationState[] = [
  'ok',
  'unknown',
  'stale',
  'missing',
  'untranslated',
  'orphan',
  'exempt',
]

/** Those that somebody has something to do about, in the order in which work lists have them. */
export const TODO_STATES: readonly TodoItem['state'][] = [
  'missing',
  'stale',
  'untranslated',
  'unknown',
  'orphan',
]
