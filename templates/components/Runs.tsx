import type { ReactNode } from 'react'
import type { TextRun } from '../../src/schema/view.ts'
import { TextLink } from './TextLink.tsx'

/** A line of text with links, emphasis and code. Each run is an element: translators of the browser replace it. */
export function Runs({ runs, newWindow }: { runs: readonly TextRun[]; newWindow: string }): ReactNode {
  return runs.map((run, index) => {
    const text = styled(run)
    if (!run.link) return <span key={index}>{text}</span>
    return (
      <TextLink key={index} link={run.link} newWindow={newWindow}>
        {text}
      </TextLink>
    )
  })
}

function styled({ text, strong, emphasis, code }: TextRun): ReactNode {
  if (code) return <code>{text}</code>
  if (strong) return <strong>{text}</strong>
  return emphasis ? <em>{text}</em> : <span>{text}</span>
}
