import sheet from 'docsgen:sheet/update-prompt'
import type { LocaleView } from '../../schema/view.ts'
import { adoptSheet, button, element } from '../document.ts'

const ID = 'docsgen-update'

/** A live region that takes no focus and stays until it is dismissed. */
export function showUpdatePrompt({ strings, lang }: LocaleView, accepted: () => void, dismissed: () => void) {
  if (document.getElementById(ID)) return
  adoptSheet(sheet)
  const prompt = element('div', { id: ID, class: 'update-prompt', role: 'status', lang })
  const accept = button('action', strings.updateRefresh, () => {
    accept.disabled = true
    accepted()
  })
  const dismiss = button('update-prompt-dismiss', strings.updateDismiss, () => {
    prompt.remove()
    dismissed()
  })
  document.body.append(prompt)
  setTimeout(() => {
    const buttons = element('div', { class: 'update-prompt-buttons' }, accept, dismiss)
    prompt.append(element('p', {}, strings.updateAvailable), buttons)
  }, 100)
}
