/** Removes workers that a built site left at this address: they would answer with pages of yesterday. */
export async function dismissWorkers(): Promise<void> {
  const container = (navigator as Partial<Navigator>).serviceWorker
  if (!container) return
  const isControlled = container.controller !== null
  const registrations = await container.getRegistrations().catch(() => [])
  await Promise.all(registrations.map(registration => registration.unregister()))
  if (isControlled) location.reload()
}
