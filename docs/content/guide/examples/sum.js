// #region first
export function sum(a, b) {
  return a + b
}
// #endregion first

export const total = numbers => numbers.reduce(sum, 0)
