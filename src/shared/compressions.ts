/** Encodings of files that are compressed ahead, the best first. */
export const COMPRESSIONS = [
  { name: 'br', ending: '.br' },
  { name: 'zstd', ending: '.zst' },
  { name: 'gzip', ending: '.gz' },
] as const

export type CompressionName = (typeof COMPRESSIONS)[number]['name']

/** True for types that are worth compressing. */
export function isCompressible(type: string): boolean {
  return /^text\/|json|javascript|xml|svg/.test(type)
}

/** Shorter files are sent as they are: an answer has a packet of its own anyway. */
export const COMPRESSED_FROM = 1024

/** True when `Accept-Encoding` names the encoding and does not refuse it (`br;q=0`). */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some(part => {
    const [name = '', parameter = ''] = part.split(';', 2)
    const quality = parameter.trim().replace(/^q=/, '')
    return name.trim() === encoding && Number(quality || 1) > 0
  })
}
