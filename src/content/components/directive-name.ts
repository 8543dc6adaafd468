/** The name of a directive for a component's file: `ReleaseNote` → `release-note`, `APITable` → `api-table`. */
export function directiveName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}
