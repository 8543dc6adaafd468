/** Makes a folder (absolute) hold what another holds; what is the same is not touched. */
export function putInPlace(from: string, to: string): void
