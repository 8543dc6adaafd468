import { layouts } from 'docsgen:layouts'
import type { BootData, LocaleView } from '../schema/view.ts'
import {
  watchCopyButtons,
  holdClicks,
  keepPlace,
  restoreScroll,
  correctAddress,
  startOffline,
  watchControls,
} from './before-app.ts'
import { readBootData, onFirstInteraction, revealControls, within } from './document.ts'

/** The only script of a first visit. React is loaded on the first interaction. */
function start(boot: BootData) {
  const place = correctAddress(boot)
    ? Promise.resolve(boot.page.path)
    : import('./find-place.ts').then(({ findPlace }) => findPlace(boot))
  keepPlace()
  const release = holdClicks(boot.base)
  const firstInteraction = new Promise<void>(onFirstInteraction)
  // A document shown at another address needs the app immediately.
  const isWanted = place.then(path => (path === '' ? undefined : firstInteraction))
  const app = isWanted.then(() => within(loadApp(boot, place)))

  watchCopyButtons(isCopied => void app.then(({ tellCopied }) => tellCopied(isCopied)).catch(() => {}))
  // Without the app, no message can be shown. A reload also gets new scripts.
  const reload = () => location.reload()
  watchControls(boot, () => void app.then(({ tellFailure }) => tellFailure(), reload))
  restoreScroll()
  void startOffline(boot, firstInteraction)
  app.then(release, (error: unknown) => {
    console.error("[docsgen] the app didn't start; links load whole pages", error)
    release(undefined)
  })
}

async function loadApp(boot: BootData, place: Promise<string>) {
  const view = fetch(boot.view).then(response => response.json() as Promise<LocaleView>)
  const [{ startApp }, at] = await Promise.all([
    import('./app.tsx'),
    place,
    view,
    Object.hasOwn(layouts, boot.page.layout) && layouts[boot.page.layout]?.(),
  ])
  return startApp(boot, at, view)
}

const boot = readBootData()
if (boot) start(boot)
revealControls()
