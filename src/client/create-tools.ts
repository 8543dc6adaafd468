import { createFullNavigation } from './full-navigation.ts'
import { loadLayout } from './layouts.ts'
import { createChunkLoader, type ChunkLoader } from './chunk-loader.ts'
import { createPageLoader } from './page-loader.ts'
import { createLoadStatus } from './load-status.ts'
import { createLocaleData } from './locale-data.ts'
import { createProgress } from './progress.ts'
import { createEntryHistory } from './router/history.ts'
import { createTrustedTypes } from './trusted-types.ts'
import type { BootData, LocaleView } from '../schema/view.ts'
import type { RouterParts } from './router/turn.ts'

/** What the router works with, but for rendering. */
export type Tools = Omit<RouterParts, 'settle' | 'show' | 'confirmed'> & { chunks: ChunkLoader }

/** @param view the view that `boot` names, on its way */
export function createTools({ base, view: address, theme }: BootData, view: Promise<LocaleView>): Tools {
  const trust = createTrustedTypes()
  const locales = createLocaleData(base, [[address, view]])
  const chunks = createChunkLoader(trust.scriptUrl)
  return {
    base,
    theme,
    locales,
    chunks,
    pages: createPageLoader({ base, theme, chunks, locales }),
    layout: loadLayout,
    trustHtml: trust.html,
    entries: createEntryHistory(),
    progress: createProgress(),
    fullNavigation: createFullNavigation(),
    status: createLoadStatus(),
  }
}
