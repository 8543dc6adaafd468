/** Address with base of a file in the output: `zh/api/index.html` stays a file, its characters are encoded. */
export function fileAddress(base: string, file: string): string {
  return base + file.split('/').map(encodeURIComponent).join('/')
}

/** Address with base of a page: `/zh/api/` gives `/docs/zh/api/`. */
export function pageAddress(base: string, path: string): string {
  return base.slice(0, -1) + path
}
