import type { LocaleState } from '../../schema/offline.ts'
import type { Strings } from '../../schema/strings.ts'
import { button, element } from './element.ts'

/** One language in the panel: name, size, state, and the button that changes it. */
export interface LanguageRow {
  code: string
  item: HTMLLIElement
  show(state: LocaleState): void
}

export interface RowInput {
  code: string
  label: string
  lang: string
  /** Language of the panel, for its numbers. */
  pageLang: string
  strings: Strings
  save(): Promise<void>
  remove(): Promise<void>
}

export function createLanguageRow({ code, label, lang, pageLang, strings, ...work }: RowInput): LanguageRow {
  let isSaved = false
  const size = element('span', { class: 'offline-panel-size' })
  const state = element('span', { class: 'offline-panel-state' })
  const act = button('offline-panel-act', strings.offlineSave, () => {
    // Stays where it is, so that the focus does too.
    if (act.getAttribute('aria-disabled') === 'true') return
    void (isSaved ? work.remove() : work.save())
  })
  const name = element('span', { class: 'offline-panel-name', lang }, label)
  const item = element('li', {}, name, size, state, act)
  const show = (now: LocaleState) => {
    isSaved = now.state === 'saved'
    const isBusy = now.state === 'saving'
    size.textContent = strings.offlineSize.replace('{size}', () => megabytes(now.bytes, pageLang))
    state.textContent = isSaved ? strings.offlineSaved : isBusy ? strings.offlineSaving : ''
    act.textContent = isSaved ? strings.offlineRemove : strings.offlineSave
    act.setAttribute('aria-label', `${act.textContent}: ${label}`)
    act.setAttribute('aria-disabled', String(isBusy))
  }
  return { code, item, show }
}

/** `1.4`, in the way of the reader's language; at least 0.1. */
function megabytes(bytes: number, lang: string): string {
  const value = Math.max(bytes / 1_000_000, 0.1)
  return value.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
