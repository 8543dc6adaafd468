/** True in `npm run test:full`, which goes through every case where `npm test` takes a sample. */
export const IS_FULL = Boolean(process.env['DOCSGEN_FULL'])

/** All items in `npm run test:full`, else those at the given positions. */
export function sample<Item>(items: readonly Item[], ...positions: readonly number[]): Item[] {
  return items.filter((_item, index) => IS_FULL || positions.includes(index))
}
