/** Shows the controls that work only with JavaScript; documents carry them hidden (B228). */
export function revealControls(): void {
  for (const control of document.querySelectorAll('.copy-code[hidden], [data-js][hidden]')) {
    control.removeAttribute('hidden')
  }
}
