import { layouts } from 'docsgen:layouts'
import { readBootData, onFirstInteraction, revealControls, within } from './document.ts'
import {
  watchCopyButtons,
  holdClicks,
  restoreScroll,
  settleAddress,
  startOffline,
  watchControls,
} from './before-app.ts'
import type { App } from './app.tsx'
import type { BootData, LocaleView } from '../schema/view.ts'

/**
 * The only script of a first visit. The document works by itself; React stands by until the reader shows a first
 * sign, and every click until then is kept for it.
 */
function start(boot: BootData): void {
  const isSettled = settleAddress(boot)
  const place = isSettled
    ? Promise.resolve(boot.page.path)
    : import('./find-place.ts').then(({ findPlace }) => findPlace(boot))
  const release = holdClicks(boot.base)
  const firstSign = new Promise<void>(onFirstInteraction)
  // A document that is not what its address means needs the app without a sign.
  const wrong = place.then(path => (path === '' ? undefined : firstSign))
  const app = wrong.then(() => within(loadApp(boot, place)))

  watchCopyButtons(
    isCopied =>
      void app.then(
        ({ tellCopied }) => tellCopied(isCopied),
        () => undefined,
      ),
  )
  // Without the app nobody can say what is wrong: the page is loaded anew, which also brings scripts of a new version.
  watchControls(
    boot,
    () =>
      void app.then(
        ({ tellFailure }) => tellFailure(),
        () => location.reload(),
      ),
  )
  restoreScroll()
  revealControls()
  startOffline(boot, firstSign)
  app.then(release, (error: unknown) => {
    console.error('[docsgen] the app did not start; links load whole pages', error)
    release(undefined)
  })
}

/** The app, a layout that isn't part of it and the texts of its language come side by side, not one after the other. */
async function loadApp(boot: BootData, place: Promise<string>): Promise<App> {
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
else revealControls()
