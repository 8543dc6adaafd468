/** Polish: endings of declension and of verbs go; Snowball has no stemmer of it. */
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { endingStemmer } from './suffix.ts'

const STOP_WORDS =
  'a aby ale bez być był była co czy dla do gdy gdzie go i ich ile jak jako jego jej jest jeśli jeżeli ' +
  'już każdy kiedy która które który lub ma może można na nad nie niż o od oraz po pod przed przez przy ' +
  'są się ta tak także tam te tego tej ten to tu tym u w we więc wszystkie z za ze że'
const ENDINGS =
  'owaniem owania owanie owany owana owane owaniu owali ował ować ujesz ujemy ują uje aniem enie enia ' +
  'eniu eniem anie ania aniu ościami ości ością ość iami ami ach ich ych ego emu iego imi ymi owi iem ' +
  'ów om em ie ią ię ej im ym ać eć ić yć ał ała ali ały ił iła ili esz emy ą ę a e i o u y'

export const language: Language = {
  stem: endingStemmer(ENDINGS, 3),
  stopWords: stopWords(STOP_WORDS),
  accents: true,
}
