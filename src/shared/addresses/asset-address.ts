import { encodePath } from './encode-path.ts'

/** Where a picture or another file of the site is in the output: encoded, without base, its name with its hash. */
export function assetAddress(file: string, hash: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const kind = /^\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(extension) ? 'img' : 'media'
  return `/assets/${kind}/${encodePath(stem)}.${hash.slice(0, 8)}${extension.toLowerCase()}`
}
