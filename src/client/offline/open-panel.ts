import sheet from 'docsgen:sheet/offline-panel'
import type { BootData, LocaleView } from '../../schema/view.ts'
import type { OfflineState, LocaleState, WorkerRequest } from '../../shared/offline.ts'
import { adoptSheet, button, element, findServiceWorkers, within } from '../document.ts'
import { fetchJson } from '../fetch-json.ts'
import { askForState } from './register.ts'

const ID = 'docsgen-offline'

export async function openPanel(boot: BootData) {
  if (document.getElementById(ID)) return
  const view = await fetchJson<LocaleView>(boot.view)
  if (document.getElementById(ID)) return
  adoptSheet(sheet)
  const { strings, lang } = view
  const list = element('ul', { class: 'offline-panel-list' })
  const status = element('p', { class: 'offline-panel-status', role: 'status' })
  const title = element('h2', { id: `${ID}-title` }, strings.offlineManage)
  const close = button('offline-panel-close', strings.offlineClose, () => dialog.close())
  const head = element('div', { class: 'offline-panel-head' }, title, close)
  const attributes = { id: ID, class: 'offline-panel', lang, 'aria-labelledby': title.id }
  const dialog = element('dialog', attributes, head, list, status)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', event => event.target === dialog && dialog.close())
  document.body.append(dialog)
  dialog.showModal()

  const say = (text: string) => void (status.textContent = text)
  const registration = await findRegistration(boot.base).catch(() => undefined)
  if (!registration) return say(strings.offlineUnsupported)
  const rows = view.locales.map(locale => createRow(locale, view, registration, say))
  list.append(...rows.map(({ item }) => item))
  const update = ({ detail: { locales } }: CustomEvent<OfflineState>) => {
    for (const state of locales) rows.find(({ code }) => code === state.code)?.show(state)
  }
  document.addEventListener('docsgen:sw-state', update)
  dialog.addEventListener('close', () => document.removeEventListener('docsgen:sw-state', update))
  await askForState(registration, { type: 'offline-state' }).catch(() => say(strings.offlineUnsupported))
}

/** On a first visit it may still be on its way. Where cookies are blocked, asking is an error. */
async function findRegistration(scope: string) {
  const container = findServiceWorkers()
  const registration = await container?.getRegistration(scope)
  return registration?.active ? registration : container && within(container.ready)
}

function createRow(
  { code, label, lang }: LocaleView['locales'][number],
  view: LocaleView,
  registration: ServiceWorkerRegistration,
  say: (text: string) => void,
) {
  const { strings } = view
  let isSaved = false
  const size = element('span', { class: 'offline-panel-size' })
  const state = element('span', { class: 'offline-panel-state' })
  const act = button('offline-panel-act', strings.offlineSave, () => {
    // Stays where it is, so that the focus does too.
    if (act.getAttribute('aria-disabled') === 'true') return
    const done = isSaved ? strings.offlineRemoved : strings.offlineReady
    say('')
    // The browser is asked not to evict what the reader requested.
    if (!isSaved) void navigator.storage?.persist?.().catch(() => undefined)
    const request: WorkerRequest = isSaved
      ? { type: 'offline-remove', code }
      : { type: 'offline-save', code, asked: true }
    const outcome = askForState(registration, request).then(
      () => done,
      () => strings.offlineFailed,
    )
    void outcome.then(text => say(`${label}: ${text}`))
  })
  const name = element('span', { class: 'offline-panel-name', lang }, label)
  const show = (now: LocaleState) => {
    isSaved = now.state === 'saved'
    const isBusy = now.state === 'saving'
    size.textContent = strings.offlineSize.replace('{size}', () => megabytes(now.bytes, view.lang))
    state.textContent = isSaved ? strings.offlineSaved : isBusy ? strings.offlineSaving : ''
    act.textContent = isSaved ? strings.offlineRemove : strings.offlineSave
    act.setAttribute('aria-label', `${act.textContent}: ${label}`)
    act.setAttribute('aria-disabled', String(isBusy))
  }
  return { code, item: element('li', {}, name, size, state, act), show }
}

function megabytes(bytes: number, lang: string) {
  const value = Math.max(bytes / 1_000_000, 0.1)
  return value.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
