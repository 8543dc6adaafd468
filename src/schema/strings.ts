import * as z from 'zod'

/**
 * Every interface text, by use. `{name}` marks are replaced. A locale may override any of them in `site.config.ts`.
 * A new one needs its English in `templates/strings/en.ts`; languages without it show that, and `check` lists it.
 */
export const stringsSchema = z.strictObject({
  skipToContent: z.string(),
  menu: z.string(),
  closeMenu: z.string(),
  mainNavigation: z.string(),
  sidebarNavigation: z.string(),
  languageMenu: z.string(),
  /** Marks, in the language menu, a language whose link leads to its home. */
  notTranslated: z.string(),
  colorScheme: z.string(),
  schemeLight: z.string(),
  schemeDark: z.string(),
  schemeSystem: z.string(),
  repository: z.string(),
  onThisPage: z.string(),
  returnToTop: z.string(),
  editPage: z.string(),
  lastUpdated: z.string(),
  previousPage: z.string(),
  nextPage: z.string(),
  pager: z.string(),
  opensNewWindow: z.string(),
  /** `{title}`. */
  permalink: z.string(),
  copyCode: z.string(),
  copied: z.string(),
  copyFailed: z.string(),
  /** `{lang}`. */
  codeRegion: z.string(),
  tableRegion: z.string(),
  notFoundTitle: z.string(),
  notFoundText: z.string(),
  notFoundHome: z.string(),
  stalePage: z.string(),
  /** Link to the source page; `{language}` is that language's own name. */
  staleSource: z.string(),
  /** Above a page that the language lacks; `{language}` is the own name of the language it is shown in. */
  fallbackNotice: z.string(),
  /** Link to where its translation can be written. */
  fallbackTranslate: z.string(),
  /** Beside entries of menus, sidebars and search that lead to such a page. */
  fallbackMark: z.string(),
  /** Name of the menu of versions. */
  versionMenu: z.string(),
  /** Above pages of an old version; `{version}` is its label. */
  versionNotice: z.string(),
  /** Link behind it, to the same page of the current version. */
  versionCurrent: z.string(),
  /** Beside a version that lacks the open page: its link leads to its first page. */
  versionLacks: z.string(),
  /** Offered to readers of this language on pages in another one; `{language}` is its own name. */
  suggestLanguage: z.string(),
  containerTip: z.string(),
  containerInfo: z.string(),
  containerWarning: z.string(),
  containerDanger: z.string(),
  containerDetails: z.string(),
  alertNote: z.string(),
  alertTip: z.string(),
  alertImportant: z.string(),
  alertWarning: z.string(),
  alertCaution: z.string(),
  /** These four stand in components alone. */
  componentFolder: z.string(),
  componentZoom: z.string(),
  componentClose: z.string(),
  /** `{title}`, `{host}`. */
  componentVideo: z.string(),
  loading: z.string(),
  /** Page could not be loaded; the reader may try again. */
  loadFailed: z.string(),
  loadOffline: z.string(),
  retry: z.string(),
  search: z.string(),
  searchPlaceholder: z.string(),
  searchShortcut: z.string(),
  searchClear: z.string(),
  searchClose: z.string(),
  searchLoading: z.string(),
  searchFailed: z.string(),
  /** `{query}`. */
  searchNoResults: z.string(),
  /** `{count}`; the other forms are for the numbers that `Intl.PluralRules` counts to their category. */
  searchResults: z.string(),
  searchResultOne: z.string(),
  searchResultZero: z.string().optional(),
  searchResultTwo: z.string().optional(),
  searchResultFew: z.string().optional(),
  searchResultMany: z.string().optional(),
  searchFallback: z.string(),
  searchToSelect: z.string(),
  searchToNavigate: z.string(),
  searchToClose: z.string(),
  updateAvailable: z.string(),
  updateRefresh: z.string(),
  updateDismiss: z.string(),
  offlineTitle: z.string(),
  offlineText: z.string(),
  offlineReady: z.string(),
  offlinePages: z.string(),
  offlineManage: z.string(),
  offlineSaved: z.string(),
  offlineSave: z.string(),
  offlineSaving: z.string(),
  offlineRemove: z.string(),
  /** `{size}`, a number. */
  offlineSize: z.string(),
  offlineUnsupported: z.string(),
  offlineClose: z.string(),
  offlineFailed: z.string(),
  offlineRemoved: z.string(),
})

export type Strings = z.output<typeof stringsSchema>

/** The texts of a language, of which some may not be translated yet. */
export type TranslatedStrings = Partial<Strings>

/** The texts that every language has: others are forms that some languages lack. */
export type TextName = {
  [Name in keyof Strings]-?: undefined extends Strings[Name] ? never : Name
}[keyof Strings]

export const TEXT_NAMES = Object.entries(stringsSchema.shape).flatMap(([name, text]) =>
  text.isOptional() ? [] : [name as TextName],
)
