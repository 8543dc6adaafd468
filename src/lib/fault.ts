/** Fault injection for tests: true when `DOCSGEN_FAULT` asks for this fault, such as `between-renames:kill`. */
export function hasFault(fault: string): boolean {
  return process.env['DOCSGEN_FAULT'] === fault
}
