import type { ChildProcess } from 'node:child_process'

/** Ends a process that we started should this one end before it, for instance on a signal. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  return child
}
