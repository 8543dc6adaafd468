import type { Label } from '../schema/navigation.ts'

/** The text of a label in a locale: its own, else the source language's. */
export function labelText(label: Label | undefined, locale: string): string | undefined {
  if (label === undefined || typeof label === 'string') return label
  return label[locale] ?? label['/']
}
