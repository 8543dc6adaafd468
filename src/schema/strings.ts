/** `{name}` marks are replaced. Languages that lack a text show the English one, and `check` lists it. */
export const ENGLISH = {
  skipToContent: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close menu',
  mainNavigation: 'Main',
  sidebarNavigation: 'Pages',
  languageMenu: 'Select language',
  notTranslated: 'not translated; opens the home page',
  colorScheme: 'Color scheme',
  schemeLight: 'Light',
  schemeDark: 'Dark',
  schemeSystem: 'System',
  repository: 'Source code repository',
  onThisPage: 'On this page',
  returnToTop: 'Return to top',
  editPage: 'Edit this page',
  lastUpdated: 'Last updated',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pager: 'Previous and next pages',
  opensNewWindow: '(opens in a new window)',
  permalink: 'Permalink to “{title}”',
  copyCode: 'Copy code',
  copied: 'Copied',
  copyFailed: "The code couldn't be copied",
  codeRegion: 'Code: {lang}',
  tableRegion: 'Table',
  notFoundTitle: 'Page not found',
  notFoundText: 'There is no page at this URL. It may have been moved or removed.',
  notFoundHome: 'Go to the home page',
  stalePage: 'The original page has changed since this translation was made.',
  /** `{language}`, here and below: the language's own name. */
  staleSource: 'Read the original ({language})',
  fallbackNotice: "This page isn't translated yet and is shown in {language}.",
  fallbackTranslate: 'Translate this page',
  fallbackMark: 'not translated yet',
  versionMenu: 'Versions',
  versionNotice: 'This page belongs to an older version: {version}.',
  /** Link after `versionNotice`, to the same page. */
  versionCurrent: 'Go to the current version',
  /** Beside a version that lacks the open page. */
  versionLacks: "doesn't have this page; opens its home page",
  /** For readers of this language, on pages in another one. */
  suggestLanguage: 'Read this page in {language}',
  containerTip: 'Tip',
  containerInfo: 'Info',
  containerWarning: 'Warning',
  containerDanger: 'Danger',
  containerDetails: 'Details',
  alertNote: 'Note',
  alertTip: 'Tip',
  alertImportant: 'Important',
  alertWarning: 'Warning',
  alertCaution: 'Caution',
  componentFolder: 'folder',
  componentZoom: 'Enlarge image',
  componentClose: 'Close image',
  componentVideo: 'Play “{title}” from {host}',
  loading: 'Loading the page',
  loadFailed: "The page couldn't be loaded.",
  loadOffline: "You're offline, and this page isn't saved on this device.",
  retry: 'Try again',
  search: 'Search',
  searchPlaceholder: 'Search the documentation',
  searchShortcut: 'Ctrl K',
  searchClear: 'Clear search',
  searchClose: 'Close search',
  searchLoading: 'Loading the search index…',
  searchFailed: "Search couldn't be loaded.",
  searchNoResults: 'No results for “{query}”',
  searchResults: '{count} results',
  searchResultOne: '1 result',
  searchAll: 'All results',
  searchRecent: 'Recent searches',
  searchNoScript: 'Search requires JavaScript. Enable JavaScript and reload the page.',
  searchFallback: "The search service isn't responding. These results come from your device.",
  searchToSelect: 'to open',
  searchToNavigate: 'to move',
  searchToClose: 'to close',
  updateAvailable: 'A new version of this documentation is available.',
  updateRefresh: 'Reload',
  updateDismiss: 'Not now',
  offlineTitle: "You're offline",
  offlineText: "This page hasn't been saved on this device. These pages are available:",
  offlineReady: 'This language is now available offline.',
  offlinePages: 'Pages saved on this device',
  offlineManage: 'Offline reading',
  offlineSaved: 'Saved',
  offlineSave: 'Save for offline reading',
  offlineSaving: 'Saving…',
  offlineRemove: 'Remove from this device',
  offlineSize: '{size} MB',
  offlineUnsupported: "This browser can't save pages for offline reading.",
  offlineClose: 'Close',
  offlineFailed: 'Saving failed. Please try again later.',
  offlineRemoved: 'Removed',
}

export type TextName = keyof typeof ENGLISH

export const TEXT_NAMES = Object.keys(ENGLISH) as TextName[]

/** Texts that equal another one: languages translate only that. */
export const SAME: readonly (readonly [name: TextName, as: TextName])[] = [
  ['alertTip', 'containerTip'],
  ['alertWarning', 'containerWarning'],
]

/** Texts that are the same nearly everywhere: a key, a unit, and those of `SAME`. */
export const INTERNATIONAL = ['searchShortcut', 'offlineSize', ...SAME.map(([name]) => name)]

/** Forms of `searchResults` by category of `Intl.PluralRules`; many languages lack them. */
export const PLURAL_FORMS = [
  'searchResultZero',
  'searchResultTwo',
  'searchResultFew',
  'searchResultMany',
] as const

export type Strings = Record<TextName, string> & {
  [Form in (typeof PLURAL_FORMS)[number]]?: string | undefined
}

export type TranslatedStrings = Partial<Strings>
