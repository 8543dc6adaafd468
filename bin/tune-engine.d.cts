export function optimiseLater(): void
/** The flag of a V8 version; undefined for versions whose flags are not known. */
export function flagFor(version: string): string | undefined
