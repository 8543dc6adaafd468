import type { ReactNode } from 'react'
import type { Strings } from '../../src/schema/strings.ts'
import { useColorScheme } from './color-scheme.ts'
import { Disclosure } from './Disclosure.tsx'
import { DarkIcon, LightIcon, SystemIcon } from './icons.tsx'

interface SchemeProps {
  strings: Strings
  /** One icon that opens a list, instead of a button for each. */
  menu?: boolean
}

/** Light, dark, or as the system says: the boot script serves `data-scheme-value`. Hidden until scripts run. */
export function ColorSchemeSwitch({ strings, menu = false }: SchemeProps): ReactNode {
  const chosen = useColorScheme()
  const schemes = [
    { value: 'light', name: strings.schemeLight, icon: <LightIcon /> },
    { value: 'dark', name: strings.schemeDark, icon: <DarkIcon /> },
    { value: 'system', name: strings.schemeSystem, icon: <SystemIcon /> },
  ]
  const hiddenUntilScripts = { 'data-js': '', hidden: true, suppressHydrationWarning: true }
  if (!menu)
    return (
      <div className="scheme-switch" role="group" aria-label={strings.colorScheme} {...hiddenUntilScripts}>
        {schemes.map(({ value, name, icon }) => (
          <button
            key={value}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={chosen === value}
            data-scheme-value={value}
          >
            {icon}
          </button>
        ))}
      </div>
    )
  const label = (
    <>
      {/* Styles show the icon of the choice, which the root element knows before scripts do. */}
      {schemes.map(({ value, icon }) => (
        <span key={value} data-scheme-icon={value}>
          {icon}
        </span>
      ))}
      <span className="visually-hidden">{strings.colorScheme}</span>
    </>
  )
  return (
    <div className="scheme-menu" {...hiddenUntilScripts}>
      <Disclosure id={SCHEMES_ID} label={label}>
        {schemes.map(({ value, name }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={chosen === value}
              data-scheme-value={value}
              popoverTarget={SCHEMES_ID}
              popoverTargetAction="hide"
            >
              {name}
            </button>
          </li>
        ))}
      </Disclosure>
    </div>
  )
}

const SCHEMES_ID = 'docsgen-schemes'
