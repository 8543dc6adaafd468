import type { ChildProcess } from 'node:child_process'
import { onExit } from './on-exit.ts'

/** Ends a process that we started should this one end before it, for instance on a signal. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  child.once(
    'close',
    onExit(child, running => void running.kill('SIGKILL')),
  )
  return child
}
