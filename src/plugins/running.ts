/** Hooks that run on a page, as part of what a thread does. */
const PAGE_HOOKS = [
  'markdown.remark',
  'markdown.rehype',
  'markdown.fences',
  'markdown.components',
  'page',
  'head',
] as const

export type PageHook = (typeof PAGE_HOOKS)[number]

/** Told which hook of which plugin begins, as a number, and 0 when it has ended: who ends a thread knows what it was at. */
const watcher = { note: (_hook: number): void => undefined }

/** A thread lets others see which hook it is at. */
export function noteHooks(note: (hook: number) => void): void {
  watcher.note = note
}

/** Runs a hook of the plugin at `index` of those that change pages. */
export function runPageHook<Result>(index: number, hook: PageHook, run: () => Result): Result {
  watcher.note(index * PAGE_HOOKS.length + PAGE_HOOKS.indexOf(hook) + 1)
  try {
    return run()
  } finally {
    watcher.note(0)
  }
}

/** Which hook a number stands for, and the index of its plugin. */
export function hookOf(number: number): { index: number; hook: PageHook | undefined } {
  const at = number - 1
  return { index: Math.floor(at / PAGE_HOOKS.length), hook: PAGE_HOOKS[at % PAGE_HOOKS.length] }
}
