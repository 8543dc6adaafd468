/** Ukrainian: endings of declension and of verbs go; Snowball has no stemmer of it. */
import type { Language } from '../language.ts'
import { stopWords } from './stop-words.ts'
import { endingStemmer } from './suffix.ts'

const STOP_WORDS =
  'а або але б без був була були було бути в вам вас ви від він вона вони все вже всі де для до є з за ' +
  'і із й його її їх їхній як яка яке який які якщо коли кожен між може можна ми на над не немає ні про ' +
  'під по при проте та так також там те тим то той тому ту у цей це ця ці чи через що щоб'
const ENDINGS =
  'уванням уванню ування ювання уванні увати ювати ували юємо уємо ують юють ується юється ється ються ' +
  'ається аються итися атися ями ами ією ями ого йому ому ові еві єві ими їми ого ості істю ість ення ' +
  'енню еннях ання анню аннях ати ити іти яти али или іли яли ала ила ють уть ать ять ає ює ує ах ях ам ' +
  'ям ою ею єю ом ем єм ів їв ев ий ій их їх им їм ої єї ння ня ть ся сь а я о е є и і ї у ю ь й'

export const language: Language = {
  stem: endingStemmer(ENDINGS, 3),
  stopWords: stopWords(STOP_WORDS),
  accents: false,
}
