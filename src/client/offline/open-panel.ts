import sheet from 'docsgen:sheet/offline-panel'
import type { OfflineState, LocaleState } from '../../schema/offline.ts'
import type { BootData, LocaleView } from '../../schema/view.ts'
import { adoptSheet, button, element } from '../dom.ts'
import { within } from '../document.ts'
import { findContainer, readState, removeLanguage, saveLanguage } from './worker-client.ts'
import { fetchJson } from '../fetch-json.ts'
import type { Strings } from '../../schema/strings.ts'

const ID = 'docsgen-offline'

/** Shows which languages are on the device, how large they are, and saves or removes one. */
export async function openPanel(boot: BootData): Promise<void> {
  if (document.getElementById(ID)) return
  const view = await fetchJson<LocaleView>(boot.view)
  if (document.getElementById(ID)) return
  adoptSheet(sheet)
  const panel = createPanel(view)
  document.body.append(panel.dialog)
  panel.dialog.showModal()
  const registration = await findWorker(boot.base).catch(() => undefined)
  if (!registration) return panel.say(view.strings.offlineUnsupported)
  await fillPanel(panel, view, registration)
}

/** The site's worker, which may still be on its way on a first visit. Where cookies are blocked, asking is an error. */
async function findWorker(scope: string): Promise<ServiceWorkerRegistration | undefined> {
  const container = findContainer()
  const registration = await container?.getRegistration(scope)
  return registration?.active ? registration : container && within(container.ready)
}

interface Panel {
  dialog: HTMLDialogElement
  list: HTMLUListElement
  /** Says something in the dialog, also to screen readers. */
  say(text: string): void
}

function createPanel({ strings, lang }: LocaleView): Panel {
  const title = element('h2', { id: `${ID}-title` }, strings.offlineManage)
  const list = element('ul', { class: 'offline-panel-list' })
  const status = element('p', { class: 'offline-panel-status', role: 'status' })
  const close = button('offline-panel-close', strings.offlineClose, () => dialog.close())
  const dialog = element(
    'dialog',
    { id: ID, class: 'offline-panel', lang, 'aria-labelledby': `${ID}-title` },
    element('div', { class: 'offline-panel-head' }, title, close),
    list,
    status,
  )
  dialog.addEventListener('close', () => dialog.remove())
  // A click beside the dialog lands on the dialog itself.
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  return { dialog, list, say: text => void (status.textContent = text) }
}

async function fillPanel(
  panel: Panel,
  view: LocaleView,
  registration: ServiceWorkerRegistration,
): Promise<void> {
  const { strings } = view
  const rows = view.locales.map(({ code, label, lang }): LanguageRow => {
    const act = async (work: typeof saveLanguage, done: string) => {
      panel.say('')
      await work(registration, code).then(
        () => panel.say(`${label}: ${done}`),
        () => panel.say(`${label}: ${strings.offlineFailed}`),
      )
    }
    return createLanguageRow({
      code,
      label,
      lang,
      strings,
      pageLang: view.lang,
      save: () => act(saveLanguage, strings.offlineReady),
      remove: () => act(removeLanguage, strings.offlineRemoved),
    })
  })
  const update = ({ locales }: OfflineState) => {
    for (const row of rows) {
      const state = locales.find(locale => locale.code === row.code)
      if (state) row.show(state)
    }
  }
  panel.list.append(...rows.map(row => row.item))
  const controller = new AbortController()
  const listener = (event: Event) => update((event as CustomEvent<OfflineState>).detail)
  document.addEventListener('docsgen:sw-state', listener, { signal: controller.signal })
  panel.dialog.addEventListener('close', () => controller.abort())
  await readState(registration).catch(() => panel.say(strings.offlineUnsupported))
}

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

function createLanguageRow({ code, label, lang, pageLang, strings, ...work }: RowInput): LanguageRow {
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
