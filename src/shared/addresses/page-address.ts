/** The decoded address of a source path (B2, B3): the folder for `README.md` and `index.md`, else `.html` for `.md`. */
export function pageAddress(file: string): string {
  return file
    .replace(/\/{2,}/g, '/')
    .replace(/(^|\/)(?:readme|index)\.(?:md|html)$/i, '$1')
    .replace(/\.md$/i, '.html')
}
