/** The switch, for tests and for comparing: `DOCSGEN_SHORT_WAYS=0` turns all off. */
export function shortWaysAreOn(): boolean {
  return process.env['DOCSGEN_SHORT_WAYS'] !== '0'
}
