/** Files that the build writes for whoever serves the site, none for its readers; `output/host-files.ts` has their texts. */
export const HOST_FILES = [
  '_redirects',
  '_headers',
  'vercel.json',
  'nginx-redirects.conf',
  'nginx-headers.conf',
  '.htaccess',
  '.nojekyll',
] as const

export type HostFile = (typeof HOST_FILES)[number]
