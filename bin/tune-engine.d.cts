/** Tells V8 to optimise later; before threads start, and before anything is loaded that V8 has kept. */
export function optimiseLater(): void
/** The flag of a V8 version; undefined for versions whose flags are not known. */
export function flagFor(version: string): string | undefined
