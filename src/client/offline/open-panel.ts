import sheet from 'docsgen:sheet/offline-panel'
import type { OfflineState } from '../../schema/offline.ts'
import type { BootData, LocaleView } from '../../schema/view.ts'
import { adoptSheet } from '../adopt-sheet.ts'
import { within } from '../within.ts'
import { button, element } from './element.ts'
import { findContainer } from './find-container.ts'
import { createLanguageRow, type LanguageRow } from './language-row.ts'
import { loadView } from './load-view.ts'
import { readState, removeLanguage, saveLanguage } from './save-languages.ts'

const ID = 'docsgen-offline'

/** Shows which languages are on the device, how large they are, and saves or removes one. */
export async function openPanel(boot: BootData): Promise<void> {
  if (document.getElementById(ID)) return
  const view = await loadView(boot)
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
