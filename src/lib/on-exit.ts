/** Removes a path when the process ends early, for instance on a signal; returns how to call that off. */
export function onExit(target: string, removeTarget: (target: string) => void): () => void {
  const remove = () => removeTarget(target)
  process.once('exit', remove)
  return () => process.off('exit', remove)
}
