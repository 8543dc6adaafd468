import { escapeHtml } from '../../shared/html.ts'

/** Escaped text whose parts in backticks are code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
