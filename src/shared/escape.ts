const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, character => ENTITY[character] ?? character)
}

export function escapeText(text: string) {
  return text.replace(/[&<>"]/g, character => ENTITY[character] ?? character)
}

/** JSON that is safe inside a `<script>` element and as JavaScript. */
export function escapeJson(data: unknown) {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
