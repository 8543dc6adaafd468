import { decode, encode } from '@jridgewell/sourcemap-codec'

/** A source map without the packages that are bundled: two thirds of it, and nobody looks for a mistake there. */
export function mapOwnSources(text) {
  const { sources, mappings } = JSON.parse(text)
  const own = sources.map(source => source.includes('/src/') && !source.includes('node_modules/'))
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
