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

/** Files for hosts that a site may have in its public folder: ours say what theirs say, too. */
export const MERGED_FILES = ['_redirects', '_headers', 'vercel.json', '.htaccess', 'robots.txt']
