/** The number that a name begins with: `2-first-steps.html` → 2. */
export function numberOf(name: string): number | undefined {
  const digits = /^\d+(?=\D|$)/.exec(name)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** By code unit, but for numbers, which count as such: `page-2` comes before `page-10`. The same on every computer. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)]
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? ''
    if (part === other) continue
    // Every other part is a number; equal ones may differ in leading zeros.
    const difference = index % 2 === 1 && other !== '' ? Number(part) - Number(other) : 0
    if (difference !== 0) return difference
    return part < other ? -1 : 1
  }
  return left.length - right.length
}
