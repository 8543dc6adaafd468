/** Parts of the theme that only sites get which use them. `script`: it also adds to the script before the first paint. */
export const ADDITIONS = {
  announcement: { script: true },
  fallback: { script: false },
  islands: { script: false },
  menu: { script: false },
  pictures: { script: false },
  sidebar: { script: true },
  social: { script: false },
  versions: { script: true },
  writing: { script: false },
} as const

export type Addition = keyof typeof ADDITIONS
