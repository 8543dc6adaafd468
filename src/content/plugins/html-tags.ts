/** A tag of raw HTML: slash, name, attributes, slash. */
export const TAG = /<(\/?)([a-z][^\s<>/]*)(?![^\s<>/])((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi

/** Names of elements that have no content and no closing tag. */
export const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i
