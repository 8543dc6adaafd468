/** Danish: the Snowball stemmer. */
import { stemmer } from '@orama/stemmers/danish'
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'

const STOP_WORDS =
  'af alle at blive bliver da de den der deres det dette dig din disse du efter eller en end er et for ' +
  'fra ham han har havde hun hvad hvis hvor i ikke ind jeg kan man med men mig min mod ned noget nogle ' +
  'nu når og også om op os på sig skal som så til ud under var vi vil være'

export const language: Language = { stem: stemmer, stopWords: stopWords(STOP_WORDS), accents: true }
