import { tryDecode } from './try-decode.ts'

/** A decoded path as paths are compared: letter case and Unicode composition do not tell pages apart (specification 3). */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** The same for an encoded path; undefined for malformed encoding. */
export function foldEncoded(path: string): string | undefined {
  const decoded = tryDecode(path)
  return decoded && foldPath(decoded)
}
