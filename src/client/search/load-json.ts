/** Fetches JSON; rejects for anything else that is answered. */
export async function loadJson<T>(address: string, options: RequestInit = {}): Promise<T> {
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return (await response.json()) as T
}
