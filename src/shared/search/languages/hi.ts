/** Hindi: the light stemmer of Snowball. The dot below a letter and the moon above it are often left out. */
import { stemmer } from '@orama/stemmers/indian'
import { normaliseWord } from '../fold.ts'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'अपना अपनी अपने अब आप इन इस इसके इसे उन उस उसके उसे एक और कर करता करती करते करना करने करें का कि किया किसी की के को ' +
  'कोई क्या गया जब जहाँ जा जाता जाती जाते जो तक तब तो था थी थे द्वारा दी दें न नहीं ने पर बाद भी मैं में यदि यह यहाँ ये रहा रही रहे ' +
  'लिए वह वे साथ सकता सकती सकते से हम ही हुआ हुई हुए है हैं हो होता होती होते होना'

function normalise(word: string): string {
  return normaliseWord(word).normalize('NFD').replaceAll('\u093c', '').replaceAll('\u0901', '\u0902')
}

export const language: Language = {
  normalise,
  stem: stemmer,
  stopWords: stopWords(STOP_WORDS, normalise),
  accents: false,
}
