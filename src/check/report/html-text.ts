import { escapeHtml } from '../../shared/escape.ts'

/** Escaped text whose parts in backticks are code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
