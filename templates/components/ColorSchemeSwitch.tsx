import type { ReactNode } from 'react'
import type { Strings } from '../../src/schema/strings.ts'
import { useColorScheme } from './color-scheme.ts'
import type { ColorScheme } from '../../src/client/document.ts'
import { DarkIcon, LightIcon, SystemIcon } from './icons.tsx'

/** Light, dark, or as the system says: the boot script serves `data-scheme-value`. Hidden until scripts run. */
export function ColorSchemeSwitch({ strings }: { strings: Strings }): ReactNode {
  const scheme = useColorScheme()
  const option = (value: ColorScheme, name: string, icon: ReactNode) => (
    <button
      type="button"
      title={name}
      aria-label={name}
      aria-pressed={scheme === value}
      data-scheme-value={value}
    >
      {icon}
    </button>
  )
  return (
    <div
      className="scheme-switch"
      role="group"
      aria-label={strings.colorScheme}
      data-js=""
      hidden
      suppressHydrationWarning
    >
      {option('light', strings.schemeLight, <LightIcon />)}
      {option('system', strings.schemeSystem, <SystemIcon />)}
      {option('dark', strings.schemeDark, <DarkIcon />)}
    </div>
  )
}
