/** A stretch of a query that is grammar: what comes behind a word where no space tells it apart. */
export interface Ending {
  start: number
  end: number
}

const HIRAGANA = /[\u3041-\u309f]+/g
const HANGUL = /[\uac00-\ud7a3]{3,}/g
/** Particles and the commonest forms of verbs made of nouns, longest first. */
const KOREAN = (
  '하려면 합니다 됩니다 했습니다 입니다 에서는 으로는 에서 으로 에게 부터 까지 처럼 하기 하는 하다 하고 하면 되는 되다 된 한 할 해 ' +
  '은 는 이 가 을 를 의 에 로 와 과 도 만'
).split(' ')
/** Letters that are left of a word. */
const LEAST = 2

/** Endings in a query: hiragana (Japanese), and what Korean words end with. */
export function findEndings(text: string): Ending[] {
  const kana = Array.from(text.matchAll(HIRAGANA), ({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
  }))
  const korean = Array.from(text.matchAll(HANGUL)).flatMap(({ 0: run, index }): Ending[] => {
    const found = KOREAN.find(ending => run.endsWith(ending) && run.length - ending.length >= LEAST)
    const end = index + run.length
    return found === undefined ? [] : [{ start: end - found.length, end }]
  })
  return [...kana, ...korean]
}
