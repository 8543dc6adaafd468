/** What exists in browsers and is often used without a thought of where templates run. */
const BROWSER_ONLY =
  /^(window|document|navigator|location|history|screen|localStorage|sessionStorage|matchMedia|getComputedStyle|requestAnimationFrame|(?:Intersection|Resize|Mutation)Observer|HTML\w*Element|customElements|alert|innerWidth|innerHeight|scrollTo) is not defined$/

/** What React says by a number alone where it is bundled for readers. */
const REACT: Record<string, string> = {
  '31': 'React cannot show an object or a date: make a text of it.',
  '426': 'a component that it uses waits for something, as an `async` one does: pages are rendered at once.',
  '130': 'a component that it uses is undefined: look at its import.',
}

/** What a template of the site threw, in a sentence, and what to do about it where that is known. */
export function describeThrown(reason: string): { message: string; hint?: string } {
  const name = BROWSER_ONLY.exec(reason)?.[1]
  const number = /^Minified React error #(\d+)/.exec(reason)?.[1] ?? ''
  if (name === undefined) return { message: REACT[number] ?? reason.replace(/\.?$/, '.') }
  return {
    message: `\`${name}\` exists only in browsers.`,
    hint: `Templates are rendered while the site is built, too. Use \`${name}\` in \`useEffect\` or in an event handler: these run only in the browser.`,
  }
}
