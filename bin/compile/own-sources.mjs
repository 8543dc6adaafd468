import { decode, encode } from '@jridgewell/sourcemap-codec'

/** A source map without the packages that are bundled: two thirds of it, and nobody looks for a mistake there. Undefined where nothing is left. */
export function mapOwnSources(text) {
  const { sources, mappings } = JSON.parse(text)
  const own = sources.map(source => source.includes('/src/') && !source.includes('node_modules/'))
  if (!own.includes(true)) return undefined
  const number = own.map((isOwn, index) => (isOwn ? own.slice(0, index).filter(Boolean).length : -1))
  const lines = decode(mappings).map(line => line.map(segment => ownSegment(segment, number)).filter(isNews))
  return JSON.stringify({
    version: 3,
    sources: sources.filter((_source, index) => own[index]),
    names: [],
    mappings: encode(lines),
  })
}

/**
 * The map of a file that is put together of pieces.
 * @param {{ code: string, map?: string }[]} pieces - Whole lines, and a map where they have one, as `mapOwnSources` makes them.
 */
export function joinMaps(pieces) {
  const sources = []
  const lines = []
  for (const { code, map } of pieces) {
    const { sources: own, mappings } = map ? JSON.parse(map) : { sources: [], mappings: '' }
    const moved = decode(mappings).map(line =>
      line.map(([column, source, ...place]) =>
        source === undefined ? [column] : [column, source + sources.length, ...place],
      ),
    )
    for (let line = 0; line < code.split('\n').length - 1; line++) lines.push(moved[line] ?? [])
    sources.push(...own)
  }
  return JSON.stringify({ version: 3, sources, names: [], mappings: encode(lines) })
}

/**
 * A segment of a package only says that what follows comes from nowhere; one of ours says the line: where that begins is no news,
 * and a sixth of all maps.
 * @returns {import('@jridgewell/sourcemap-codec').SourceMapSegment}
 */
function ownSegment(/** @type {number[]} */ [column, source, ...place], number) {
  return source === undefined || number[source] === -1 ? [column] : [column, number[source], place[0], 0]
}

/** Whether a segment begins another line, which is what stacks are read for: places within it are most of a map. */
function isNews(segment, index, segments) {
  const before = segments[index - 1] ?? []
  return segment[1] !== before[1] || segment[2] !== before[2]
}
