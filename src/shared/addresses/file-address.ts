/** Address with base of a file in the output: `zh/api/index.html` stays a file, its characters are encoded. */
export function fileAddress(base: string, file: string): string {
  return base + file.split('/').map(encodeURIComponent).join('/')
}
