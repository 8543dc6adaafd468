import type { TranslatedStrings } from '../../src/schema/strings.ts'
import { interfaceLanguage, type InterfaceLanguage } from '../../src/shared/languages.ts'

/** UI strings by language; each is evaluated when a site needs it. */
const TEXTS: Readonly<Record<InterfaceLanguage, () => Promise<TranslatedStrings>>> = {
  ar: async () => (await import('./ar.ts')).ar,
  bg: async () => (await import('./bg.ts')).bg,
  ca: async () => (await import('./ca.ts')).ca,
  cs: async () => (await import('./cs.ts')).cs,
  da: async () => (await import('./da.ts')).da,
  de: async () => (await import('./de.ts')).de,
  el: async () => (await import('./el.ts')).el,
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
  fi: async () => (await import('./fi.ts')).fi,
  fr: async () => (await import('./fr.ts')).fr,
  he: async () => (await import('./he.ts')).he,
  hi: async () => (await import('./hi.ts')).hi,
  hu: async () => (await import('./hu.ts')).hu,
  id: async () => (await import('./id.ts')).id,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  nb: async () => (await import('./nb.ts')).nb,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  'pt-BR': async () => (await import('./pt.ts')).pt,
  'pt-PT': async () => (await import('./pt-pt.ts')).ptPt,
  ro: async () => (await import('./ro.ts')).ro,
  ru: async () => (await import('./ru.ts')).ru,
  sv: async () => (await import('./sv.ts')).sv,
  th: async () => (await import('./th.ts')).th,
  tr: async () => (await import('./tr.ts')).tr,
  uk: async () => (await import('./uk.ts')).uk,
  vi: async () => (await import('./vi.ts')).vi,
  'zh-CN': async () => (await import('./zh.ts')).zh,
  'zh-TW': async () => (await import('./zh-tw.ts')).zhTw,
}

/** UI strings for a BCP 47 tag: those of the nearest language that there is, otherwise English. */
export async function loadStrings(lang: string): Promise<TranslatedStrings> {
  return TEXTS[interfaceLanguage(lang) ?? 'en']()
}
