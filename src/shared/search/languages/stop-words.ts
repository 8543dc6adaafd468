import { foldAccents, normaliseWord } from '../fold.ts'
import { words } from './suffix.ts'

/** The words of a space-separated list, as the analyser compares them. */
export function stopWords(list: string, normalise = normaliseWord): Set<string> {
  return new Set(words(list).map(word => foldAccents(normalise(word))))
}
