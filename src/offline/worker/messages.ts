import type { WorkerReply, WorkerRequest } from '../../schema/offline.ts'
import { reasonOf, storeCore } from './store.ts'
import { scope, takeOver } from './scope.ts'
import { answeredPages } from './answers.ts'
import { finishReplacement } from './install.ts'
import { describeState, removeLanguage, saveLanguage } from './languages.ts'
import { localeOf, manifest, pathInSite } from './manifest.ts'

type Message = WorkerRequest | { type: 'skip-waiting' } | { type: 'SKIP_WAITING' }

/** Does what a page asks for and replies by the port, if there is one. Anything else is ignored. */
export async function answerMessage({ data, ports, source }: ExtendableMessageEvent): Promise<void> {
  if (!isMessage(data)) return
  const reply = await answer(data, source).catch((error: unknown): WorkerReply => ({
    error: error instanceof Error ? error.message : String(error),
    reason: reasonOf(error),
  }))
  ports[0]?.postMessage(reply)
  if (data.type === 'offline-state') await tidy()
}

/** What a page that was just opened gives occasion for: what the browser evicted comes back. */
async function tidy(): Promise<void> {
  await finishReplacement()
  await storeCore().catch(() => undefined)
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
}

async function answer(
  message: Message,
  source: ExtendableMessageEvent['source'],
): Promise<WorkerReply | { error: null }> {
  switch (message.type) {
    case 'skip-waiting':
    case 'SKIP_WAITING':
      await takeOver()
      return { error: null }
    case 'offline-version':
      return { error: null, version: manifest.version, answeredPage: isAnswered(source) }
    case 'offline-state':
      break
    case 'offline-save':
      await saveLanguage(String(message.code), message.asked === true, pathOf(message.code, source))
      break
    case 'offline-remove':
      await removeLanguage(String(message.code))
      break
    case 'offline-check':
      return { error: null, check: await checkOwnFile() }
    default:
      return { error: 'unknown message', reason: 'unknown' }
  }
  return { error: null, state: await describeState() }
}

/** Path of the page that asks, if it is of the language. */
function pathOf(code: string, source: ExtendableMessageEvent['source']): string | undefined {
  const path = source && 'url' in source ? pathInSite(new URL(source.url)) : undefined
  return path !== undefined && localeOf(path)?.code === code ? path : undefined
}

function isAnswered(source: ExtendableMessageEvent['source']): boolean {
  return source !== null && 'id' in source && answeredPages.has(source.id)
}

/** What the server says of this worker's own file; undefined when it cannot be reached. */
async function checkOwnFile(): Promise<{ status: number; contentType: string } | undefined> {
  try {
    const response = await fetch(scope.location.href, { cache: 'no-store' })
    return { status: response.status, contentType: response.headers.get('content-type') ?? '' }
  } catch {
    return undefined
  }
}
