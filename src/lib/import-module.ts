/** Imports a module by its address (`file:`, `data:`). Only here: compiling rewrites it (`bin/compile.mjs`). */
export function importModule(address: string): Promise<unknown> {
  return import(address)
}
