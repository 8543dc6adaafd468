/**
 * Shows the controls that work only with JavaScript; documents carry them hidden. Content that is shown anew may
 * come with the mark of a copy that was made when it was open before.
 */
export function revealControls(): void {
  for (const control of document.querySelectorAll('.copy-code[hidden], [data-js][hidden]')) {
    control.removeAttribute('hidden')
  }
  for (const button of document.querySelectorAll('.copy-code[data-copied]')) {
    button.removeAttribute('data-copied')
  }
}
