/** Plain text as Markdown that says just that, in one line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A link; its address stands in angle brackets where it would end too early. */
export function markdownLink(text: string, address: string): string {
  return `[${escapeMarkdown(text)}](${markdownAddress(address)})`
}

/** An address as links of Markdown have it. */
export function markdownAddress(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>]/g, encodeURIComponent)}>` : address
}
