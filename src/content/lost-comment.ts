import { type Document, isMap, isScalar, Scalar } from 'yaml'

/** What YAML leaves out of a value: the key, the text from its `#` on, and the offset of the value. */
interface LostComment {
  key: string
  value: string
  comment: string
  offset: number
}

/**
 * Values that go on behind a `#` which YAML takes for the start of a comment: `title: Issue #1`. A comment that somebody
 * means has a space behind its sign.
 */
export function findLostComments(document: Document.Parsed): LostComment[] {
  const pairs = isMap(document.contents) ? document.contents.items : []
  return pairs.flatMap(({ key, value }): LostComment[] => {
    if (!isScalar(key) || !isScalar(value) || value.type !== Scalar.PLAIN) return []
    const { comment } = value
    if (!comment || !/^[^\s#!]/.test(comment) || !value.range) return []
    return [{ key: String(key.value), value: String(value.source), comment, offset: value.range[0] }]
  })
}
