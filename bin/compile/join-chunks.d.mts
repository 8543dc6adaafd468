export interface ProgramFile {
  /** Path in the program's folder. */
  name: string
  /** CommonJS. */
  code: string
  /** Source map, where there is one. */
  map?: string
}

interface Output {
  entryPoint?: string
  imports: { path: string; kind: string; external?: boolean }[]
}

/** Makes one file of modules that are loaded together. `outputs`: what each file imports, by its path from the root. */
export function joinChunks(files: readonly ProgramFile[], outputs: Record<string, Output>): ProgramFile[]
