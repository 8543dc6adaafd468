/** Percent-encodes a decoded path once, so that `#`, `?` and spaces in file names stay part of the path (B4). */
export function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/')
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /%(?:40|3A|24|2C|2B|3D|26|3B|21|27|28|29|2A)/gi,
    decodeURIComponent,
  )
}
