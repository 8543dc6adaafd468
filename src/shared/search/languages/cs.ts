/** Czech: endings of declension go; Snowball has no stemmer of it. */
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { endingStemmer } from './suffix.ts'

const STOP_WORDS =
  'a aby ale ani asi až bez bude by byl být co či další do i jak jako je jeho jejich jen jestli ještě ' +
  'již k kde když která které který ku má mezi mít může na nad nebo není než o od po pod podle pokud ' +
  'pro proto při s se si své svůj ta tak také tam tato ten tento to toho tu u v ve více však všech z za ' +
  'ze že'
const ENDINGS =
  'atech ětem etem atům ovat ovali oval uje ují ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ' +
  'ímu imu ách ata aty ých ama ami ové ovi ými ová ovy ení ením ání áním em es ém ím ům at ám os us ým ' +
  'mi ou ek ce e i í ě u y ů a o á é ý'

export const language: Language = {
  stem: endingStemmer(ENDINGS, 3),
  stopWords: stopWords(STOP_WORDS),
  accents: true,
}
